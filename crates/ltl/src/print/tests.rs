use super::*;
use crate::parse;
use crate::random::{self, Shape};
use crate::semantics::holds;

#[track_caller]
fn check(formula: &str, notation: Notation, expected: &str) {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, formula, Syntax::Spot).expect(formula);
    assert_eq!(
        print(&formulas, f, notation).expect(formula),
        expected,
        "{formula}"
    );
}

#[test]
fn spot_needs_parentheses_only_against_its_precedences() {
    for text in [
        "a U b U c",
        "(a U b) U c",
        "a & b U c",
        "(a & b) U c",
        "(a -> b) -> c",
        "a -> b -> c",
        "a -> b <-> c",
        "(a | b) & c",
        "a | b xor c",
        "(a | b) xor c",
        "a xor b xor c",
        "a xor (b xor c)",
        "GF(a & X b)",
        "!a",
        "!(a U b)",
        "G!F a",
        "G Y O a",
        "H(a S b)",
        "XX a",
        "F alse",
        "G\"x == 3\"",
        "\"GFa\" & \"U\" & \"not\"",
        "G FOO",
        "P_0.CS",
        "G true",
    ] {
        check(text, Notation::Spot, text);
    }
}

#[test]
fn notations_use_their_own_symbols() {
    let formula = "G(a -> F(b & !c)) | X(d R \"x y\") <-> false xor true";
    let spin = "[](a -> <>(b && !c)) || X(d V \"x y\") <-> !(false <-> true)";
    check(formula, Notation::Spin, spin);
    let ltsmin = "[](a -> <>(b && !c)) || X(d R \"x y\") <-> !(false <-> true)";
    check(formula, Notation::Ltsmin, ltsmin);
    let lbt = "e | G i \"a\" F & \"b\" ! \"c\" X V \"d\" \"x y\" ^ f t";
    check(formula, Notation::Lbt, lbt);
    let unicode = "□(a → ◇(b ∧ ¬c)) ∨ ○(d R \"x y\") ↔ ⊥ ⊕ ⊤";
    check(formula, Notation::Unicode, unicode);
    let latex = r"\mathsf{G}\,(\mathit{a} \rightarrow \mathsf{F}\,(\mathit{b} \land \neg \mathit{c})) \lor \mathsf{X}\,(\mathit{d} \mathbin{\mathsf{R}} \mathit{x\ y}) \leftrightarrow \bot \oplus \top";
    check(formula, Notation::Latex, latex);
    check("p0 & p1 & q", Notation::Lbt, "& p0 & p1 \"q\"");
    check(
        "a_1 W H b",
        Notation::Latex,
        r"\mathit{a\_1} \mathbin{\mathsf{W}} \mathsf{H}\,\mathit{b}",
    );
    check("p -> q && r", Notation::Spin, "p -> (q && r)");
    check("p -> q U r", Notation::Ltsmin, "p -> (q U r)");
}

#[test]
fn missing_operators_copy_the_smaller_operand() {
    check("a W (b & c)", Notation::Spin, "a U (b && c) || []a");
    check("(b & c) W a", Notation::Spin, "a V (b && c || a)");
    check("a M (b & c)", Notation::Ltsmin, "(a R b && c) && <>a");
    check("(b & c) M a", Notation::Ltsmin, "a U b && c && a");
}

#[test]
fn the_past_has_no_text_in_dialects_without_it() {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, "G(a -> O b)", Syntax::Spot).unwrap();
    for syntax in [Syntax::Spin, Syntax::Ltsmin, Syntax::Lbt] {
        assert_eq!(
            print(&formulas, f, syntax.into()),
            Err(PrintError::NoPast(syntax))
        );
    }
}

#[test]
fn text_that_would_not_fit_is_refused() {
    let mut formulas = Formulas::new();
    let text = "F[0..1000] F[0..1000] F[0..1000] a";
    let f = parse(&mut formulas, text, Syntax::Spot).unwrap();
    let refused = Err(PrintError::TooLarge { limit: SIZE_LIMIT });
    assert_eq!(print(&formulas, f, Notation::Spot), refused);
}

fn rounds() -> u64 {
    lariat_testkit::rounds(3_000, 50_000)
}

fn sample(seed: u64, past: bool) -> (Formulas, Formula, fastrand::Rng) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut formulas = Formulas::new();
    let shape = Shape {
        nodes: rng.usize(1..=20),
        atoms: 4,
        past,
    };
    let formula = random::formula(&mut rng, &mut formulas, shape);
    (formulas, formula, rng)
}

#[test]
fn what_is_printed_reads_back() {
    for seed in 0..rounds() {
        let (mut formulas, f, _) = sample(seed, true);
        for (notation, syntax) in [
            (Notation::Spot, Syntax::Spot),
            (Notation::Unicode, Syntax::Spot),
        ] {
            let text = print(&formulas, f, notation).unwrap();
            let back = parse(&mut formulas, &text, syntax);
            assert_eq!(back, Ok(f), "seed {seed}: {text}");
        }
        let (mut formulas, f, _) = sample(seed, false);
        let text = print(&formulas, f, Notation::Lbt).unwrap();
        assert_eq!(
            parse(&mut formulas, &text, Syntax::Lbt),
            Ok(f),
            "seed {seed}: {text}"
        );
    }
}

#[test]
fn what_is_rewritten_means_the_same_and_prints_stably() {
    let (mut same, mut rewritten) = (0, 0);
    for seed in 0..rounds() {
        let (mut formulas, f, mut rng) = sample(seed, false);
        for syntax in [Syntax::Spin, Syntax::Ltsmin] {
            let text = print(&formulas, f, syntax.into()).unwrap();
            let back = parse(&mut formulas, &text, syntax).expect(&text);
            let again = print(&formulas, back, syntax.into()).unwrap();
            assert_eq!(
                parse(&mut formulas, &again, syntax),
                Ok(back),
                "seed {seed}: {text}"
            );
            if back == f {
                same += 1;
            } else {
                rewritten += 1;
            }
            for _ in 0..5 {
                let word = random::word(&mut rng, &mut formulas, 4);
                let expected = holds(&formulas, f, &word);
                assert_eq!(
                    holds(&formulas, back, &word),
                    expected,
                    "seed {seed}: {text}"
                );
            }
        }
    }
    assert!(
        same > 500 && rewritten > 500,
        "lopsided: {same} as they were, {rewritten} rewritten"
    );
}

/// The text without its n-th pair of parentheses.
fn without_pair(text: &str, n: usize) -> Option<String> {
    let open = text.match_indices('(').nth(n)?.0;
    let mut depth = 0;
    let close = text[open..].find(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some(format!(
        "{} {} {}",
        &text[..open],
        &text[open + 1..open + close],
        &text[open + close + 1..]
    ))
}

#[test]
fn no_pair_of_parentheses_is_superfluous() {
    let mut pairs = 0;
    for seed in 0..rounds() {
        let (mut formulas, f, _) = sample(seed, false);
        for syntax in [Syntax::Spot, Syntax::Spin, Syntax::Ltsmin] {
            let text = print(&formulas, f, syntax.into()).unwrap();
            let f = parse(&mut formulas, &text, syntax).expect(&text);
            // Rewriting may bring equal operators together, which sets absorb.
            if print(&formulas, f, syntax.into()).as_ref() != Ok(&text) {
                continue;
            }
            for n in 0.. {
                let Some(shorter) = without_pair(&text, n) else {
                    break;
                };
                let other = parse(&mut formulas, &shorter, syntax);
                assert_ne!(other, Ok(f), "seed {seed}: {text} is also {shorter}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 1000, "only {pairs} pairs of parentheses");
}

#[test]
fn deep_and_large_formulas_print_without_recursion() {
    const DEPTH: usize = 50_000;
    let mut formulas = Formulas::new();
    for nest in ["!(", "GX(", "a U (", "a xor (", "(a R !", "b W ("] {
        let text = nest.repeat(DEPTH) + "b" + &")".repeat(DEPTH);
        let f = parse(&mut formulas, &text, Syntax::Spot).expect(nest);
        for notation in [
            Notation::Spot,
            Notation::Spin,
            Notation::Ltsmin,
            Notation::Lbt,
        ] {
            assert!(print(&formulas, f, notation).is_ok(), "{nest}");
        }
    }
    let names: Vec<String> = (0..100_000).map(|index| format!("p{index}")).collect();
    let f = parse(&mut formulas, &names.join(" & "), Syntax::Spot).unwrap();
    assert_eq!(
        print(&formulas, f, Notation::Spot).unwrap(),
        names.join(" & ")
    );
}

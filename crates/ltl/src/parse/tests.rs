use super::*;
use crate::random::{self, Shape};
use crate::{Node, Notation, print};

/// Parses, and spells the result with all parentheses.
fn read(text: &str, syntax: Syntax) -> String {
    match Parser::new(syntax).tree(text) {
        Ok(tree) => reading(&tree),
        Err(error) => format!("error: {error}"),
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(read(text, Syntax::Spot), expected, "{text}");
}

#[track_caller]
fn check_in(syntax: Syntax, text: &str, expected: &str) {
    assert_eq!(read(text, syntax), expected, "{text} in {syntax}");
}

#[track_caller]
fn check_error(syntax: Syntax, text: &str, message: &str, offending: &str) {
    let error = parse(&mut Formulas::new(), text, syntax).expect_err(text);
    assert_eq!(error.to_string(), message, "{text}");
    assert_eq!(&text[error.span], offending, "{text}");
}

#[track_caller]
fn check_same(left: &str, right: &str) {
    let mut formulas = Formulas::new();
    let a = parse(&mut formulas, left, Syntax::Spot).expect(left);
    let b = parse(&mut formulas, right, Syntax::Spot).expect(right);
    assert_eq!(a, b, "{left} and {right}");
}

#[test]
fn spot_binds_until_tightest_and_implication_loosest_both_to_the_right() {
    check("a U b U c", "a U (b U c)");
    check("a -> b -> c", "a -> (b -> c)");
    check("a -> b <-> c -> d", "a -> (b <-> (c -> d))");
    check("a & b U c", "a & (b U c)");
    check("a | b & c", "a | (b & c)");
    check("a | b xor c & d", "a | (b xor (c & d))");
    check("a xor b xor c", "(a xor b) xor c");
    check("a -> b & c | d", "a -> ((b & c) | d)");
    check("!a U X b R c W d M e", "!a U (X b R (c W (d M e)))");
    check("G a -> F b", "G a -> F b");
    check("a S b U c", "a S (b U c)");
    check("!a & b", "!a & b");
    check("!(a & b)", "!(a & b)");
}

#[test]
fn spin_has_one_boolean_level_to_the_left() {
    check_in(Syntax::Spin, "p -> q && r", "(p -> q) & r");
    check_in(Syntax::Spin, "a || b && c", "(a | b) & c");
    check_in(Syntax::Spin, "a U b U c", "(a U b) U c");
    check_in(Syntax::Spin, "a && b U c || d", "(a & (b U c)) | d");
    check_in(Syntax::Spin, "a -> b -> c", "(a -> b) -> c");
    check_in(Syntax::Spin, "a <-> b -> c V d", "(a <-> b) -> (c R d)");
    check_in(Syntax::Spin, "[]<>p -> <>[]q", "G F p -> F G q");
    check_in(
        Syntax::Spin,
        "always (p implies eventually q)",
        "G (p -> F q)",
    );
    check_in(Syntax::Spin, "p until q weakuntil next r", "(p U q) W X r");
    check_in(Syntax::Spot, "always", "\"always\"");
}

#[test]
fn ltsmin_lets_until_bind_loosest_and_all_to_the_left() {
    check_in(Syntax::Ltsmin, "a -> b U c", "(a -> b) U c");
    check_in(Syntax::Ltsmin, "a U b -> c", "a U (b -> c)");
    check_in(Syntax::Ltsmin, "a U b R c", "(a U b) R c");
    check_in(Syntax::Ltsmin, "a -> b -> c", "(a -> b) -> c");
    check_in(Syntax::Ltsmin, "a -> b <-> c", "a -> (b <-> c)");
    check_in(
        Syntax::Ltsmin,
        "a <-> b xor c || d && e",
        "a <-> (b xor (c | (d & e)))",
    );
    check_in(Syntax::Ltsmin, "[] a U b", "G a U b");
    check_in(
        Syntax::Ltsmin,
        "! ([] ( (phil_0 == 1) -> <> phil_0 == 2) )",
        "!G (\"phil_0 == 1\" -> F \"phil_0 == 2\")",
    );
}

#[test]
fn lbt_writes_operators_first() {
    check_in(Syntax::Lbt, "G i p0 F p1", "G (p0 -> F p1)");
    check_in(
        Syntax::Lbt,
        "|&p0!p1^te f\"x y\"",
        "(p0 & !p1) | (true xor (false <-> \"x y\"))",
    );
    check_in(
        Syntax::Lbt,
        "U V p0 p1 W R p2 p3 M p4 X p5",
        "(p0 R p1) U ((p2 R p3) W (p4 M X p5))",
    );
    check_in(Syntax::Lbt, " p12\n", "p12");
}

#[test]
fn every_spelling_of_an_operator_means_the_same() {
    for not in ["!", "~", "¬", "not "] {
        check_same(&format!("{not}a"), "!a");
    }
    for and in ["&", "&&", "/\\", "∧", "and"] {
        check_same(&format!("a {and} b"), "a & b");
    }
    for or in ["|", "||", "\\/", "∨", "or"] {
        check_same(&format!("a {or} b"), "a | b");
    }
    for xor in ["xor", "^", "⊕", "⊻"] {
        check_same(&format!("a {xor} b"), "a xor b");
    }
    for implies in ["->", "=>", "-->", "→", "⇒"] {
        check_same(&format!("a{implies}b"), "a -> b");
    }
    for iff in ["<->", "<=>", "<-->", "↔", "⇔"] {
        check_same(&format!("a{iff}b"), "a <-> b");
    }
    for globally in ["G", "[]", "□", "◻"] {
        check_same(&format!("{globally} a"), "G(a)");
    }
    for finally in ["F", "<>", "◇", "◊", "⋄"] {
        check_same(&format!("{finally} a"), "F(a)");
    }
    for next in ["X", "○", "◯", "X[1]"] {
        check_same(&format!("{next} a"), "X(a)");
    }
    for truth in ["true", "True", "TRUE", "1", "⊤"] {
        check_same(truth, "true");
    }
    for falsity in ["false", "False", "FALSE", "0", "⊥"] {
        check_same(falsity, "false");
    }
    check_same("a V b", "a R b");
    check_same("F[]a", "FGa");
}

#[test]
fn words_of_operators_are_split_before_a_lower_case_letter() {
    check("GFp", "G F p");
    check("XXa", "X X a");
    check("GF p", "G F p");
    check("GF(p)", "G F p");
    check("FGp1 & Xfoo.bar", "F G p1 & X foo.bar");
    check("FULL", "FULL");
    check("G0", "G0");
    check("G_a", "G_a");
    check("Gate.open", "G ate.open");
    check("Gtrue", "G true");
    check("XFalse", "X false");
    check("Sa", "Sa");
    check("HOY", "HOY");
    check("aUb", "aUb");
    check("H a S O Y b", "H a S O Y b");
}

#[test]
fn names_of_the_model_win_over_operators() {
    let is_name = |word: &str| ["Gate.open", "GFp", "U", "P-start_1_0", "p-1"].contains(&word);
    let parser = Parser::new(Syntax::Spot).with_names(&is_name);
    let read = |text: &str| reading(&parser.tree(text).expect(text));
    assert_eq!(
        read("Gate.open & Gate.closed"),
        "\"Gate.open\" & G ate.closed"
    );
    assert_eq!(read("F GFp"), "F \"GFp\"");
    assert_eq!(read("P-start_1_0->GU"), "\"P-start_1_0\" -> GU");
    assert_eq!(read("X U"), "X \"U\"");
    assert_eq!(read("Gp-1"), "G \"p-1\"");
    assert_eq!(read("P-start_1_0 + 1 <= p-1"), "\"P-start_1_0 + 1 <= p-1\"");
}

#[test]
fn propositions_are_names_elements_comparisons_calls_and_quotations() {
    check("P_0.CS", "P_0.CS");
    check("x==3", "\"x == 3\"");
    check("Gx==3&y", "G \"x == 3\" & y");
    check("P_0.j<2 -> y[1]==0", "\"P_0.j < 2\" -> \"y[1] == 0\"");
    check("y[i+1]", "\"y[i + 1]\"");
    check("y[x[2]-1][0] + 1 > 3", "\"y[x[2] - 1][0] + 1 > 3\"");
    check("p1 + p2 <= 3 | q", "\"p1 + p2 <= 3\" | q");
    check("1 >= x", "\"1 >= x\"");
    check("x != -1", "\"x != -1\"");
    check(
        "\"P_0.j < 2 && y[1] == 0\" U a",
        "\"P_0.j < 2 && y[1] == 0\" U a",
    );
    check("\"say \\\"a\\\\b\\\"\"", "\"say \\\"a\\\\b\\\"\"");
    check("\"a\"", "a");
    check(
        "enabled( P_0 ) & taken(x#y)",
        "\"enabled(P_0)\" & \"taken(x#y)\"",
    );
    check("F fireable(t(1), t2)", "F \"fireable(t(1), t2)\"");
    check("größe & 変数", "größe & 変数");
    check_same("x==3", "\"x == 3\"");
}

#[test]
fn bounds_unfold() {
    check_same("X[0]a", "a");
    check_same("X[3]a", "XXXa");
    check_same("F[2..4]a", "XX(a | X(a | Xa))");
    check_same("G[1:2]a", "X(a & Xa)");
    check_same("G[ 1 .. 1 ] a", "Xa");
    check_same("F[2..]a", "XXFa");
    check_same("F[2]a", "XXa");
    check_same("GX[2]a & b", "(GXXa) & b");
    check_same("rose(p)", "p & !Y p");
    check_same("fell(p | q)", "!(p | q) & Y(p | q)");
    check("rose & fell", "rose & fell");
    check("F[2..4] a", "F[2..4] a");
}

#[test]
fn errors_say_what_is_missing_and_where() {
    use Syntax::Spot;
    check_error(Spot, "", "expected a formula, found nothing", "");
    check_error(Spot, "  ", "expected a formula, found nothing", "");
    check_error(Spot, "p U", "expected a formula after `U`", "");
    check_error(Spot, "p U | q", "expected a formula after `U`", "|");
    check_error(Spot, "& q", "expected a formula before `&`", "&");
    check_error(Spot, "U", "expected a formula before `U`", "U");
    check_error(Spot, "a -> (U & b)", "expected a formula before `U`", "U");
    check_error(Spot, "a -> G", "expected a formula after `G`", "");
    check_error(Spot, "GF)", "expected a formula after `F`", ")");
    check_error(Spot, "a b", "expected an operator before `b`", "b");
    check_error(Spot, "a (b)", "expected an operator before `(`", "(");
    check_error(Spot, "a Gb", "expected an operator before `G`", "G");
    check_error(
        Spot,
        "()",
        "expected a formula between the parentheses",
        "()",
    );
    check_error(Spot, "(a & (b)", "this `(` is never closed", "(");
    check_error(Spot, "(", "this `(` is never closed", "(");
    check_error(Spot, "a)", "this `)` closes nothing", ")");
    check_error(Spot, ")", "this `)` closes nothing", ")");
    check_error(Spot, "\"a", "this `\"` is never closed", "\"");
    check_error(Spot, "F[1", "this `[` is never closed", "[");
}

#[test]
fn errors_say_what_stands_where_a_formula_should() {
    use Syntax::Spot;
    check_error(Spot, "a = b", "unknown operator `=`", "=");
    check_error(Spot, "a ? b", "unknown operator `?`", "?");
    check_error(Spot, "a ⟿ b", "unknown operator `⟿`", "⟿");
    check_error(Spot, "a & 5", "expected a formula, found the number 5", "5");
    check_error(
        Spot,
        "a + b",
        "expected a comparison after `a + b`",
        "a + b",
    );
    check_error(
        Spot,
        "a + b & c",
        "expected a comparison after `a + b`",
        "a + b",
    );
    check_error(Spot, "a <", "expected a number or a name after `<`", "");
    check_error(
        Spot,
        "a == U",
        "expected a number or a name after `==`",
        "U",
    );
    check_error(Spot, "y[1 == 0", "this `[` is never closed", "[");
    check_error(Spot, "y[] == 0", "expected an operator before `[]`", "[]");
    check_error(Spot, "enabled(P", "this `(` is never closed", "(");
    check_error(
        Spot,
        "F[3..1]a",
        "the first bound is larger than the second",
        "[3..1]",
    );
    check_error(
        Spot,
        "F[a]b",
        "these are not bounds that `F` can take",
        "[a]",
    );
    check_error(
        Spot,
        "X[1..2]b",
        "these are not bounds that `X` can take",
        "[1..2]",
    );
    check_error(
        Spot,
        "X[99999999999]b",
        "these are not bounds that `X` can take",
        "[99999999999]",
    );
}

#[test]
fn lbt_errors_count_operands() {
    check_error(Syntax::Lbt, "", "expected a formula, found nothing", "");
    check_error(
        Syntax::Lbt,
        "U p0",
        "`U` takes two operands, found one operand",
        "U",
    );
    check_error(
        Syntax::Lbt,
        "& p0 !",
        "`!` takes one operand, found none",
        "!",
    );
    check_error(
        Syntax::Lbt,
        "p0 p1",
        "the formula is complete before `p1`",
        "p1",
    );
    check_error(
        Syntax::Lbt,
        "& p0 request",
        "unknown operator `request`",
        "request",
    );
    check_error(Syntax::Lbt, "\"p0", "this `\"` is never closed", "\"");
}

#[test]
fn errors_suggest_a_repair() {
    let help = |text: &str| {
        parse(&mut Formulas::new(), text, Syntax::Spot)
            .unwrap_err()
            .help()
    };
    let quoted = "for a proposition of that name, write it in double quotes: \"U\"";
    assert_eq!(help("U & a"), quoted);
    let error = parse(&mut Formulas::new(), "& p0 request", Syntax::Lbt).unwrap_err();
    assert_eq!(error.help(), quoted.replace('U', "request"));
    assert_eq!(help("a = 3"), "did you mean `==`?");
    assert_eq!(help("(a"), "close it with `)`");
    assert!(help("").contains("such as G("));
}

#[test]
fn unfolding_is_bounded() {
    for text in [
        "X[4000000000]a",
        "F[0..4000000000]a",
        "G[3999999999..4000000000]a",
    ] {
        let error = parse(&mut Formulas::new(), text, Syntax::Spot).unwrap_err();
        assert_eq!(
            error.kind,
            ParseErrorKind::UnfoldsTooFar { limit: 1_000_000 },
            "{text}"
        );
        assert_eq!(error.span, 0..1);
    }
    let wide: Vec<String> = (0..2000).map(|index| format!("p{index}")).collect();
    for operator in ["F[0..1000]", "G[0..1000]"] {
        let text = format!(
            "{operator}({}) & {operator}({})",
            wide.join("|"),
            wide.join("&")
        );
        let error = parse(&mut Formulas::new(), &text, Syntax::Spot).unwrap_err();
        assert_eq!(
            error.kind,
            ParseErrorKind::UnfoldsTooFar { limit: 1_000_000 }
        );
    }
    let deep = "rose(".repeat(50_000) + "p" + &")".repeat(50_000);
    let error = parse(&mut Formulas::new(), &deep, Syntax::Spot).unwrap_err();
    assert_eq!(
        error.kind,
        ParseErrorKind::UnfoldsTooFar { limit: 1_000_000 }
    );
    assert!(parse(&mut Formulas::new(), "F[0..100000]X[100000]a", Syntax::Spot).is_ok());
    let written_out = "X".repeat(1_000_002) + "a";
    assert!(parse(&mut Formulas::new(), &written_out, Syntax::Spot).is_ok());
}

#[test]
fn dialects_that_read_differently_are_named() {
    let readings = |text| Parser::new(Syntax::Spot).readings(text);
    assert_eq!(readings("G(a -> F b)"), None);
    assert_eq!(readings("a &"), None);
    let found = readings("a -> b U c").unwrap();
    assert_eq!(found.ours, "a -> (b U c)");
    assert_eq!(found.others, [(Syntax::Ltsmin, "(a -> b) U c".to_owned())]);
    assert_eq!(readings("a & b & (c & d)"), None);
    let from_spin = Parser::new(Syntax::Spin).readings("p -> q && r").unwrap();
    assert_eq!(from_spin.ours, "(p -> q) & r");
    assert_eq!(from_spin.others.len(), 2);
    assert_eq!(Parser::new(Syntax::Lbt).readings("U p0 p1"), None);
}

#[test]
fn fully_parenthesised_readings_mean_the_same_in_every_dialect() {
    check("rose(p) & fell(q | r)", "rose(p) & fell(q | r)");
    for seed in 0..2_000 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: rng.usize(1..=20),
            atoms: 4,
            past: true,
        };
        let f = random::formula(&mut rng, &mut formulas, shape);
        let text = print(&formulas, f, Notation::Spot).unwrap();
        let reading = read(&text, Syntax::Spot);
        for syntax in [Syntax::Spot, Syntax::Spin, Syntax::Ltsmin] {
            assert_eq!(
                parse(&mut formulas, &reading, syntax),
                Ok(f),
                "seed {seed}: {reading}"
            );
        }
        assert_eq!(
            Parser::new(Syntax::Spot).readings(&reading),
            None,
            "seed {seed}: {reading}"
        );
    }
}

#[test]
fn deep_and_large_texts_parse_without_recursion() {
    const DEPTH: usize = 50_000;
    let mut formulas = Formulas::new();
    for open in [
        "(", "!(", "G(", "a U (", "a & (", "a | (", "a -> (", "(a & !", "X",
    ] {
        let close = if open.contains('(') { ")" } else { "" };
        let text = open.repeat(DEPTH) + "b" + &close.repeat(DEPTH);
        assert!(parse(&mut formulas, &text, Syntax::Spot).is_ok(), "{open}");
    }
    let left = "(".repeat(DEPTH) + "b" + &" & a)".repeat(DEPTH);
    assert!(parse(&mut formulas, &left, Syntax::Spot).is_ok());
    let chain = |operator: &str| {
        let names: Vec<String> = (0..DEPTH).map(|index| format!("p{index}")).collect();
        names.join(operator)
    };
    for operator in ["&", "|", "->", " U ", " xor "] {
        for syntax in [Syntax::Spot, Syntax::Spin, Syntax::Ltsmin] {
            assert!(
                parse(&mut formulas, &chain(operator), syntax).is_ok(),
                "{operator}"
            );
        }
    }
    let element = "y[".repeat(DEPTH) + "1" + &"]".repeat(DEPTH) + " == -1";
    assert!(parse(&mut formulas, &element, Syntax::Spot).is_ok());
    let lbt = "U p0 ".repeat(DEPTH) + "p1";
    assert!(parse(&mut formulas, &lbt, Syntax::Lbt).is_ok());
    let nested = "p0 & (".repeat(3) + "q" + &")".repeat(3);
    let f = parse(&mut formulas, &nested, Syntax::Spot).unwrap();
    assert!(matches!(formulas.node(f), Node::And(parts) if parts.len() == 2));
}

#[test]
fn long_tokens_are_read_without_recursion() {
    const LENGTH: usize = 1_000_000;
    let mut formulas = Formulas::new();
    for (open, letter, close) in [
        ("a", ".b", ""),
        ("\"", "x", "\""),
        ("\"", "\\x", "\""),
        ("1", "1", " == x"),
        ("a", " ", ""),
    ] {
        let text = open.to_owned() + &letter.repeat(LENGTH) + close;
        assert!(
            parse(&mut formulas, &text, Syntax::Spot).is_ok(),
            "{open}{letter}{close}"
        );
    }
}

#[test]
fn different_conjuncts_nested_deeply_are_flattened_once() {
    let mut formulas = Formulas::new();
    let count = 50_000;
    let opened: String = (0..count).map(|index| format!("p{index} & (")).collect();
    let text = opened + "q" + &")".repeat(count);
    let f = parse(&mut formulas, &text, Syntax::Spot).unwrap();
    assert!(matches!(formulas.node(f), Node::And(parts) if parts.len() == count + 1));
}

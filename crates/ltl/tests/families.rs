//! The families of formulas: their definitions, and the same formulas as others write them down.

use lariat_ltl::families::{Family, families, family};
use lariat_ltl::nnf::nnf;
use lariat_ltl::semantics::{TrueAtoms, Word, holds};
use lariat_ltl::{Atom, Formula, Formulas, Node, Syntax, parse};
use lariat_testkit::data;

fn generate(name: &str, n: usize) -> String {
    let family: &Family = family(name).expect(name);
    family.generate(n).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn check(name: &str, n: usize, expected: &str) {
    let mut formulas = Formulas::new();
    let text = generate(name, n);
    let ours = parse(&mut formulas, &text, Syntax::Spot).expect(&text);
    let expected = parse(&mut formulas, expected, Syntax::Spot).expect(expected);
    assert_eq!(ours, expected, "{name} {n}: {text}");
}

#[test]
fn families_follow_their_definitions() {
    check("and-gf", 1, "GFp1");
    check("and-gf", 3, "GFp1 & GFp2 & GFp3");
    check("or-fg", 2, "FGp1 | FGp2");
    check("fairness", 2, "(GFe1 -> GFt1) & (GFe2 -> GFt2) -> GFg");
    check("gh-q", 2, "(Fp1 | Gp2) & (Fp2 | Gp3)");
    check("gh-r", 2, "(GFp1 | FGp2) & (GFp2 | FGp3)");
    check("u-left", 1, "p1");
    check("u-left", 4, "((p1 U p2) U p3) U p4");
    check("u-right", 1, "p1");
    check("u-right", 4, "p1 U (p2 U (p3 U p4))");
    check("r-left", 3, "(p1 R p2) R p3");
    check("ccj-alpha", 1, "Fp1 & Fq1");
    check("ccj-alpha", 3, "F(p1 & F(p2 & Fp3)) & F(q1 & F(q2 & Fq3))");
    check("tv-uu", 1, "G(p1 -> (p1 U p2))");
    check("tv-uu", 3, "G(p1 -> (p1 U (p2 & (p2 U (p3 & (p3 U p4))))))");
    check("sejk-k", 2, "(GFa1 | FGb1) & (GFa2 | FGb2)");
    check("ms-phi-s", 0, "FGa0 | GFb0");
    check("ms-phi-s", 1, "(FGa1 | GFb1) & FGa0 & GFb0");
    check(
        "ms-phi-s",
        2,
        "(FGa2 | GFb2) & ((FGa1 & GFb1) | FGa0 | GFb0)",
    );
}

#[test]
fn every_family_parses_at_its_ends_and_refuses_beyond_them() {
    for family in families() {
        let (first, last) = (*family.range.start(), *family.range.end());
        for n in [first, first + 1, last.min(first + 30)] {
            let text = generate(family.name, n);
            parse(&mut Formulas::new(), &text, Syntax::Spot).expect(&text);
        }
        let error = family.generate(last + 1).unwrap_err();
        assert!(error.to_string().starts_with(family.name), "{error}");
    }
    assert!(family("and-gf").expect("a family").generate(0).is_err());
    assert!(family("nothing").is_none());
    let names: Vec<_> = families().iter().map(|family| family.name).collect();
    assert!(names.is_sorted(), "{names:?}");
}

/// The values, each as n bits from the lowest to the highest, `m` at the lowest.
fn written(formulas: &mut Formulas, n: usize, values: std::ops::Range<u32>) -> Vec<TrueAtoms> {
    let (m, b) = (formulas.atom_named("m"), formulas.atom_named("b"));
    let mut letters = Vec::new();
    for value in values {
        for bit in 0..n {
            let mut letter = TrueAtoms::new();
            letter.extend((bit == 0).then_some(m));
            letter.extend((value >> bit & 1 == 1).then_some(b));
            letters.push(letter);
        }
    }
    letters
}

/// The word with one proposition flipped in one letter of the cycle.
fn flipped(word: &Word, position: usize, atom: Atom) -> Word {
    let mut cycle = word.cycle().to_vec();
    if !cycle[position].remove(&atom) {
        cycle[position].insert(atom);
    }
    Word::new(word.prefix().to_vec(), cycle)
}

#[test]
fn the_counter_accepts_counting_and_nothing_near_it() {
    for n in 1..=4 {
        let mut formulas = Formulas::new();
        let text = generate("rv-counter", n);
        let f = parse(&mut formulas, &text, Syntax::Spot).expect(&text);
        let word = Word::new(Vec::new(), written(&mut formulas, n, 0..1 << n));
        assert!(holds(&formulas, f, &word), "{n} bits");
        for back_to in 1..1 << n {
            let prefix = written(&mut formulas, n, 0..back_to);
            let cycle = written(&mut formulas, n, back_to..1 << n);
            let other = Word::new(prefix, cycle);
            assert!(!holds(&formulas, f, &other), "{n} bits, back to {back_to}");
        }
        for position in 0..word.cycle().len() {
            for name in ["m", "b"] {
                let atom = formulas.atom_named(name);
                let other = flipped(&word, position, atom);
                assert!(
                    !holds(&formulas, f, &other),
                    "{n} bits, {name} flipped at {position}"
                );
            }
        }
    }
}

#[test]
fn kr_n_accepts_a_word_that_is_repeated_after_the_mark() {
    let accepts = |n: usize, letters: &[&str]| {
        let mut formulas = Formulas::new();
        let text = generate("kr-n", n);
        let f = parse(&mut formulas, &text, Syntax::Spot).expect(&text);
        let prefix = letters
            .iter()
            .map(|name| TrueAtoms::from([formulas.atom_named(name)]))
            .collect();
        let c = formulas.atom_named("c");
        holds(&formulas, f, &Word::new(prefix, vec![TrueAtoms::from([c])]))
    };
    assert!(accepts(1, &["c", "a1", "c", "d", "a1"]));
    assert!(accepts(1, &["c", "b1", "c", "a1", "c", "d", "b1"]));
    assert!(!accepts(1, &["c", "b1", "c", "d", "a1"]));
    assert!(!accepts(1, &["c", "d", "a1"]));
    assert!(!accepts(1, &["a1", "c", "d", "a1"]));
    assert!(accepts(
        2,
        &["c", "a1", "b2", "c", "b1", "b2", "c", "d", "a1", "b2"]
    ));
    assert!(!accepts(
        2,
        &["c", "a1", "a2", "c", "b1", "b2", "c", "d", "a1", "b2"]
    ));
    assert!(!accepts(2, &["c", "a1", "c", "d", "a1", "a2"]));
}

fn lines(folder: &std::path::Path, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(file)).expect(file);
    text.lines().map(str::to_owned).collect()
}

/// The propositions of a formula.
fn atoms(formulas: &Formulas, formula: Formula) -> Vec<Atom> {
    let leaf = |sub| match formulas.node(sub) {
        Node::Atom(atom) => Some(*atom),
        _ => None,
    };
    formulas
        .subformulas(formula)
        .into_iter()
        .filter_map(leaf)
        .collect()
}

/// All orders of the items.
fn permutations(items: &[Atom]) -> Vec<Vec<Atom>> {
    let Some((first, rest)) = items.split_first() else {
        return vec![Vec::new()];
    };
    let mut all = Vec::new();
    for shorter in permutations(rest) {
        for place in 0..=shorter.len() {
            let mut longer = shorter.clone();
            longer.insert(place, *first);
            all.push(longer);
        }
    }
    all
}

/// A random word over the propositions; each is rare or frequent, so that patterns occur.
fn random_word(rng: &mut fastrand::Rng, atoms: &[Atom]) -> Word {
    let frequencies: Vec<_> = atoms.iter().map(|&atom| (atom, rng.f64())).collect();
    let length = if rng.bool() { 0 } else { rng.usize(..12) };
    let period = rng.usize(1..=3);
    let mut letters = |count: usize| -> Vec<TrueAtoms> {
        let mut letter = || {
            let chosen = frequencies
                .iter()
                .filter(|(_, frequency)| rng.f64() < *frequency);
            chosen.map(|(atom, _)| *atom).collect()
        };
        (0..count).map(|_| letter()).collect()
    };
    let prefix = letters(length);
    Word::new(prefix, letters(period))
}

fn renamed(word: &Word, from: &[Atom], to: &[Atom]) -> Word {
    let rename = |letter: &TrueAtoms| -> TrueAtoms {
        let place = |atom: &Atom| {
            from.iter()
                .position(|other| other == atom)
                .expect("an atom")
        };
        letter.iter().map(|atom| to[place(atom)]).collect()
    };
    let all = |letters: &[TrueAtoms]| letters.iter().map(rename).collect();
    Word::new(all(word.prefix()), all(word.cycle()))
}

/// Checks that the formulas mean the same under some renaming of propositions.
fn check_equal_under_renaming(ours: &str, theirs: &str) {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, ours, Syntax::Spot).expect(ours);
    let g = parse(&mut formulas, theirs, Syntax::Spot).expect(theirs);
    let (from, to) = (atoms(&formulas, f), atoms(&formulas, g));
    assert_eq!(from.len(), to.len(), "{ours} and {theirs}");
    let mut rng = fastrand::Rng::with_seed(1);
    let words: Vec<_> = (0..1_000).map(|_| random_word(&mut rng, &from)).collect();
    let verdicts: Vec<_> = words.iter().map(|word| holds(&formulas, f, word)).collect();
    assert!(
        verdicts.contains(&true) && verdicts.contains(&false),
        "lopsided: {ours}"
    );
    let fits = |order: &Vec<Atom>| {
        words
            .iter()
            .zip(&verdicts)
            .all(|(word, &verdict)| holds(&formulas, g, &renamed(word, &from, order)) == verdict)
    };
    assert!(permutations(&to).iter().any(fits), "{ours} is not {theirs}");
}

#[test]
fn the_lists_are_those_of_the_literature() {
    let Some(folder) = data("ltl/literature") else {
        return;
    };
    for (name, file) in [
        ("dac", "DwyerAC98.ltl"),
        ("eh", "EtessamiH00.ltl"),
        ("sb", "SomenziB00.ltl"),
    ] {
        let lines = lines(&folder, file);
        assert_eq!(lines.len(), *family(name).expect(name).range.end());
        for (index, theirs) in lines.iter().enumerate() {
            let ours = generate(name, index + 1);
            // Two of the formulas are valid: words do not tell them apart.
            if name == "sb" && [11, 12].contains(&(index + 1)) {
                check_same_under_renaming(&ours, theirs);
            } else {
                check_equal_under_renaming(&ours, theirs);
            }
        }
    }
}

/// The formula with its propositions renamed, in negation normal form, with G distributed over ∧.
fn canonical(formulas: &mut Formulas, text: &str, rename: &dyn Fn(Atom) -> Atom) -> Formula {
    let f = parse(formulas, text, Syntax::Spot).expect(text);
    let f = nnf(formulas, f);
    let mut made = std::collections::HashMap::new();
    for sub in formulas.subformulas(f) {
        let node = formulas.node(sub).clone().map(|operand| made[&operand]);
        let node = match node {
            Node::Atom(atom) => Node::Atom(rename(atom)),
            Node::Globally(a) => match formulas.node(a).clone() {
                Node::And(parts) => Node::And(
                    parts
                        .iter()
                        .map(|&part| formulas.make(Node::Globally(part)))
                        .collect(),
                ),
                _ => node,
            },
            other => other,
        };
        made.insert(sub, formulas.make(node));
    }
    made[&f]
}

/// Checks that the formulas are the same up to the names of propositions and the place of G.
fn check_same_under_renaming(ours: &str, theirs: &str) {
    let mut formulas = Formulas::new();
    let g = canonical(&mut formulas, theirs, &|atom| atom);
    let f = parse(&mut formulas, ours, Syntax::Spot).expect(ours);
    let (from, to) = (atoms(&formulas, f), atoms(&formulas, g));
    assert_eq!(from.len(), to.len(), "{ours} and {theirs}");
    let found = permutations(&to).into_iter().any(|order| {
        let rename = |atom| {
            order[from
                .iter()
                .position(|&other| other == atom)
                .expect("an atom")]
        };
        canonical(&mut formulas, ours, &rename) == g
    });
    assert!(found, "{ours} is not {theirs}");
}

#[test]
fn the_scalable_families_are_those_of_the_literature() {
    let Some(folder) = data("ltl/literature") else {
        return;
    };
    let easy = lines(&folder, "Parametrised.ltl");
    let families = [
        ("u-left", 3, 0),
        ("r-left", 3, 3),
        ("u-right", 3, 6),
        ("tv-uu", 1, 12),
    ];
    for (name, first, line) in families
        .into_iter()
        .chain([("gh-q", 2, 15), ("and-gf", 3, 21)])
    {
        for index in 0..3 {
            check_same_under_renaming(&generate(name, first + index), &easy[line + index]);
        }
    }
    let hard = lines(&folder, "Parametrised-Hardness.ltl");
    for (name, first, line, count) in [
        ("kr-n", 1, 0, 2),
        ("ms-phi-s", 1, 9, 3),
        ("rv-counter", 1, 12, 2),
    ] {
        for index in 0..count {
            check_same_under_renaming(&generate(name, first + index), &hard[line + index]);
        }
    }
}

/// The conjuncts of the assumptions or of the guarantees of A -> G.
fn conjuncts(formulas: &Formulas, side: Formula) -> Vec<Formula> {
    match formulas.node(side) {
        Node::And(parts) => parts.to_vec(),
        _ => vec![side],
    }
}

/// Whether the formulas speak of the same propositions and agree on random words, of which some
/// satisfy them and some do not.
fn agree(formulas: &Formulas, left: Formula, right: Formula) -> bool {
    let mut spoken_of = atoms(formulas, left);
    let mut other = atoms(formulas, right);
    spoken_of.sort();
    other.sort();
    if spoken_of != other {
        return false;
    }
    let mut rng = fastrand::Rng::with_seed(1);
    let words: Vec<_> = (0..300)
        .map(|_| random_word(&mut rng, &spoken_of))
        .collect();
    let verdicts = |f| {
        words
            .iter()
            .map(|word| holds(formulas, f, word))
            .collect::<Vec<_>>()
    };
    let expected = verdicts(left);
    expected.contains(&true) && expected.contains(&false) && verdicts(right) == expected
}

/// Checks that both are implications between conjunctions of equivalent conjuncts.
fn check_same_conjuncts(ours: &str, theirs: &str, name: &str) {
    let mut formulas = Formulas::new();
    let sides = |formulas: &mut Formulas, text: &str| {
        let f = parse(formulas, text, Syntax::Spot).expect(name);
        match formulas.node(f) {
            Node::Implies(a, b) => (*a, *b),
            _ => panic!("{name} is no implication"),
        }
    };
    let (ours, theirs) = (sides(&mut formulas, ours), sides(&mut formulas, theirs));
    for (one, other) in [(ours, theirs), (theirs, ours)] {
        for (one, other) in [(one.0, other.0), (one.1, other.1)] {
            let candidates = conjuncts(&formulas, other);
            for conjunct in conjuncts(&formulas, one) {
                let found = candidates
                    .iter()
                    .any(|&other| agree(&formulas, conjunct, other));
                let text = lariat_ltl::print(&formulas, conjunct, lariat_ltl::Notation::Spot);
                assert!(found, "{name}: {}", text.expect("a small conjunct"));
            }
        }
    }
}

#[test]
fn the_synthesis_specifications_are_those_of_the_literature() {
    let Some(folder) = data("ltl/literature") else {
        return;
    };
    for (name, sizes) in [("amba", 2..=4), ("genbuf", 1..=4)] {
        for n in sizes {
            let file = folder.join(format!("../{name}/{name}.{n}.ltl"));
            let theirs = std::fs::read_to_string(&file)
                .expect(name)
                .replace("ZC", "_");
            let ours = generate(&format!("{name}-gr1"), n);
            check_same_conjuncts(&ours, &theirs, &format!("{name} {n}"));
        }
    }
}

/// The distinct temporal subformulas.
fn temporal_subformulas(text: &str) -> usize {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, text, Syntax::Spot).expect(text);
    let temporal = |&sub: &Formula| {
        matches!(
            formulas.node(sub),
            Node::Next(_)
                | Node::Finally(_)
                | Node::Globally(_)
                | Node::Until(..)
                | Node::WeakUntil(..)
        )
    };
    formulas
        .subformulas(f)
        .iter()
        .filter(|sub| temporal(sub))
        .count()
}

#[test]
fn the_arbiter_grows_as_published() {
    for n in [2, 4, 8, 16] {
        assert_eq!(
            temporal_subformulas(&generate("amba", n)),
            17 * n + 18,
            "{n} masters"
        );
    }
}

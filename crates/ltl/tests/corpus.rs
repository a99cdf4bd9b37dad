//! The parser and printer on a kept corpus and on seeded mutations of it.

use std::path::Path;

use lariat_testkit::any_text::formula;
use lariat_testkit::rounds;

fn corpus() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("a file of the corpus").path();
        let bytes = std::fs::read(&path).expect("a file of the corpus");
        texts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
    }
    texts.sort();
    texts.into_iter().map(|(_, text)| text).collect()
}

#[test]
fn every_file_of_the_corpus_is_read() {
    let texts = corpus();
    assert!(texts.len() > 10);
    texts.iter().for_each(|text| formula::check(text));
    texts
        .iter()
        .flat_map(|text| text.lines())
        .for_each(formula::check);
}

/// Pieces of text that mean something to some dialect.
const PIECES: &[&str] = &[
    "a", "p0", "x.y", "y[1]", "(", ")", "[", "]", "[]", "<>", "\"", "\\", "G", "F", "X", "GF", "U",
    "R", "V", "W", "M", "S", "Y", "O", "H", "!", "~", "not ", "&", "&&", "/\\", "|", "||", "\\/",
    "^", " xor ", "->", "=>", "<->", "<=>", "==", "!=", "<=", "<", ">=", "=", "+", "-", "*", "/",
    "%", "0", "1", "17", "..", ":", "[2]", "[0..3]", "[2..]", "[3..1]", "rose(", "fell(",
    "enabled(", "true", "False", " ", "\n", "\t", "□", "◇", "○", "∧", "¬", "→", "ü", "é", "\u{0}",
    "t", "f", "i", "e", ".", ",", "'", "#",
];

/// The text with some pieces removed, repeated, inserted or exchanged.
fn mutated(rng: &mut fastrand::Rng, text: &str, other: &str) -> String {
    let mut letters: Vec<char> = text.chars().take(400).collect();
    for _ in 0..rng.usize(1..6) {
        let start = rng.usize(..=letters.len());
        let end = (start + rng.usize(..5)).min(letters.len());
        let new: Vec<char> = match rng.u8(..4) {
            0 => Vec::new(),
            1 => letters[start..end].repeat(2),
            2 => other
                .chars()
                .skip(rng.usize(..20))
                .take(rng.usize(..20))
                .collect(),
            _ => PIECES[rng.usize(..PIECES.len())].chars().collect(),
        };
        letters.splice(start..end, new);
    }
    letters.into_iter().collect()
}

#[test]
fn mutations_of_the_corpus_are_read() {
    let texts: Vec<String> = corpus()
        .iter()
        .flat_map(|text| text.lines())
        .map(str::to_owned)
        .collect();
    for seed in 0..rounds(60_000, 2_000_000) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let text = &texts[rng.usize(..texts.len())];
        let other = &texts[rng.usize(..texts.len())];
        let text = mutated(&mut rng, text, other);
        let checked = std::panic::catch_unwind(|| formula::check(&text));
        assert!(checked.is_ok(), "seed {seed}: {text:?}");
    }
}

//! The readers on texts that went wrong: seeded mutations of the kept corpus.

use std::path::Path;

use fastrand::Rng;
use lariat_testkit::any_text::automaton::{check_hoa, check_lbtt, check_never};
use lariat_testkit::rounds;

fn corpus(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is part of the project")
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    let read = |path| std::fs::read(path).expect("readable");
    let texts = paths.into_iter().map(read);
    texts
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect()
}

/// Pieces that the formats are made of.
const PIECES: [&str; 40] = [
    "HOA: v1",
    "--BODY--",
    "--END--",
    "--ABORT--",
    "State:",
    "States:",
    "Start:",
    "AP:",
    "Alias:",
    "@a",
    "Acceptance:",
    "acc-name:",
    "properties:",
    "Inf(",
    "Fin(!",
    "0",
    "1",
    "4294967295",
    "-1",
    "t",
    "&",
    "|",
    "!",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\",
    "/*",
    "*/",
    "never {",
    "goto",
    "::",
    "accept_",
    "é",
    "->",
    ";",
];

/// A text changed in a few places, or put together of two.
fn mutated(texts: &[String], rng: &mut Rng) -> String {
    let mut bytes = texts[rng.usize(0..texts.len())].clone().into_bytes();
    for _ in 0..rng.usize(1..=3) {
        let place = rng.usize(0..=bytes.len());
        let end = (place + rng.usize(0..12)).min(bytes.len());
        match rng.u8(0..12) {
            0 => drop(bytes.drain(place..end)),
            1 => drop(bytes.splice(place..place, PIECES[rng.usize(0..PIECES.len())].bytes())),
            2 => drop(bytes.splice(place..end, PIECES[rng.usize(0..PIECES.len())].bytes())),
            3 => bytes.truncate(place),
            4 => {
                let copied = bytes[place..end].to_vec();
                let target = rng.usize(0..=bytes.len());
                bytes.splice(target..target, copied);
            }
            5 => {
                let other = texts[rng.usize(0..texts.len())].as_bytes();
                bytes.truncate(place);
                bytes.extend_from_slice(&other[rng.usize(0..=other.len())..]);
            }
            // Small changes, which often leave the text valid.
            _ => {
                let small = |byte: &u8| byte.is_ascii_digit() || b"&| \npq".contains(byte);
                let found = bytes[place..]
                    .iter()
                    .position(small)
                    .map(|offset| place + offset);
                if let Some(found) = found {
                    bytes[found] = match bytes[found] {
                        b'0'..=b'9' => rng.u8(b'0'..=b'2'),
                        b'&' | b'|' => b"&|"[rng.usize(0..2)],
                        b'p' | b'q' => b"pq"[rng.usize(0..2)],
                        _ => b" \n\t"[rng.usize(0..3)],
                    };
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn the_corpus_is_read_as_it_should() {
    let counts: Vec<_> = corpus("hoa").iter().map(|text| check_hoa(text)).collect();
    let (read, faulty) = counts
        .iter()
        .fold((0, 0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
    assert_eq!((read, faulty), (13, 11));
    assert_eq!(
        corpus("never")
            .iter()
            .filter(|text| check_never(text))
            .count(),
        4
    );
    assert_eq!(
        corpus("lbtt")
            .iter()
            .filter(|text| check_lbtt(text))
            .count(),
        3
    );
}

#[test]
fn mutations_of_the_corpus_break_nothing() {
    let texts = ["hoa", "never", "lbtt"].map(corpus);
    let (mut read, mut refused) = ([0; 3], [0; 3]);
    for seed in 0..rounds(12_000, 240_000) {
        let mut rng = Rng::with_seed(seed);
        let kind = (seed % 3) as usize;
        let text = mutated(&texts[kind], &mut rng);
        let outcome = std::panic::catch_unwind(|| match kind {
            0 => check_hoa(&text).1 == 0,
            1 => check_never(&text),
            _ => check_lbtt(&text),
        });
        let Ok(fine) = outcome else {
            panic!("seed {seed}: {text}");
        };
        *(if fine {
            &mut read[kind]
        } else {
            &mut refused[kind]
        }) += 1;
    }
    let all = read.iter().chain(&refused);
    assert!(
        all.into_iter().all(|&count| count > 200),
        "lopsided: {read:?} {refused:?}"
    );
}

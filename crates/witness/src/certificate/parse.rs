//! Reads certificates.  Lines are short words and numbers, so errors are located by word.

use std::ops::Range;

use lariat_automata::Marks;

use super::{Certificate, Component, ComponentReason, Level};

/// A text that is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}")]
pub struct CertificateError {
    /// What should have been there.
    pub expected: &'static str,
    /// The bytes where it should have been; empty at the end of the text.
    pub span: Range<usize>,
}

/// Marks and nodes beyond this are no use to anybody, and would cost memory.
const LARGEST_MARK: usize = 1 << 20;

/// Reads the certificates of a text, one after the other.
pub fn parse(text: &str) -> Result<Vec<Certificate>, CertificateError> {
    let mut words = Words { text, at: 0 };
    let mut certificates = Vec::new();
    while !words.rest().is_empty() || certificates.is_empty() {
        certificates.push(certificate(&mut words)?);
    }
    Ok(certificates)
}

fn certificate(words: &mut Words<'_>) -> Result<Certificate, CertificateError> {
    for word in ["lariat", "certificate", "1"] {
        words.expect(word, "`lariat certificate 1`")?;
    }
    words.expect("automaton", "`automaton`")?;
    let automaton = words.number("the number of an automaton")?;
    let mut levels = Vec::new();
    while words.take("level") {
        levels.push(level(words, levels.len())?);
    }
    words.expect("end", "`level`, `component` or `end`")?;
    Ok(Certificate { automaton, levels })
}

fn level(words: &mut Words<'_>, number: usize) -> Result<Level, CertificateError> {
    let before = words.clone();
    if words.number("the number of the level")? != number {
        return Err(before.error("the next number of a level"));
    }
    let mut level = Level::default();
    if words.take("choose") {
        while let Some(choice) = words.choice()? {
            level.choices.push(choice);
        }
    }
    if words.take("avoid") {
        level.avoided = words.marks()?;
    }
    while words.take("component") {
        level.components.push(component(words)?);
    }
    Ok(level)
}

fn component(words: &mut Words<'_>) -> Result<Component, CertificateError> {
    let reason = if words.take("trivial") {
        ComponentReason::Trivial
    } else {
        words.expect("lacks", "`trivial` or `lacks`")?;
        let lacks = words.marks()?;
        let split = match words.take("split") {
            true => words.numbers()?,
            false => Vec::new(),
        };
        ComponentReason::Lacks { lacks, split }
    };
    words.expect(":", "`:` and the states of the component")?;
    let mut states = Vec::new();
    loop {
        let before = words.error("the number of a state");
        match words.optional_number()? {
            Some(state) => states.push(u32::try_from(state).map_err(|_| before)?),
            None => return Ok(Component { states, reason }),
        }
    }
}

/// The words of a text, from a place on.
#[derive(Clone)]
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    /// What is left, from the next word on.
    fn rest(&self) -> &'t str {
        self.text[self.at..].trim_start()
    }

    fn peek(&self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        &rest[..end]
    }

    fn next(&mut self) -> &'t str {
        let word = self.peek();
        self.at = self.text.len() - self.rest().len() + word.len();
        word
    }

    /// An error at the next word.
    fn error(&self, expected: &'static str) -> CertificateError {
        let start = self.text.len() - self.rest().len();
        CertificateError {
            expected,
            span: start..start + self.peek().len(),
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, word: &str, expected: &'static str) -> Result<(), CertificateError> {
        match self.take(word) {
            true => Ok(()),
            false => Err(self.error(expected)),
        }
    }

    fn number(&mut self, expected: &'static str) -> Result<usize, CertificateError> {
        let error = self.error(expected);
        self.next().parse().map_err(|_| error)
    }

    fn optional_number(&mut self) -> Result<Option<usize>, CertificateError> {
        match self.peek().starts_with(|c: char| c.is_ascii_digit()) {
            true => self.number("a number").map(Some),
            false => Ok(None),
        }
    }

    fn numbers(&mut self) -> Result<Vec<usize>, CertificateError> {
        let mut numbers = Vec::new();
        while let Some(number) = self.optional_number()? {
            numbers.push(number);
        }
        Ok(numbers)
    }

    fn marks(&mut self) -> Result<Marks, CertificateError> {
        let mut marks = Marks::EMPTY;
        loop {
            let before = self.error("a smaller number of a mark");
            match self.optional_number()? {
                Some(mark) if mark > LARGEST_MARK => return Err(before),
                Some(mark) => marks.insert(mark),
                None => return Ok(marks),
            }
        }
    }

    /// A disjunction and its part, as in `7:3`.
    fn choice(&mut self) -> Result<Option<(usize, usize)>, CertificateError> {
        if !self.peek().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(None);
        }
        let error = self.error("a disjunction and its part, as in `7:3`");
        let numbers = self.next().split_once(':');
        let parsed =
            numbers.and_then(|(node, part)| Some((node.parse().ok()?, part.parse().ok()?)));
        let small = parsed.filter(|&(node, part)| node <= LARGEST_MARK && part <= LARGEST_MARK);
        small.map(Some).ok_or(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = "lariat certificate 1\nautomaton 1\nlevel 0\ncomponent trivial : 4\n\
         component lacks 1 split 1 : 0 1\nlevel 1 choose 7:3 avoid 0 2\nend\n";

    #[test]
    fn certificates_are_read_one_after_the_other() {
        let two = format!("{EXAMPLE}{EXAMPLE}");
        let certificates = parse(&two).unwrap();
        assert_eq!(certificates.len(), 2);
        let levels = &certificates[0].levels;
        assert_eq!(levels[0].components[1].states, [0, 1]);
        assert_eq!(levels[1].choices, [(7, 3)]);
        assert_eq!(levels[1].avoided.iter().collect::<Vec<_>>(), [0, 2]);
    }

    #[track_caller]
    fn fault(text: &str, word: &str, expected: &str) {
        let error = parse(text).unwrap_err();
        assert_eq!(
            (&text[error.span.clone()], error.expected),
            (word, expected)
        );
    }

    #[test]
    fn faults_are_located() {
        fault("", "", "`lariat certificate 1`");
        fault("HOA: v1", "HOA:", "`lariat certificate 1`");
        fault("lariat certificate 2", "2", "`lariat certificate 1`");
        fault(
            &EXAMPLE.replace("end", ""),
            "",
            "`level`, `component` or `end`",
        );
        fault(
            &EXAMPLE.replace("7:3", "7,3"),
            "7,3",
            "a disjunction and its part, as in `7:3`",
        );
        fault(
            &EXAMPLE.replace("level 1", "level 2"),
            "2",
            "the next number of a level",
        );
        fault(
            &EXAMPLE.replace(": 4", ": 4 x"),
            "x",
            "`level`, `component` or `end`",
        );
        fault(
            &EXAMPLE.replace(": 4", ": 4294967296"),
            "4294967296",
            "the number of a state",
        );
        fault(
            &EXAMPLE.replace("0 2", "0 99999999"),
            "99999999",
            "a smaller number of a mark",
        );
    }

    #[test]
    fn every_truncation_is_refused() {
        for end in 0..EXAMPLE.len() - 1 {
            assert!(parse(&EXAMPLE[..end]).is_err(), "{end}");
        }
    }
}

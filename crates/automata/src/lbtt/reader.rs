//! Reading LBTT's format.

use std::ops::Range;

use indexmap::IndexMap;
use lariat_bdd::Bdd;
use lariat_diagnostics::Located;

use crate::quoting::{leading_string, unescape};
use crate::{Acceptance, Explicit, Label, Labels, Marks, StateId};

/// A fault in a text, located in it.
pub type LbttError = Located<LbttErrorKind>;

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LbttErrorKind {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A string without its closing quote.
    #[error("this string is not closed")]
    UnclosedString,
    /// The number of acceptance sets is beyond what is supported.
    #[error("{count} acceptance sets are more than the {limit} that are supported")]
    TooManySets {
        /// How many are declared.
        count: u32,
        /// The largest number that is supported.
        limit: u32,
    },
    /// A state is defined twice.
    #[error("state {0} is defined a second time")]
    DuplicateState(u32),
    /// An edge leads to a state that is not defined.
    #[error("state {0} is not defined")]
    UndefinedState(u32),
}

/// As many acceptance sets as this are read.
const MAX_SETS: u32 = 1 << 16;

/// The automaton of a text.  States and acceptance sets are numbered in the order of their first mention.
///
/// ```
/// use lariat_automata::lbtt;
/// let automaton = lbtt::read("1 1t 0 1 0 0 -1 & p1 ! p2 -1").unwrap();
/// assert_eq!(automaton.labels.propositions, ["p1", "p2"]);
/// ```
pub fn read(text: &str) -> Result<Explicit, LbttError> {
    let mut reader = Reader {
        words: words(text)?.into_iter().peekable(),
        end: text.len(),
        sets: IndexMap::new(),
        labels: Labels::default(),
    };
    reader.automaton()
}

struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
}

/// The text cut at white space and around strings.
fn words(text: &str) -> Result<Vec<Word<'_>>, LbttError> {
    let mut words = Vec::new();
    let mut start = 0;
    while let Some(skip) = text[start..].find(|c: char| !c.is_whitespace()) {
        start += skip;
        let rest = &text[start..];
        let length = if rest.starts_with('"') {
            let inner = leading_string(rest).ok_or(LbttError {
                kind: LbttErrorKind::UnclosedString,
                span: start..start + 1,
            })?;
            inner.len() + 2
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '"');
            end.unwrap_or(rest.len())
        };
        words.push(Word {
            text: &rest[..length],
            span: start..start + length,
        });
        start += length;
    }
    Ok(words)
}

struct Reader<'a> {
    words: std::iter::Peekable<std::vec::IntoIter<Word<'a>>>,
    end: usize,
    /// The numbers of acceptance sets in the text, in the order of their first mention.
    sets: IndexMap<u32, ()>,
    labels: Labels,
}

/// Where sets are listed.
#[derive(Clone, Copy)]
struct Placement {
    states: bool,
    edges: bool,
}

/// A state as it is read; targets are the text's numbers.
struct Definition {
    initial: bool,
    edges: Vec<(Label, Marks, u32, Range<usize>)>,
}

impl<'a> Reader<'a> {
    fn automaton(&mut self) -> Result<Explicit, LbttError> {
        let (states, _) = self.number("the number of states")?;
        let (count, placement) = self.header()?;
        let mut definitions: IndexMap<u32, Definition> = IndexMap::new();
        for _ in 0..states {
            let (number, span) = self.number("the number of a state")?;
            let definition = self.state(placement)?;
            if definitions.insert(number, definition).is_some() {
                let kind = LbttErrorKind::DuplicateState(number);
                return Err(LbttError { kind, span });
            }
        }
        if self.words.peek().is_some() {
            return Err(self.expected("the end of the text"));
        }
        self.assemble(definitions, count)
    }

    /// The number of acceptance sets and where they are.
    fn header(&mut self) -> Result<(u32, Placement), LbttError> {
        let expected = "the number of acceptance sets, `t` or `s` behind it";
        let word = self.words.peek().map_or("", |word| word.text);
        let digits = word.trim_end_matches(['t', 's']);
        let Ok(count) = digits.parse::<u32>() else {
            return Err(self.expected(expected));
        };
        let flags = &word[digits.len()..];
        let placement = Placement {
            states: !flags.contains('t') || flags.contains('s'),
            edges: flags.contains('t'),
        };
        let span = self
            .words
            .next()
            .map_or(self.end..self.end, |word| word.span);
        if count > MAX_SETS {
            let limit = MAX_SETS;
            let kind = LbttErrorKind::TooManySets { count, limit };
            return Err(LbttError { kind, span });
        }
        Ok((count, placement))
    }

    fn state(&mut self, placement: Placement) -> Result<Definition, LbttError> {
        let initial = match self.number("`1` for an initial state or `0`")? {
            (flag @ (0 | 1), _) => flag == 1,
            (number, span) => {
                let kind = LbttErrorKind::Expected {
                    expected: "`0` or `1`",
                    found: format!("`{number}`"),
                };
                return Err(LbttError { kind, span });
            }
        };
        let own = if placement.states {
            self.sets()?
        } else {
            Marks::EMPTY
        };
        let mut edges = Vec::new();
        while !self.accept("-1") {
            let (to, span) = self.number("the number of a state or `-1`")?;
            let sets = if placement.edges {
                self.sets()?
            } else {
                Marks::EMPTY
            };
            let guard = self.guard()?;
            edges.push((guard, own.union(&sets), to, span));
        }
        Ok(Definition { initial, edges })
    }

    /// Acceptance sets up to `-1`.
    fn sets(&mut self) -> Result<Marks, LbttError> {
        let mut marks = Marks::EMPTY;
        while !self.accept("-1") {
            let (set, _) = self.number("the number of an acceptance set or `-1`")?;
            let known = self.sets.entry(set);
            marks.insert(known.index());
            known.or_default();
        }
        Ok(marks)
    }

    /// A guard in prefix notation.
    fn guard(&mut self) -> Result<Label, LbttError> {
        // Operators wait for their operands, binary ones with the first of them once it is there.
        let mut waiting: Vec<(char, Option<Label>)> = Vec::new();
        loop {
            let Some(mut value) = self.operand_or_operator(&mut waiting)? else {
                continue;
            };
            loop {
                match waiting.pop() {
                    None => return Ok(value),
                    Some(('!', _)) => value = !value,
                    Some((operator, None)) => {
                        waiting.push((operator, Some(value)));
                        break;
                    }
                    Some((operator, Some(first))) => value = self.apply(operator, first, value),
                }
            }
        }
    }

    /// Reads an operand, or pushes an operator.
    fn operand_or_operator(
        &mut self,
        waiting: &mut Vec<(char, Option<Label>)>,
    ) -> Result<Option<Label>, LbttError> {
        let word = self.words.peek().map_or("", |word| word.text);
        let operand = match word {
            "!" | "&" | "|" | "i" | "e" | "^" => {
                waiting.extend(word.chars().map(|operator| (operator, None)));
                None
            }
            "t" => Some(Bdd::TRUE),
            "f" => Some(Bdd::FALSE),
            _ => match proposition(word) {
                Some(name) => {
                    let index = self.labels.proposition(&name) as u32;
                    Some(self.labels.bdds.var(index))
                }
                None => return Err(self.expected("a guard")),
            },
        };
        self.words.next();
        Ok(operand)
    }

    fn apply(&mut self, operator: char, first: Label, second: Label) -> Label {
        let bdds = &mut self.labels.bdds;
        match operator {
            '&' => bdds.and(first, second),
            '|' => bdds.or(first, second),
            'i' => bdds.implies(first, second),
            'e' => bdds.iff(first, second),
            _ => bdds.xor(first, second),
        }
    }

    fn number(&mut self, expected: &'static str) -> Result<(u32, Range<usize>), LbttError> {
        let number = self.words.peek().and_then(|word| word.text.parse().ok());
        match (number, self.words.peek()) {
            (Some(number), Some(word)) => {
                let span = word.span.clone();
                self.words.next();
                Ok((number, span))
            }
            _ => Err(self.expected(expected)),
        }
    }

    fn accept(&mut self, word: &str) -> bool {
        self.words.next_if(|next| next.text == word).is_some()
    }

    fn expected(&mut self, expected: &'static str) -> LbttError {
        let (found, span) = match self.words.peek() {
            Some(word) => (format!("`{}`", word.text), word.span.clone()),
            None => ("the end of the text".to_owned(), self.end..self.end),
        };
        let kind = LbttErrorKind::Expected { expected, found };
        LbttError { kind, span }
    }

    fn assemble(
        &mut self,
        definitions: IndexMap<u32, Definition>,
        count: u32,
    ) -> Result<Explicit, LbttError> {
        let sets = self.sets.len().max(count as usize);
        let acceptance = Acceptance::generalized_buchi(sets);
        let mut automaton = Explicit::new(std::mem::take(&mut self.labels), acceptance);
        for definition in definitions.values() {
            let from = automaton.add_state();
            if definition.initial {
                automaton.initial.push(from);
            }
            for (label, marks, to, span) in &definition.edges {
                let to = definitions.get_index_of(to).ok_or_else(|| LbttError {
                    kind: LbttErrorKind::UndefinedState(*to),
                    span: span.clone(),
                })?;
                automaton.add_transition(from, *label, marks.clone(), to as StateId);
            }
        }
        Ok(automaton)
    }
}

/// The name of a proposition: `p` and a number, or any text in quotes.
fn proposition(word: &str) -> Option<String> {
    if let Some(rest) = word.strip_prefix('"') {
        return Some(unescape(rest.strip_suffix('"')?));
    }
    let digits = word.strip_prefix('p')?;
    let numbered = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    numbered.then(|| word.to_owned())
}

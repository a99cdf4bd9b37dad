//! Acceptance conditions and their names.

use super::error::{HoaError, HoaErrorKind};
use super::expression::{Algebra, read_expression};
use super::header::AcceptanceName;
use super::lexer::Token;
use super::parser::Parser;
use crate::{Acceptance, Condition, Marks};
use lariat_bdd::{Bdd, Bdds};

/// As many acceptance sets as this are read.
pub(super) const MAX_SETS: u32 = 1 << 16;

/// As often as this `&` and `|` may alternate: a condition is a tree, and walks over it are as deep.
const MAX_DEPTH: usize = 4096;

/// Conditions over at most so many marks are compared by their meaning.
const MAX_COMPARED: usize = 16;

/// The acceptance sets of an automaton.
#[derive(Default)]
pub(super) struct Sets {
    /// How many are declared.
    pub(super) declared: usize,
    /// The sets whose complement the condition speaks of; complement i is mark `declared` + i.
    complemented: Vec<usize>,
}

impl Sets {
    /// The mark that stands for the complement of a set.
    fn complement(&mut self, set: usize) -> usize {
        let known = self.complemented.iter().position(|&other| other == set);
        let index = known.unwrap_or_else(|| {
            self.complemented.push(set);
            self.complemented.len() - 1
        });
        self.declared + index
    }

    /// Adds to the sets of an edge the marks of the complements that it belongs to.
    pub(super) fn with_complements(&self, mut marks: Marks) -> Marks {
        for (index, &set) in self.complemented.iter().enumerate() {
            if !marks.contains(set) {
                marks.insert(self.declared + index);
            }
        }
        marks
    }

    /// Reads the number of a set.
    pub(super) fn read_set(&self, parser: &mut Parser<'_>) -> Result<usize, HoaError> {
        let (number, span) = parser.number("the number of an acceptance set")?;
        let count = self.declared;
        if number as usize >= count {
            let kind = HoaErrorKind::UndeclaredSet { number, count };
            return Err(HoaError::new(kind, span));
        }
        Ok(number as usize)
    }
}

/// Reads the number of sets and the condition over them.
pub(super) fn read_condition(
    parser: &mut Parser<'_>,
    sets: &mut Sets,
) -> Result<Acceptance, HoaError> {
    let (count, span) = parser.number("the number of acceptance sets")?;
    if count > MAX_SETS {
        let limit = MAX_SETS;
        let kind = HoaErrorKind::TooManySets { count, limit };
        return Err(HoaError::new(kind, span));
    }
    sets.declared = count as usize;
    let condition = read_expression(parser, &mut Conditions { sets })?.condition;
    Ok(Acceptance {
        marks: sets.declared + sets.complemented.len(),
        condition,
    })
}

/// A condition and how often its operators alternate.
struct Nested {
    condition: Condition,
    depth: usize,
}

struct Conditions<'a> {
    sets: &'a mut Sets,
}

impl Algebra for Conditions<'_> {
    type Value = Nested;

    const NOT: Option<fn(Nested) -> Nested> = None;

    fn operand(&mut self, parser: &mut Parser<'_>) -> Result<Nested, HoaError> {
        let condition = match parser.peek()? {
            Token::Identifier("t") => Condition::True,
            Token::Identifier("f") => Condition::False,
            Token::Identifier(name @ ("Inf" | "Fin")) => {
                parser.advance()?;
                parser.expect('(', "`(`")?;
                let complement = parser.accept('!')?;
                let set = self.sets.read_set(parser)?;
                let mark = if complement {
                    self.sets.complement(set)
                } else {
                    set
                };
                if parser.peek()? != Token::Sign(')') {
                    return Err(parser.expected("`)`"));
                }
                if name == "Inf" {
                    Condition::Inf(mark)
                } else {
                    Condition::Fin(mark)
                }
            }
            Token::Identifier(name) => {
                let kind = HoaErrorKind::UnknownAcceptance(name.to_owned());
                return Err(HoaError::new(kind, parser.span()?));
            }
            _ => return Err(parser.expected("`Inf`, `Fin`, `t`, `f` or `(`")),
        };
        parser.advance()?;
        let depth = 0;
        Ok(Nested { condition, depth })
    }

    fn and(&mut self, values: Vec<Nested>) -> Result<Nested, HoaErrorKind> {
        nest(
            values,
            |part| matches!(part, Condition::And(_)),
            Condition::all,
        )
    }

    fn or(&mut self, values: Vec<Nested>) -> Result<Nested, HoaErrorKind> {
        nest(
            values,
            |part| matches!(part, Condition::Or(_)),
            Condition::any,
        )
    }
}

/// Joins values; those that are `merged` are of the same operator and add no depth.
fn nest(
    values: Vec<Nested>,
    merged: impl Fn(&Condition) -> bool,
    join: impl FnOnce(Vec<Condition>) -> Condition,
) -> Result<Nested, HoaErrorKind> {
    let depth_of = |value: &Nested| value.depth + usize::from(!merged(&value.condition));
    let depth = values.iter().map(depth_of).max().unwrap_or(0);
    if depth > MAX_DEPTH {
        return Err(HoaErrorKind::AcceptanceTooDeep { limit: MAX_DEPTH });
    }
    let parts = values.into_iter().map(|value| value.condition).collect();
    let condition = join(parts);
    Ok(Nested { condition, depth })
}

/// Checks a name against the condition: one that says something else is odd, but the condition decides.  A name that nobody
/// knows is a fault, unless further words show that it is a mere remark.
pub(super) fn check_name(
    name: &AcceptanceName,
    sets: &Sets,
    acceptance: &Acceptance,
) -> Result<Option<HoaError>, HoaError> {
    let words: Vec<&str> = name.words.iter().map(String::as_str).collect();
    let fits = match named(&words) {
        Named::Remark => true,
        Named::Unknown => {
            let kind = HoaErrorKind::UnknownAcceptanceName {
                name: words[0].to_owned(),
                meant: similar(words[0]),
            };
            return Err(HoaError::new(kind, name.span.clone()));
        }
        Named::Malformed => false,
        Named::Condition(canonical) => {
            canonical.marks == sets.declared && equivalent(&canonical, acceptance)
        }
    };
    let kind = HoaErrorKind::AcceptanceName(words.join(" "));
    Ok((!fits).then(|| HoaError::new(kind, name.span.clone())))
}

/// Whether the conditions are the same; of very large ones only the number of sets is compared.
fn equivalent(one: &Acceptance, other: &Acceptance) -> bool {
    if one == other || one.marks.max(other.marks) > MAX_COMPARED {
        return true;
    }
    let mut bdds = Bdds::new();
    one.marks == other.marks
        && function(&one.condition, &mut bdds) == function(&other.condition, &mut bdds)
}

/// The condition as a function of which marks recur.
fn function(condition: &Condition, bdds: &mut Bdds) -> Bdd {
    match condition {
        Condition::True => Bdd::TRUE,
        Condition::False => Bdd::FALSE,
        Condition::Inf(mark) => bdds.var(*mark as u32),
        Condition::Fin(mark) => !bdds.var(*mark as u32),
        Condition::And(parts) => parts.iter().fold(Bdd::TRUE, |all, part| {
            let part = function(part, bdds);
            bdds.and(all, part)
        }),
        Condition::Or(parts) => parts.iter().fold(Bdd::FALSE, |any, part| {
            let part = function(part, bdds);
            bdds.or(any, part)
        }),
    }
}

/// What a name stands for.
enum Named {
    Condition(Acceptance),
    /// A known name with parameters that do not belong to it.
    Malformed,
    Unknown,
    /// Words that are no name with numbers.
    Remark,
}

/// The names of conditions.
pub(super) const NAMES: [&str; 10] = [
    "all",
    "none",
    "Buchi",
    "co-Buchi",
    "generalized-Buchi",
    "generalized-co-Buchi",
    "Streett",
    "Rabin",
    "generalized-Rabin",
    "parity",
];

/// The name that is spelled with the same letters.
fn similar(name: &str) -> Option<&'static str> {
    let letters = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    let mut names = NAMES.into_iter();
    names.find(|known| letters(known) == letters(name))
}

fn named(words: &[&str]) -> Named {
    let [name, parameters @ ..] = words else {
        return Named::Remark;
    };
    let numbers: Option<Vec<usize>> = parameters.iter().map(|word| small(word)).collect();
    if !NAMES.contains(name) {
        return match numbers {
            Some(_) => Named::Unknown,
            None => Named::Remark,
        };
    }
    let found = match (*name, parameters, numbers.as_deref()) {
        ("all", [], _) => Some(Acceptance::all()),
        ("none", [], _) => Some(generalized_co_buchi(0)),
        ("Buchi", [], _) => Some(Acceptance::buchi()),
        ("co-Buchi", [], _) => Some(generalized_co_buchi(1)),
        ("generalized-Buchi", _, Some(&[n])) => Some(Acceptance::generalized_buchi(n)),
        ("generalized-co-Buchi", _, Some(&[n])) => Some(generalized_co_buchi(n)),
        ("Streett", _, Some(&[n])) => Some(Acceptance::streett(n)),
        ("Rabin", _, Some(&[n])) => Some(generalized_rabin(&vec![1; n])),
        ("generalized-Rabin", _, Some([n, sizes @ ..])) if *n == sizes.len() => {
            Some(generalized_rabin(sizes))
        }
        ("parity", &[order, good, count], _) => parity(order, good, count),
        _ => None,
    };
    found.map_or(Named::Malformed, Named::Condition)
}

/// A number of sets, if it is one that is supported.
fn small(word: &str) -> Option<usize> {
    let number: u32 = word.parse().ok()?;
    (number <= MAX_SETS).then_some(number as usize)
}

fn generalized_co_buchi(n: usize) -> Acceptance {
    Acceptance {
        marks: n,
        condition: Condition::any((0..n).map(Condition::Fin)),
    }
}

/// Each pair has one Fin and as many Inf as `sizes` says.
fn generalized_rabin(sizes: &[usize]) -> Acceptance {
    let mut marks = 0;
    let pair = |&size: &usize| {
        let first = marks;
        marks += size + 1;
        let inf = (first + 1..marks).map(Condition::Inf);
        Condition::all(std::iter::once(Condition::Fin(first)).chain(inf))
    };
    let condition = Condition::any(sizes.iter().map(pair).collect::<Vec<_>>());
    Acceptance { marks, condition }
}

/// The least (or greatest) set that recurs must be even (or odd).
fn parity(order: &str, good: &str, count: &str) -> Option<Acceptance> {
    let marks = small(count).filter(|&n| n <= MAX_DEPTH)?;
    let good = ["even", "odd"].iter().position(|&word| word == good)?;
    let inside_out: Vec<usize> = match order {
        "min" => (0..marks).rev().collect(),
        "max" => (0..marks).collect(),
        _ => return None,
    };
    let innermost_is_good = inside_out.first().map_or(good == 0, |set| set % 2 == good);
    let start = if innermost_is_good {
        Condition::False
    } else {
        Condition::True
    };
    let condition = inside_out.iter().fold(start, |rest, &set| {
        if set % 2 == good {
            Condition::any([Condition::Inf(set), rest])
        } else {
            Condition::all([Condition::Fin(set), rest])
        }
    });
    Some(Acceptance { marks, condition })
}

/// The name of the condition, if it is written exactly as one that has a name.
pub(super) fn name_of(acceptance: &Acceptance) -> Option<String> {
    let n = acceptance.marks;
    let mut candidates = vec![
        "all".to_owned(),
        "none".to_owned(),
        "Buchi".to_owned(),
        "co-Buchi".to_owned(),
        format!("generalized-Buchi {n}"),
        format!("generalized-co-Buchi {n}"),
        format!("Streett {}", n / 2),
        format!("Rabin {}", n / 2),
        generalized_rabin_name(acceptance),
    ];
    for (order, good) in [
        ("min", "even"),
        ("min", "odd"),
        ("max", "even"),
        ("max", "odd"),
    ] {
        candidates.push(format!("parity {order} {good} {n}"));
    }
    candidates.into_iter().find(|candidate| {
        let words: Vec<&str> = candidate.split(' ').collect();
        matches!(named(&words), Named::Condition(canonical) if canonical == *acceptance)
    })
}

/// The name that the condition has if it is a generalized Rabin condition.
fn generalized_rabin_name(acceptance: &Acceptance) -> String {
    let pairs = match &acceptance.condition {
        Condition::Or(pairs) => pairs.as_slice(),
        other => std::slice::from_ref(other),
    };
    let size = |pair: &Condition| match pair {
        Condition::And(parts) => parts.len() - 1,
        _ => 0,
    };
    let sizes: Vec<String> = pairs.iter().map(|pair| size(pair).to_string()).collect();
    format!("generalized-Rabin {} {}", sizes.len(), sizes.join(" "))
}

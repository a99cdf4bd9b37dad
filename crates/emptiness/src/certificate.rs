//! Certificates for the verdict *empty*.
//!
//! The levels of [`generic`](crate::generic) are a proof: whenever a component closes, its edges lead to
//! itself or to components that closed before, and either its marks cannot satisfy the condition or every
//! accepting cycle in it avoids certain marks, which a level of its own looks into.  A certificate writes
//! down these components in the order in which they close.  `lariat-witness` documents the text and
//! checks it, with code of its own.
//!
//! ```
//! use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
//! use lariat_budget::Budget;
//! use lariat_emptiness::certificate;
//!
//! let mut automaton = Explicit::new(Labels::default(), Acceptance::streett(1));
//! let state = automaton.add_state();
//! automaton.initial.push(state);
//! automaton.add_transition(state, Label::TRUE, Marks::single(0), state);
//! let (verdict, certificate) = certificate::certify(&automaton, &Budget::unlimited());
//! assert!(verdict.is_empty());
//! let text = certificate.unwrap().to_string();
//! assert!(text.contains("component lacks 1 split 1 : 0"));
//! let read = lariat_witness::certificate::parse(&text).unwrap();
//! assert_eq!(lariat_witness::certificate::check(&automaton, &read[0]), Ok(()));
//! ```

use std::fmt;

use lariat_automata::{Automaton, BitSet, Marks};
use lariat_budget::Budget;

use crate::formula::{Branch, Formula};
use crate::generic::{Record, Search};
use crate::mark_word::{MarkWord, with_mark_word};
use crate::space::Space;
use crate::{Checked, Identity, Numbering};

/// The components of an automaton without an accepting cycle, each with its reason.
#[derive(Clone, Debug)]
pub struct WrittenCertificate {
    /// The place of the automaton in a stream, from 1 on.
    pub automaton: usize,
    levels: Vec<Level>,
}

#[derive(Clone, Debug, Default)]
struct Level {
    choices: Vec<(usize, usize)>,
    avoided: Marks,
    components: Vec<Component>,
}

#[derive(Clone, Debug)]
struct Component {
    states: Vec<u32>,
    /// Whether there is no inner edge.
    trivial: bool,
    lacks: Marks,
    /// The levels of its branches.
    split: std::ops::Range<usize>,
}

/// Decides emptiness by [`generic`](crate::generic), and certifies the verdict if it is *empty*.
pub fn certify<A: Automaton<State = u32>>(
    automaton: A,
    budget: &Budget,
) -> (Checked<u32>, Option<WrittenCertificate>) {
    let acceptance = automaton.acceptance();
    let (marks, formula) = (acceptance.marks, Formula::new(&acceptance.condition));
    let recorder = Recorder::new(Formula::new(&acceptance.condition));
    let space = Space::new(automaton, Identity, budget);
    let (verdict, recorder) = with_mark_word!(marks, Word => {
        Search::<A, Identity, Word, _>::new(space, formula, recorder).verdict()
    });
    let certificate = verdict.is_empty().then_some(WrittenCertificate {
        automaton: 1,
        levels: recorder.levels,
    });
    (verdict, certificate)
}

/// A level whose components are being listed.
struct Open {
    number: usize,
    dropped: BitSet,
    /// All avoided marks, those of the levels around it included.
    avoided: Marks,
    /// The levels of the branches still to come of the component that closed last.
    next_branch: usize,
}

/// Writes down what a search tells of components.
struct Recorder {
    formula: Formula,
    levels: Vec<Level>,
    open: Vec<Open>,
}

impl Recorder {
    fn new(formula: Formula) -> Self {
        Self {
            formula,
            levels: vec![Level::default()],
            open: vec![Open {
                number: 0,
                dropped: BitSet::EMPTY,
                avoided: Marks::EMPTY,
                next_branch: 0,
            }],
        }
    }

    fn innermost(&mut self) -> &mut Open {
        self.open.last_mut().expect("level 0 is always open")
    }
}

impl Record for Recorder {
    fn component<A: Automaton, N: Numbering<A::State>, M: MarkWord>(
        &mut self,
        space: &mut Space<'_, A, N>,
        states: impl IntoIterator<Item = u32>,
        inside: &M,
        branches: &[Branch],
    ) {
        let states: Vec<u32> = states.into_iter().collect();
        let inside = inside.to_marks();
        let split = self.levels.len()..self.levels.len() + branches.len();
        let level = self.open.last().expect("level 0 is always open");
        let trivial = matches!(states[..], [state] if !space.has_loop(state, &level.avoided));
        let component = Component {
            states,
            trivial,
            lacks: match branches {
                [] => self.formula.missing(&level.dropped, &inside),
                _ => self.formula.absent(&inside),
            },
            split: split.clone(),
        };
        let number = level.number;
        self.levels[number].components.push(component);
        self.innermost().next_branch = split.start;
        self.levels.extend(branches.iter().map(|branch| Level {
            choices: branch.choices.clone(),
            avoided: branch.avoided.clone(),
            components: Vec::new(),
        }));
    }

    fn begin_level(&mut self, branch: &Branch) {
        let outer = self.innermost();
        let number = outer.next_branch;
        outer.next_branch += 1;
        let avoided = outer.avoided.union(&branch.avoided);
        self.open.push(Open {
            number,
            dropped: branch.dropped.clone(),
            avoided,
            next_branch: 0,
        });
    }

    fn end_level(&mut self) {
        self.open.pop();
    }
}

impl fmt::Display for WrittenCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "lariat certificate 1\nautomaton {}", self.automaton)?;
        for (number, level) in self.levels.iter().enumerate() {
            write!(f, "level {number}")?;
            let choices = level.choices.iter();
            let choices = choices.map(|(node, part)| format!("{node}:{part}"));
            list(f, " choose", choices)?;
            list(f, " avoid", level.avoided.iter())?;
            writeln!(f)?;
            level
                .components
                .iter()
                .try_for_each(|component| component.fmt(f))?;
        }
        writeln!(f, "end")
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.trivial {
            write!(f, "component trivial")?;
        } else {
            write!(f, "component lacks")?;
            list(f, "", self.lacks.iter())?;
            list(f, " split", self.split.clone())?;
        }
        list(f, " :", self.states.iter())?;
        writeln!(f)
    }
}

/// Writes a word and then the items; nothing if there are none.
fn list(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    items: impl IntoIterator<Item = impl fmt::Display>,
) -> fmt::Result {
    let mut items = items.into_iter().peekable();
    if items.peek().is_some() {
        f.write_str(word)?;
    }
    items.try_for_each(|item| write!(f, " {item}"))
}

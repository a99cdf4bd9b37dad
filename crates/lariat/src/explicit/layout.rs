//! Where letters keep propositions.

use lariat_automata::Letter;
use lariat_model::{Proposition, Schema};

/// Where letters keep propositions: the model's own at their numbers, the others behind them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    own: usize,
    others: Vec<Proposition>,
    /// Whether the letters of two steps that leave one state may differ.
    pub(crate) speaks_of_steps: bool,
    /// Whether it matters which events are enabled, or taken.
    pub(crate) speaks_of_events: bool,
}

impl Layout {
    /// The layout for the propositions that a question uses.
    pub(crate) fn new(schema: &Schema, used: impl IntoIterator<Item = Proposition>) -> Self {
        let mut layout = Self {
            own: schema.propositions.len(),
            speaks_of_steps: schema.reads_steps,
            ..Self::default()
        };
        for proposition in used {
            if matches!(proposition, Proposition::OfModel(_))
                || layout.others.contains(&proposition)
            {
                continue;
            }
            layout.speaks_of_steps |= matches!(proposition, Proposition::Taken(_));
            layout.speaks_of_events |=
                matches!(proposition, Proposition::Enabled(_) | Proposition::Taken(_));
            layout.others.push(proposition);
        }
        layout
    }

    /// Where letters keep a proposition.
    pub(crate) fn index(&self, proposition: Proposition) -> usize {
        match proposition {
            Proposition::OfModel(number) => number,
            other => {
                let place = self.others.iter().position(|&known| known == other);
                self.own + place.expect("the layout was made for it")
            }
        }
    }

    /// Adds what is true in a state where `enabled` are, no step or some.
    pub(crate) fn add_state(&self, is_dead: bool, enabled: &Letter, letter: &mut Letter) {
        self.add(letter, |proposition| match proposition {
            Proposition::Dead => is_dead,
            Proposition::Enabled(event) => enabled.contains(event),
            Proposition::OfModel(_) | Proposition::Taken(_) => false,
        });
    }

    /// Adds what is true on a step that takes `taken`.
    pub(crate) fn add_step(&self, taken: &Letter, letter: &mut Letter) {
        self.add(letter, |proposition| match proposition {
            Proposition::Taken(event) => taken.contains(event),
            _ => false,
        });
    }

    fn add(&self, letter: &mut Letter, is_true: impl Fn(Proposition) -> bool) {
        for (place, &proposition) in self.others.iter().enumerate() {
            if is_true(proposition) {
                letter.insert(self.own + place);
            }
        }
    }
}

//! Fairness of events, as marks on the steps of a model.
//!
//! * Weak fairness, FG enabled → GF taken, is one mark that must recur: on the steps that take the event, and on all
//!   steps that leave a state where it is not enabled.
//! * Strong fairness, GF enabled → GF taken, is a Streett pair: l on the steps that leave a state where the event is
//!   enabled, u on the steps that take it.  It includes weak fairness.
//!
//! So fairness costs no states; the Streett paper says that it is *injected* [duret.09.atva].

use lariat_automata::{Acceptance, BitSet, Condition, Marks};
use lariat_model::{Fairness, Strength};

/// The marks by which an event is judged.
#[derive(Clone, Debug)]
struct EventMarks {
    event: usize,
    /// On every step that leaves a state where the event is enabled.
    enabled: Marks,
    /// On every step that leaves a state where it is not.
    disabled: Marks,
    /// On every step that takes it.
    taken: Marks,
}

/// Fairness as marks on steps and a condition over them.
#[derive(Clone, Debug)]
pub(crate) struct FairMarks {
    events: Vec<EventMarks>,
    /// For each event of the model its place in `events`.
    place: Vec<Option<usize>>,
    pub(crate) acceptance: Acceptance,
}

impl FairMarks {
    /// Marks for the events of a model that has `count` of them.
    pub(crate) fn new(fairness: &Fairness, count: usize) -> Self {
        let mut marks = 0;
        let mut conditions = Vec::new();
        let mut place = vec![None; count];
        let mut events = Vec::new();
        for &(event, strength) in &fairness.events {
            place[event] = Some(events.len());
            let (enabled, disabled, taken) = match strength {
                Strength::Weak => {
                    conditions.push(Condition::Inf(marks));
                    let mark = Marks::single(marks);
                    marks += 1;
                    (Marks::EMPTY, mark.clone(), mark)
                }
                Strength::Strong => {
                    let (l, u) = (marks, marks + 1);
                    conditions.push(Condition::any([Condition::Fin(l), Condition::Inf(u)]));
                    marks += 2;
                    (Marks::single(l), Marks::EMPTY, Marks::single(u))
                }
            };
            events.push(EventMarks {
                event,
                enabled,
                disabled,
                taken,
            });
        }
        let acceptance = Acceptance {
            marks,
            condition: Condition::all(conditions),
        };
        Self {
            events,
            place,
            acceptance,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The marks of every step that leaves a state where exactly `enabled` are.
    pub(crate) fn of_state(&self, enabled: &BitSet, out: &mut Marks) {
        for event in &self.events {
            let marks = if enabled.contains(event.event) {
                &event.enabled
            } else {
                &event.disabled
            };
            out.unite(marks);
        }
    }

    /// The marks of a step that takes an event.
    pub(crate) fn of_taken(&self, event: usize, out: &mut Marks) {
        if let Some(place) = self.place[event] {
            out.unite(&self.events[place].taken);
        }
    }
}

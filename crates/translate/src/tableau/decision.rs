//! A choice that is made piece by piece.
//!
//! The choices of a node (see [`super::choices`]) may be far too many to be listed before a search
//! has looked at the first.  A [`Decision`] is a choice some of whose variables are decided; it
//! is settled by deciding one variable after the other, first against it, which promises and demands
//! less.  Only minimal choices come out: having decided for a variable, what would do without it
//! is to be avoided.

use lariat_bdd::{Bdd, Bdds, Var};

/// A choice of which a part is decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decision {
    /// The variables decided for.
    chosen: Vec<Var>,
    /// What the choice must satisfy with variables still to come.
    want: Bdd,
    /// What it must not satisfy, not to be more than is needed.
    avoid: Bdd,
    /// What it must satisfy after that: functions of other variables.
    rest: Vec<Bdd>,
}

/// What becomes of a decision.
pub(super) enum Outcome<Open> {
    /// All is decided: the choice.
    Made(Vec<Var>),
    /// Both ways are open.
    Open(Open),
}

impl Decision {
    /// To satisfy all the functions, of which no two share a variable, beside what is chosen.
    pub(super) fn new(chosen: Vec<Var>, functions: Vec<Bdd>) -> Self {
        Decision {
            chosen,
            want: Bdd::TRUE,
            avoid: Bdd::FALSE,
            rest: functions,
        }
    }

    /// Decides what is not open; `None` if there is no choice.
    pub(super) fn settle(mut self, bdds: &mut Bdds) -> Option<Outcome<Decision>> {
        loop {
            if bdds.entails(self.want, self.avoid) {
                return None;
            }
            if self.want.is_true() {
                // No variable is left to come, and nothing that is to be avoided has come true.
                if bdds.eval(self.avoid, |_| false) {
                    return None;
                }
                let Some(next) = self.rest.pop() else {
                    return Some(Outcome::Made(self.chosen));
                };
                (self.want, self.avoid) = (next, Bdd::FALSE);
                continue;
            }
            let [against, in_favour] = self.clone().decide(bdds);
            if against.want.is_false() {
                self = in_favour;
            } else if bdds.entails(in_favour.want, in_favour.avoid) {
                self = against;
            } else {
                return Some(Outcome::Open(self));
            }
        }
    }

    /// The decisions against and for the next variable.
    pub(super) fn decide(self, bdds: &mut Bdds) -> [Decision; 2] {
        let var = bdds.top(self.want).expect("something is wanted");
        let (want_low, want_high) = bdds.branches(self.want);
        let (avoid_low, avoid_high) = avoid_at(self.avoid, var, bdds);
        let mut chosen = self.chosen.clone();
        chosen.push(var);
        let in_favour = Decision {
            chosen,
            want: want_high,
            avoid: bdds.or(avoid_high, want_low),
            rest: self.rest.clone(),
        };
        let against = Decision {
            want: want_low,
            avoid: avoid_low,
            ..self
        };
        [against, in_favour]
    }
}

/// The branches of `avoid` at `var`, where variables before it are not chosen.
fn avoid_at(mut avoid: Bdd, var: Var, bdds: &Bdds) -> (Bdd, Bdd) {
    while let Some(top) = bdds.top(avoid) {
        match top.cmp(&var) {
            std::cmp::Ordering::Less => avoid = bdds.branches(avoid).0,
            std::cmp::Ordering::Equal => return bdds.branches(avoid),
            std::cmp::Ordering::Greater => break,
        }
    }
    (avoid, avoid)
}

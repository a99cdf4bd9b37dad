//! A system in each language.

use std::fmt::Write;

use lariat::machine::{Machine, Observation};
use lariat_budget::Budget;
use lariat_model::Strength;
use lariat_models::aut::Lts;
use lariat_models::dve::Dve;
use lariat_models::kripke::Kripke;
use lariat_models::pnml::Net;
use lariat_space::{StateSpace, explore_in, export};

use crate::graph::{ACTIONS, ATOMS, Graph, Meaning};

impl Graph {
    pub(crate) fn as_lts(&self) -> Lts {
        let mut text = format!("des (0,{},{})\n", self.edges.len(), self.values.len());
        for (from, action, to) in &self.edges {
            writeln!(text, "({from},{},{to})", ACTIONS[*action]).unwrap();
        }
        Lts::parse(&text).expect("a transition system")
    }

    pub(crate) fn as_dve(&self) -> Dve {
        let mut text = "byte s;\n".to_owned();
        for (number, action) in ACTIONS.iter().enumerate() {
            let mine = self.edges.iter().filter(|edge| edge.1 == number);
            let steps: Vec<String> = mine
                .map(|(from, _, to)| format!("q -> q {{ guard s == {from}; effect s = {to}; }}"))
                .collect();
            let steps = match steps.is_empty() {
                true => String::new(),
                false => format!("trans {};", steps.join(", ")),
            };
            writeln!(text, "process {action} {{ state q; init q; {steps} }}").unwrap();
        }
        Dve::parse(&(text + "system async;")).expect("a model")
    }

    /// A DVE expression that is true in the states with this value.
    pub(crate) fn value_in_dve(&self, which: usize) -> String {
        let states: Vec<String> = self
            .valued(which)
            .map(|state| format!("s == {state}"))
            .collect();
        match states.is_empty() {
            true => "s == 99".to_owned(),
            false => states.join(" || "),
        }
    }

    /// The net with one token, whose places are the states and whose transitions are the actions, each of which stands on one edge
    /// at most; on none, it lacks a token for ever.
    pub(crate) fn as_net(&self) -> Net {
        let mut text = "<pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n\
            <place id=\"never\"/>\n"
            .to_owned();
        for state in 0..self.values.len() {
            let tokens = u8::from(state == 0);
            writeln!(
                text,
                "<place id=\"s{state}\"><initialMarking><text>{tokens}</text></initialMarking></place>"
            )
            .unwrap();
        }
        for (number, action) in ACTIONS.iter().enumerate() {
            let mut arc = |source: &str, target: &str| {
                let id = format!("{source}-{target}");
                writeln!(
                    text,
                    "<arc id=\"{id}\" source=\"{source}\" target=\"{target}\"/>"
                )
                .unwrap();
            };
            match self.edges.iter().find(|edge| edge.1 == number) {
                Some((from, _, to)) => {
                    arc(&format!("s{from}"), action);
                    arc(action, &format!("s{to}"));
                }
                None => arc("never", action),
            }
            writeln!(text, "<transition id=\"{action}\"/>").unwrap();
        }
        text += "</page></net></pnml>";
        Net::parse(&text).unwrap_or_else(|errors| panic!("{errors}: {text}"))
    }

    /// What is true of the net's markings with this value.
    pub(crate) fn value_in_net(&self, which: usize) -> String {
        let places = self.valued(which).map(|state| format!("s{state}"));
        let places: Vec<String> = ["never".to_owned()].into_iter().chain(places).collect();
        format!("{} >= 1", places.join(" + "))
    }

    /// The structure whose states are the edges, and the dead states; its runs are fair to the actions as asked.
    pub(crate) fn as_kripke(&self, fairness: &[(usize, Strength)]) -> Kripke {
        let edges = self.edges.iter();
        let edges = edges.map(|&(from, action, to)| (from, Some((action, to))));
        let states = 0..self.values.len() as u8;
        let dead = states.filter(|&state| self.holds(Meaning::Dead, state, None));
        let states: Vec<_> = edges.chain(dead.map(|state| (state, None))).collect();
        let starting_at = |wanted: u8| {
            let numbers = (0..states.len()).filter(|&number| states[number].0 == wanted);
            numbers.map(|number| number.to_string()).collect::<Vec<_>>()
        };
        let mut text = "HOA: v1\n".to_owned();
        for state in starting_at(0) {
            writeln!(text, "Start: {state}").unwrap();
        }
        text += "AP: 8 \"p\" \"q\" \"can send\" \"can receive\" \"can tau\" \"send\" \"receive\" \"tau\"\n";
        writeln!(text, "Acceptance: 9 {}\n--BODY--", condition(fairness)).unwrap();
        for (number, &(state, step)) in states.iter().enumerate() {
            let action = step.map(|(action, _)| action);
            let (label, sets) = (self.label(state, action), self.sets(state, action));
            let targets = step.map_or(Vec::new(), |(_, to)| starting_at(to));
            let targets = targets.join(" ");
            writeln!(text, "State: [{label}] {number} {{{sets}}} {targets}").unwrap();
        }
        text += "--END--\n";
        Kripke::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// What is true of a step, but for `dead`.
    fn label(&self, state: u8, action: Option<usize>) -> String {
        let meanings = ATOMS
            .iter()
            .filter(|meaning| !matches!(meaning, Meaning::Dead));
        let literal = |(place, &meaning): (usize, &Meaning)| {
            let sign = if self.holds(meaning, state, action) {
                ""
            } else {
                "!"
            };
            format!("{sign}{place}")
        };
        let literals: Vec<String> = meanings.enumerate().map(literal).collect();
        literals.join("&")
    }

    /// The sets of a step: for action n, 3n if it is taken or not enabled, 3n + 1 if it is enabled, 3n + 2 if it is taken.
    fn sets(&self, state: u8, action: Option<usize>) -> String {
        let mut sets = String::new();
        for event in 0..ACTIONS.len() {
            let is_enabled = self.holds(Meaning::Enabled(event), state, action);
            let is_taken = action == Some(event);
            let here = [is_taken || !is_enabled, is_enabled, is_taken];
            for (place, _) in here.iter().enumerate().filter(|(_, holds)| **holds) {
                write!(sets, " {}", 3 * event + place).unwrap();
            }
        }
        sets
    }
}

/// The acceptance condition of fairness.
fn condition(fairness: &[(usize, Strength)]) -> String {
    let of_event = |(event, strength): &(usize, Strength)| match strength {
        Strength::Weak => format!("Inf({})", 3 * event),
        Strength::Strong => format!("(Fin({}) | Inf({}))", 3 * event + 1, 3 * event + 2),
    };
    let conditions: Vec<String> = fairness.iter().map(of_event).collect();
    match conditions.is_empty() {
        true => "t".to_owned(),
        false => conditions.join(" & "),
    }
}

impl Machine for Graph {
    type State = u8;
    type Action = (usize, u8);

    fn init_states(&self) -> Vec<u8> {
        vec![0]
    }

    fn actions(&self, _: &u8, actions: &mut Vec<(usize, u8)>) {
        // Also those that are not possible here.
        actions.extend(self.edges.iter().map(|&(_, action, to)| (action, to)));
        actions.sort_unstable();
        actions.dedup();
    }

    fn next_state(&self, &state: &u8, &(action, to): &(usize, u8)) -> Option<u8> {
        self.edges.contains(&(state, action, to)).then_some(to)
    }

    fn observations(&self) -> Vec<Observation<u8>> {
        let observation = |name: &str, which: usize| {
            let values = self.values.clone();
            Observation::new(name, move |state: &u8| values[*state as usize][which])
        };
        vec![observation("p", 0), observation("q", 1)]
    }

    fn events(&self) -> Vec<String> {
        ACTIONS.map(str::to_owned).to_vec()
    }

    fn events_of(&self, action: &(usize, u8)) -> Vec<usize> {
        vec![action.0]
    }
}

/// The reachable part, written down and read.
pub(crate) fn written_as_hoa(model: &Kripke) -> Kripke {
    let mut model = model.clone();
    let names = model.proposition_names().to_vec().into_iter();
    let watch = |name: String| {
        let number = model.watch(&name).expect("its own");
        (name, number)
    };
    let names: Vec<(String, usize)> = names.map(watch).collect();
    let mut space = StateSpace::new(&model, usize::MAX);
    let counts = explore_in(&mut space, &Budget::unlimited());
    let mut text = Vec::new();
    export::kripke_structure(&mut space, &names, &mut text).expect("memory can be written to");
    let again =
        Kripke::parse(&String::from_utf8(text).expect("text")).expect("what is written is read");
    assert_eq!(again.state_count(), counts.states);
    again
}

pub(crate) fn written_as_aut(model: &Lts) -> Lts {
    let mut space = StateSpace::new(model, usize::MAX);
    let counts = explore_in(&mut space, &Budget::unlimited());
    let mut text = Vec::new();
    export::aldebaran(&mut space, counts.transitions, &mut text).expect("memory can be written to");
    let again =
        Lts::parse(&String::from_utf8(text).expect("text")).expect("what is written is read");
    assert_eq!(again.state_count(), counts.states);
    assert_eq!(again.transition_count() as u64, counts.transitions);
    again
}

//! Which events runs must be fair to.
//!
//! An event is *enabled* in the states that a step of it leaves which does not fail, and *taken* by these steps.  Weak fairness says
//! FG enabled → GF taken, strong fairness GF enabled → GF taken; it includes weak fairness.

use globset::{GlobBuilder, GlobMatcher};

use crate::{Source, Strength};

/// The events that runs must be fair to, by number, each once and in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fairness {
    /// The events, each with its strength.
    pub events: Vec<(usize, Strength)>,
}

/// A glob that selects nothing, or is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GlobError {
    /// The text is no glob.
    #[error("`{glob}` is no pattern: {reason}")]
    Malformed {
        /// The text.
        glob: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No event has such a name.
    #[error("no event of the model matches `{glob}`")]
    MatchesNothing {
        /// The text.
        glob: String,
        /// The names of events that may have been meant.
        events: Vec<String>,
    },
}

impl Fairness {
    /// Adds an event; strong fairness includes weak fairness.
    ///
    /// ```
    /// use lariat_model::{Fairness, Strength};
    /// let mut fairness = Fairness::default();
    /// fairness.add_event(1, Strength::Weak);
    /// fairness.add_event(0, Strength::Strong);
    /// fairness.add_event(0, Strength::Weak);
    /// assert_eq!(fairness.events, [(0, Strength::Strong), (1, Strength::Weak)]);
    /// ```
    pub fn add_event(&mut self, event: usize, strength: Strength) {
        match self
            .events
            .binary_search_by_key(&event, |&(event, _)| event)
        {
            Err(place) => self.events.insert(place, (event, strength)),
            Ok(place) if strength == Strength::Strong => self.events[place].1 = strength,
            Ok(_) => {}
        }
    }

    /// How many events strong fairness speaks of.
    pub fn pairs(&self) -> usize {
        self.events
            .iter()
            .filter(|(_, strength)| *strength == Strength::Strong)
            .count()
    }
}

/// Names of actions have this between the event that they are finer than and their own part.
const SEPARATOR: char = '.';

/// The events that a pattern selects: the one that is called so to the letter, or all whose whole names match it as a glob: `*`, `?`,
/// `[…]`, and `\\` before a character that stands for itself.  A glob without `.` selects no [actions](Source::actions).  Actions that are
/// selected are declared.
///
/// # Errors
/// When the pattern is malformed or selects nothing.
pub fn select(source: &mut dyn Source, pattern: &str) -> Result<Vec<usize>, GlobError> {
    if let Some(event) = event_called(source, pattern) {
        return Ok(vec![event]);
    }
    let glob = matcher(pattern)?;
    let actions = source.actions();
    let events = source.events().iter().enumerate();
    let matching = events.filter(|(_, name)| glob.is_match(name) && !actions.contains(name));
    let mut selected: Vec<usize> = matching.map(|(event, _)| event).collect();
    if pattern.contains(SEPARATOR) {
        selected.extend(source.declare(&|action| glob.is_match(action)));
    }
    selected.sort_unstable();
    match selected.is_empty() {
        false => Ok(selected),
        true => Err(GlobError::MatchesNothing {
            glob: pattern.to_owned(),
            events: alternatives(source, pattern),
        }),
    }
}

/// The event of this name; an action is declared.
pub fn event_called(source: &mut dyn Source, name: &str) -> Option<usize> {
    let known = source.events().iter().position(|event| event == name);
    known.or_else(|| source.declare(&|action| action == name).first().copied())
}

/// The names of events among which the one may be that was meant by a name that no event has: the actions of the same event, or the events
/// that are no actions.
pub fn alternatives(source: &dyn Source, name: &str) -> Vec<String> {
    let actions = source.actions();
    if let Some(end) = name.find(SEPARATOR) {
        let siblings = actions
            .iter()
            .filter(|action| action.starts_with(&name[..=end]));
        let siblings: Vec<String> = siblings.cloned().collect();
        if !siblings.is_empty() {
            return siblings;
        }
    }
    let events = source.events().iter();
    let events = events.filter(|event| !actions.contains(event));
    events.cloned().collect()
}

/// What matches a glob; braces are nothing special in names of events.
///
/// # Errors
/// When the text is no glob.
pub fn matcher(glob: &str) -> Result<GlobMatcher, GlobError> {
    let mut escaped = String::with_capacity(glob.len());
    let mut characters = glob.chars();
    while let Some(c) = characters.next() {
        if matches!(c, '{' | '}') {
            escaped.push('\\');
        }
        escaped.push(c);
        if c == '\\' {
            escaped.extend(characters.next());
        }
    }
    let compiled = GlobBuilder::new(&escaped).backslash_escape(true).build();
    let compiled = compiled.map_err(|error| GlobError::Malformed {
        glob: glob.to_owned(),
        reason: error.kind().to_string(),
    })?;
    Ok(compiled.compile_matcher())
}

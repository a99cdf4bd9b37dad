//! Which events runs must be fair to.
//!
//! An event is *enabled* in the states that a step of it leaves which does not fail, and *taken* by these steps.  Weak fairness says
//! FG enabled → GF taken, strong fairness GF enabled → GF taken; it includes weak fairness.

use globset::{GlobBuilder, GlobMatcher};

use crate::Strength;

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
        /// The names of all events.
        events: Vec<String>,
    },
}

impl Fairness {
    /// Adds the events whose whole names match a glob: `*`, `?`, `[…]`, and `\` before a character that stands for itself.
    ///
    /// ```
    /// use lariat_model::{Fairness, Strength};
    /// let names = ["P_0", "P_1", "Q"].map(str::to_owned);
    /// let mut fairness = Fairness::default();
    /// fairness.add("*", Strength::Weak, &names)?;
    /// fairness.add("P_?", Strength::Strong, &names)?;
    /// let expected = [(0, Strength::Strong), (1, Strength::Strong), (2, Strength::Weak)];
    /// assert_eq!(fairness.events, expected);
    /// assert!(fairness.add("p_0", Strength::Weak, &names).is_err());
    /// # Ok::<(), lariat_model::GlobError>(())
    /// ```
    ///
    /// # Errors
    /// When the glob is malformed or matches no event.
    pub fn add(
        &mut self,
        glob: &str,
        strength: Strength,
        names: &[String],
    ) -> Result<(), GlobError> {
        let matcher = matcher(glob)?;
        let mut matches = false;
        for (event, _) in names
            .iter()
            .enumerate()
            .filter(|(_, name)| matcher.is_match(name))
        {
            matches = true;
            self.add_event(event, strength);
        }
        match matches {
            true => Ok(()),
            false => Err(GlobError::MatchesNothing {
                glob: glob.to_owned(),
                events: names.to_vec(),
            }),
        }
    }

    /// Adds an event; strong fairness includes weak fairness.
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

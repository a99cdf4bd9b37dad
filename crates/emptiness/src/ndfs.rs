//! Nested depth-first search, on Büchi acceptance.
//!
//! The *blue* search visits every state once; whenever it leaves an accepting edge, a *red* search
//! looks for a way from there back to the path of the blue one [courcoubetis.92.fmsd].  All red
//! searches share their marks, so that each state is visited at most twice.  A red search stops at
//! any state of the blue path, which is *cyan*, and an accepting edge to a cyan state is reported at
//! once: these are the colours of [schwoon.05.tacas], carried over to marks on edges as in
//! [couvreur.05.spin].
//!
//! ```text
//! blue(s):  s is cyan
//!   (N1) for each edge s --m--> t
//!          t is white: blue(t)
//!          t is cyan and the edge accepting: NOT EMPTY
//!   (N2)   t is blue and the edge accepting: red(t)     after blue(t), if that was called
//!        s is blue
//! red(t):   t is red
//!   (N3) for each edge t --> r:  r is cyan: NOT EMPTY;  r is blue: red(r)
//! ```
//!
//! A generalized condition is counted off on the fly: copy i of a state waits for mark i.  What is
//! visited at most twice is then a copy.  `couvreur` is better on all accounts but memory, where two
//! bits per state are enough here; this is what searches that forget states build upon.

use lariat_automata::{Automaton, Marks};
use lariat_budget::{Budget, Exhausted};

use crate::mark_word::{MarkWord, with_mark_word};
use crate::slots::{Colour, Colours};
use crate::space::Space;
use crate::{AcceptingComponent, Algorithm, Checked, Interned, Numbering, Refusal, RefusalReason};

/// Decides whether some run is accepting, where the condition is generalized Büchi.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::ndfs;
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
/// let state = automaton.add_state();
/// automaton.initial.push(state);
/// automaton.add_transition(state, Label::TRUE, Marks::single(0), state);
/// let verdict = ndfs::check(&automaton, &Budget::unlimited()).unwrap();
/// assert!(verdict.is_nonempty());
/// ```
pub fn check<A: Automaton>(automaton: A, budget: &Budget) -> Result<Checked<A::State>, Refusal> {
    check_with(automaton, Interned::default(), budget)
}

/// [`check`] with the caller's numbering of states.
pub fn check_with<A: Automaton, N: Numbering<A::State>>(
    automaton: A,
    numbering: N,
    budget: &Budget,
) -> Result<Checked<A::State>, Refusal> {
    let acceptance = automaton.acceptance();
    let marks = acceptance.marks;
    let required = acceptance.generalized_buchi_view().ok_or(Refusal {
        algorithm: Algorithm::Ndfs,
        reason: RefusalReason::NotGeneralizedBuchi,
    })?;
    let space = Space::new(automaton, numbering, budget);
    Ok(with_mark_word!(marks, Word => {
        Search::<A, N>::new(space, &required).verdict::<Word>()
    }))
}

/// A copy of a state on the path of a search.
struct Frame {
    copy: u32,
    /// How many of its edges are on top of the stack of edges.
    pending: u32,
    /// Whether the edge that led to it is accepting.
    entry: bool,
}

/// The path of one of the two searches, with the edges still to take.
#[derive(Default)]
struct CopyPath {
    frames: Vec<Frame>,
    /// A target, and whether the edge is accepting.
    edges: Vec<(u32, bool)>,
}

/// What a search does next.
enum Next {
    Edge(u32, bool),
    Leave(Frame),
}

struct Search<'a, A: Automaton, N> {
    space: Space<'a, A, N>,
    /// The marks that are counted off, in order.
    required: Vec<usize>,
    colours: Colours,
    blue: CopyPath,
    red: CopyPath,
}

impl<'a, A: Automaton, N: Numbering<A::State>> Search<'a, A, N> {
    fn new(space: Space<'a, A, N>, required: &Marks) -> Self {
        Self {
            space,
            required: required.iter().collect(),
            colours: Colours::default(),
            blue: CopyPath::default(),
            red: CopyPath::default(),
        }
    }

    fn verdict<M: MarkWord>(mut self) -> Checked<A::State> {
        let outcome = self.search::<M>();
        Checked::new(outcome, self.space.statistics)
    }

    /// How many copies there are of a state.
    fn copies(&self) -> u32 {
        self.required.len().max(1) as u32
    }

    fn search<M: MarkWord>(&mut self) -> Result<Option<AcceptingComponent<A::State>>, Exhausted> {
        for initial in self.space.initial()? {
            let copy = initial
                .checked_mul(self.copies())
                .ok_or(Exhausted::SearchNumbers)?;
            if self.colours.get(copy) == Colour::White {
                self.enter_blue::<M>(copy, false)?;
            }
            while let Some(next) = self.blue.next() {
                if let Some(cyan) = self.step::<M>(next)? {
                    return Ok(Some(self.cycle_through(cyan)));
                }
            }
        }
        Ok(None)
    }

    /// (N1) One step of the blue search; a cyan copy on an accepting cycle, if it finds one.
    fn step<M: MarkWord>(&mut self, next: Next) -> Result<Option<u32>, Exhausted> {
        match next {
            Next::Edge(to, accepting) => match self.colours.get(to) {
                Colour::White => self.enter_blue::<M>(to, accepting)?,
                Colour::Cyan if accepting => return Ok(Some(to)),
                Colour::Blue if accepting => return self.search_red::<M>(to), // (N2)
                _ => {}
            },
            Next::Leave(frame) => {
                self.colours.set(frame.copy, Colour::Blue);
                if frame.entry {
                    return self.search_red::<M>(frame.copy); // (N2)
                }
            }
        }
        Ok(None)
    }

    /// (N3) Looks for a cyan copy from a blue one.
    fn search_red<M: MarkWord>(&mut self, from: u32) -> Result<Option<u32>, Exhausted> {
        self.enter_red::<M>(from)?;
        while let Some(next) = self.red.next() {
            if let Next::Edge(to, _) = next {
                match self.colours.get(to) {
                    Colour::Cyan => return Ok(Some(to)),
                    Colour::Blue => self.enter_red::<M>(to)?,
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    fn enter_blue<M: MarkWord>(&mut self, copy: u32, entry: bool) -> Result<(), Exhausted> {
        self.space.count_visit()?;
        self.colours.set(copy, Colour::Cyan);
        let (space, required) = (&mut self.space, &self.required);
        self.blue.enter::<A, N, M>(copy, entry, space, required)?;
        self.space.count_depth(self.blue.frames.len());
        Ok(())
    }

    fn enter_red<M: MarkWord>(&mut self, copy: u32) -> Result<(), Exhausted> {
        self.space.count_revisit()?;
        self.colours.set(copy, Colour::Red);
        let (space, required) = (&mut self.space, &self.required);
        self.red.enter::<A, N, M>(copy, false, space, required)
    }

    /// The states of the cycle that leaves the blue path at its end and meets it again in `cyan`.
    fn cycle_through(&self, cyan: u32) -> AcceptingComponent<A::State> {
        let blue = self.blue.frames.iter().map(|frame| frame.copy);
        let red = self.red.frames.iter().map(|frame| frame.copy);
        let on_cycle = blue.skip_while(|&copy| copy != cyan).chain(red);
        let mut states: Vec<u32> = on_cycle.map(|copy| copy / self.copies()).collect();
        states.sort_unstable();
        states.dedup();
        AcceptingComponent {
            states: self.space.states(states),
            shunned: Marks::EMPTY,
            way: {
                let blue = self.blue.frames.iter().map(|frame| frame.copy);
                self.space.states(blue.map(|copy| copy / self.copies()))
            },
        }
    }
}

impl CopyPath {
    /// Appends a copy with all of its edges.
    fn enter<A: Automaton, N: Numbering<A::State>, M: MarkWord>(
        &mut self,
        copy: u32,
        entry: bool,
        space: &mut Space<'_, A, N>,
        required: &[usize],
    ) -> Result<(), Exhausted> {
        let copies = required.len().max(1) as u32;
        let (state, level) = (copy / copies, copy % copies);
        let before = self.edges.len();
        space.expand(
            state,
            |_| true,
            |to, marks: M| {
                let (level, accepting) = count_off(level as usize, &marks, required);
                let to = to.checked_mul(copies).ok_or(Exhausted::SearchNumbers)?;
                self.edges.push((to + level as u32, accepting));
                Ok(())
            },
        )?;
        self.edges[before..].reverse();
        let pending =
            u32::try_from(self.edges.len() - before).map_err(|_| Exhausted::SearchNumbers)?;
        self.frames.push(Frame {
            copy,
            pending,
            entry,
        });
        Ok(())
    }

    /// Removes the next edge of the current copy, or that copy; `None` on an empty path.
    fn next(&mut self) -> Option<Next> {
        let frame = self.frames.last_mut()?;
        if frame.pending == 0 {
            return self.frames.pop().map(Next::Leave);
        }
        frame.pending -= 1;
        let (to, accepting) = self.edges.pop()?;
        Some(Next::Edge(to, accepting))
    }
}

/// The level that follows `level` on an edge with these marks, and whether all were counted off.
fn count_off<M: MarkWord>(mut level: usize, marks: &M, required: &[usize]) -> (usize, bool) {
    while level < required.len() && marks.contains(required[level]) {
        level += 1;
    }
    if level == required.len() {
        (0, true)
    } else {
        (level, false)
    }
}

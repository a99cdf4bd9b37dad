//! A net for searches: packed states, and only what a step touches is tested again.
//!
//! To fire a transition is one addition a word: the changes of all places in the word at once, because no slot
//! overflows into its neighbour.  That none does is tested before: a place that would outgrow its slot makes the net
//! have a new encoding ([`Encodings`]).
//!
//! Enabledness is incremental.  A stepper remembers the state that it was asked about last and what was enabled there; of the
//! next state it looks only at the transitions that take tokens from places that differ.  In a depth-first search
//! these are the places that one firing has changed, and neighbours in a breadth-first search differ by two.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use lariat_automata::{BitSet, Letter};
use lariat_model::{
    Encodings, Model, Outgrown, Recoder, RuntimeError, Schema, Step, Stepper, Structure,
    Successors, Value,
};

use super::packing::{Move, Packing, Slot};
use super::proposition::{MarkingProposition, Relation};
use super::{Net, Transition};

/// A net whose states are packed.
#[derive(Debug)]
pub struct Packed {
    net: Net,
    versions: RwLock<Versions>,
    /// How many states steppers had been asked about when they found their encoding too narrow.
    asked: AtomicU64,
}

/// The encodings so far.
#[derive(Debug)]
struct Versions {
    /// All packings, the newest last.
    packings: Vec<Packing>,
    newest: Arc<Encoded>,
}

/// The net in one encoding.
#[derive(Debug)]
struct Encoded {
    number: u32,
    packing: Packing,
    code: Code,
}

/// So many states are many to pack anew.
const MANY: u64 = 1 << 12;

/// The state that was asked about last.
#[derive(Clone, Debug, Default)]
struct Last {
    /// Its words; none if nobody has asked yet.
    state: Vec<u32>,
    /// The transitions that are enabled there, a bit each.
    enabled: Vec<u64>,
}

/// Some bits of a state, and a number to compare them with.
#[derive(Clone, Copy, Debug)]
struct Bits {
    word: u32,
    shift: u32,
    mask: u32,
    number: u32,
}

impl Bits {
    fn of(self, state: &[u32]) -> u32 {
        state[self.word as usize] >> self.shift & self.mask
    }
}

/// A transition: stretches of the lists in [`Code`].
#[derive(Clone, Debug)]
struct Firing {
    tests: Range<usize>,
    gains: Range<usize>,
    additions: Range<usize>,
}

/// The transitions and propositions of a net over packed states.
#[derive(Clone, Debug, Default)]
struct Code {
    firings: Vec<Firing>,
    /// A transition is enabled where all of its bits are at least the number.
    tests: Vec<Bits>,
    /// A place outgrows its slot where its bits are at least the number.
    gains: Vec<Bits>,
    /// What is added to a word.
    additions: Vec<(u32, u32)>,
    /// For each bit of a state the place that it belongs to.
    place_of_bit: Vec<u32>,
    /// For each place, the bits of its word that are its own.
    masks: Vec<u32>,
    /// For each place, where its consumers begin.
    consumer_starts: Vec<u32>,
    /// The transitions that take tokens from a place, place after place.
    consumers: Vec<u32>,
    propositions: Vec<Test>,
}

/// A proposition over packed states.
#[derive(Clone, Debug)]
enum Test {
    Constant(bool),
    Constraint {
        terms: Vec<(Slot, i64)>,
        relation: Relation,
        bound: i64,
    },
    Fireable(Vec<u32>),
}

impl Packed {
    /// The net, with the propositions that it watches now.
    pub fn new(net: Net) -> Self {
        let packing = Packing::fitting(&net.initial);
        let versions = Versions {
            packings: vec![packing.clone()],
            newest: Arc::new(Encoded::new(&net, 0, packing)),
        };
        Self {
            net,
            versions: RwLock::new(versions),
            asked: AtomicU64::new(0),
        }
    }

    fn newest(&self) -> Arc<Encoded> {
        let versions = self.versions.read();
        Arc::clone(&versions.unwrap_or_else(PoisonError::into_inner).newest)
    }

    fn packing(&self, number: u32) -> Packing {
        let versions = self.versions.read();
        let versions = versions.unwrap_or_else(PoisonError::into_inner);
        versions.packings[number as usize].clone()
    }

    /// Makes an encoding with room for so many tokens on these places, unless the newest has.
    ///
    /// To pack all states anew takes time in proportion to their number.  So when there are many of them and a place of one bit gets
    /// a second token, all places of one bit that tokens can be added to are widened with it: in a net that is not safe, one follows
    /// the other.
    fn widen(&self, needs: &[(u32, u32)]) {
        let versions = self.versions.write();
        let mut versions = versions.unwrap_or_else(PoisonError::into_inner);
        let slots = &versions.newest.packing.slots;
        let fits = |&(place, tokens): &(u32, u32)| tokens <= slots[place as usize].most;
        if needs.iter().all(fits) {
            return;
        }
        let is_single = |place: u32| slots[place as usize].most == 1;
        let mut all = needs.to_vec();
        let is_many = self.asked.load(Ordering::Relaxed) > MANY;
        if is_many && needs.iter().any(|&(place, _)| is_single(place)) {
            let effects = self.net.transitions.iter().flat_map(Transition::effects);
            let gaining = effects.filter(|&(place, effect)| effect > 0 && is_single(place));
            all.extend(gaining.map(|(place, _)| (place, 2)));
        }
        let packing = versions.newest.packing.widened(&all);
        let number = versions.packings.len() as u32;
        versions.packings.push(packing.clone());
        versions.newest = Arc::new(Encoded::new(&self.net, number, packing));
    }
}

impl Encoded {
    fn new(net: &Net, number: u32, packing: Packing) -> Self {
        Self {
            number,
            code: Code::new(net, &packing),
            packing,
        }
    }
}

/// One thread's way through the net.
struct Walk<'m> {
    model: &'m Packed,
    encoded: Arc<Encoded>,
    last: Last,
    /// How many states were asked about.
    asked: u64,
}

impl Walk<'_> {
    /// Has the model make a wider encoding.
    #[cold]
    fn outgrow(&mut self, needs: &[(u32, u32)]) {
        let asked = std::mem::take(&mut self.asked);
        self.model.asked.fetch_add(asked, Ordering::Relaxed);
        self.model.widen(needs);
    }
}

impl Stepper for Walk<'_> {
    fn width(&self) -> usize {
        self.encoded.packing.words
    }

    fn encoding(&self) -> u32 {
        self.encoded.number
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        self.encoded.packing.pack(&self.model.net.initial, out);
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let Encoded { code, packing, .. } = &*self.encoded;
        self.last.move_to(code, state);
        self.asked += 1;
        let (states, steps) = (out.states.len(), out.steps.len());
        let mut needs: Vec<(u32, u32)> = Vec::new();
        for (block, &enabled) in self.last.enabled.iter().enumerate() {
            let mut left = enabled;
            while left != 0 {
                let number = block * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if code.outgrows(number, state) {
                    match needs_of(&self.model.net, packing, number, state) {
                        Some(places) => needs.extend(places),
                        None => out.outgrown = Some(Outgrown::Numbers),
                    }
                } else {
                    code.fire(number, state, &mut out.states);
                    out.steps.push(Step::alone(number as u32));
                }
            }
        }
        if out.outgrown.is_none() && !needs.is_empty() {
            out.states.truncate(states);
            out.steps.truncate(steps);
            out.outgrown = Some(Outgrown::Encoding);
            self.outgrow(&needs);
        } else if out.asks_enabled {
            out.enabled.unite(&BitSet::from_bits(&self.last.enabled));
        }
    }

    fn observe(
        &mut self,
        state: &[u32],
        wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        let code = &self.encoded.code;
        for &number in wanted {
            if code.satisfies(state, &code.propositions[number]) {
                letter.insert(number);
            }
        }
        Ok(())
    }
}

impl Model for Packed {
    fn schema(&self) -> &Schema {
        self.net.schema()
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        Box::new(Walk {
            model: self,
            encoded: self.newest(),
            last: Last::default(),
            asked: 0,
        })
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        self.net.reference()
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        self.net.each_event(step, visit);
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        self.net.describe(plain)
    }

    fn structure(&self) -> Option<&dyn Structure> {
        self.net.structure()
    }

    fn encodings(&self) -> Option<&dyn Encodings> {
        Some(self)
    }
}

impl Encodings for Packed {
    fn plain(&self, state: &[u32], from: u32, out: &mut Vec<u32>) {
        let start = out.len();
        let versions = self.versions.read();
        let versions = versions.unwrap_or_else(PoisonError::into_inner);
        versions.packings[from as usize].unpack(state, out);
        out.resize(start + self.net.schema.width, 0);
    }

    fn recoder(&self, from: u32, to: u32) -> Recoder<'_> {
        let to = self.packing(to);
        let moves = self.packing(from).moves_to(&to);
        Box::new(move |state, out| {
            let start = out.len();
            out.resize(start + to.words, 0);
            for Move { from, to } in &moves {
                out[start + to.word as usize] |= from.get(state) << to.shift;
            }
        })
    }
}

/// The tokens that a firing would leave on places whose slots do not hold them; none if no slot could.
fn needs_of(
    net: &Net,
    packing: &Packing,
    transition: usize,
    state: &[u32],
) -> Option<Vec<(u32, u32)>> {
    let mut needs = Vec::new();
    for (place, effect) in net.transitions[transition].effects() {
        let slot = packing.slots[place as usize];
        let tokens = u32::try_from(i64::from(slot.get(state)) + effect).ok()?;
        if tokens > slot.most {
            needs.push((place, tokens));
        }
    }
    Some(needs)
}

impl Last {
    /// Finds out what is enabled in a state.
    fn move_to(&mut self, code: &Code, state: &[u32]) {
        if self.state.len() != state.len() {
            self.state = state.to_vec();
            self.enabled = vec![0; code.firings.len().div_ceil(64)];
            for transition in 0..code.firings.len() {
                self.test(code, transition);
            }
            return;
        }
        for (word, &new) in state.iter().enumerate() {
            let mut changed = self.state[word] ^ new;
            // The words behind are old still; what is tested too early is tested again with the last of its places.
            self.state[word] = new;
            while changed != 0 {
                let bit = word * 32 + changed.trailing_zeros() as usize;
                let place = code.place_of_bit[bit];
                changed &= !code.masks[place as usize];
                for at in code.consumers_of(place) {
                    self.test(code, code.consumers[at] as usize);
                }
            }
        }
    }

    fn test(&mut self, code: &Code, transition: usize) {
        let bit = 1 << (transition % 64);
        if code.is_enabled(transition, &self.state) {
            self.enabled[transition / 64] |= bit;
        } else {
            self.enabled[transition / 64] &= !bit;
        }
    }
}

impl Code {
    fn new(net: &Net, packing: &Packing) -> Self {
        let mut code = Self::default();
        for transition in &net.transitions {
            let starts = (code.tests.len(), code.gains.len(), code.additions.len());
            for &(place, weight) in &transition.inputs {
                let slot = packing.slots[place as usize];
                require(&mut code.tests, starts.0, slot, weight);
            }
            for (place, effect) in transition.effects() {
                let slot = packing.slots[place as usize];
                code.add_effect(slot, effect, starts.1, starts.2);
            }
            code.firings.push(Firing {
                tests: starts.0..code.tests.len(),
                gains: starts.1..code.gains.len(),
                additions: starts.2..code.additions.len(),
            });
        }
        code.index_places(net, packing);
        let propositions = net.propositions.list().iter();
        code.propositions = propositions
            .map(|proposition| Test::new(proposition, packing))
            .collect();
        code
    }

    fn add_effect(&mut self, slot: Slot, effect: i64, gains: usize, additions: usize) {
        let change = (effect as u32).wrapping_shl(slot.shift);
        let word = slot.word;
        let mut known = self.additions[additions..].iter_mut();
        match known.find(|(known, _)| *known == word) {
            Some((_, sum)) => *sum = sum.wrapping_add(change),
            None => self.additions.push((word, change)),
        }
        if effect <= 0 {
            return;
        }
        let number = (i64::from(slot.most) - effect + 1).max(0) as u32;
        if slot.most > 1 || number != 1 {
            self.gains.push(Bits::of_slot(slot, number));
            return;
        }
        // Of places of one bit, any that is marked outgrows it: one test a word.
        let bit = 1 << slot.shift;
        let is_group = |bits: &&mut Bits| bits.word == word && bits.shift == 0 && bits.number == 1;
        match self.gains[gains..].iter_mut().find(is_group) {
            Some(group) => group.mask |= bit,
            None => self.gains.push(Bits {
                word,
                shift: 0,
                mask: bit,
                number: 1,
            }),
        }
    }

    fn index_places(&mut self, net: &Net, packing: &Packing) {
        self.place_of_bit = vec![0; packing.words * 32];
        for (place, slot) in packing.slots.iter().enumerate() {
            let first = slot.word as usize * 32 + slot.shift as usize;
            let bits = slot.most.count_ones() as usize;
            self.place_of_bit[first..first + bits].fill(place as u32);
        }
        self.masks = packing
            .slots
            .iter()
            .map(|slot| slot.most << slot.shift)
            .collect();
        let mut consumers = vec![Vec::new(); packing.slots.len()];
        for (number, transition) in net.transitions.iter().enumerate() {
            for &(place, _) in &transition.inputs {
                consumers[place as usize].push(number as u32);
            }
        }
        self.consumer_starts.push(0);
        for consumers in consumers {
            self.consumers.extend(consumers);
            self.consumer_starts.push(self.consumers.len() as u32);
        }
    }

    fn consumers_of(&self, place: u32) -> Range<usize> {
        let starts = &self.consumer_starts[place as usize..];
        starts[0] as usize..starts[1] as usize
    }

    fn is_enabled(&self, transition: usize, state: &[u32]) -> bool {
        let tests = self.firings[transition].tests.clone();
        let mut tests = self.tests[tests].iter();
        tests.all(|bits| bits.of(state) >= bits.number)
    }

    /// Whether a place would outgrow its slot if the transition fired.
    fn outgrows(&self, transition: usize, state: &[u32]) -> bool {
        let gains = self.firings[transition].gains.clone();
        let mut gains = self.gains[gains].iter();
        gains.any(|bits| bits.of(state) >= bits.number)
    }

    /// Appends the state behind a firing.
    fn fire(&self, transition: usize, state: &[u32], out: &mut Vec<u32>) {
        let start = out.len();
        // To copy a few words takes less time than to call what copies many.
        match *state {
            [a, b] => out.extend([a, b]),
            [a, b, c] => out.extend([a, b, c]),
            [a, b, c, d] => out.extend([a, b, c, d]),
            _ => out.extend_from_slice(state),
        }
        let target = &mut out[start..];
        for &(word, change) in &self.additions[self.firings[transition].additions.clone()] {
            let word = &mut target[word as usize];
            *word = word.wrapping_add(change);
        }
    }

    fn satisfies(&self, state: &[u32], test: &Test) -> bool {
        match test {
            Test::Constant(value) => *value,
            Test::Constraint {
                terms,
                relation,
                bound,
            } => {
                let values = terms
                    .iter()
                    .map(|&(slot, times)| i128::from(times) * i128::from(slot.get(state)));
                relation.holds(values.sum(), *bound)
            }
            Test::Fireable(transitions) => transitions
                .iter()
                .any(|&transition| self.is_enabled(transition as usize, state)),
        }
    }
}

/// Adds the test that a place has so many tokens to those behind `start`.
fn require(tests: &mut Vec<Bits>, start: usize, slot: Slot, weight: u32) {
    if slot.most > 1 || weight != 1 {
        return tests.push(Bits::of_slot(slot, weight));
    }
    // Places of one bit that must be marked are tested together: one test a word.
    let bit = 1 << slot.shift;
    let is_group =
        |bits: &&mut Bits| bits.word == slot.word && bits.shift == 0 && bits.mask == bits.number;
    match tests[start..].iter_mut().find(is_group) {
        Some(group) => {
            group.mask |= bit;
            group.number = group.mask;
        }
        None => tests.push(Bits {
            word: slot.word,
            shift: 0,
            mask: bit,
            number: bit,
        }),
    }
}

impl Bits {
    fn of_slot(slot: Slot, number: u32) -> Self {
        Self {
            word: slot.word,
            shift: slot.shift,
            mask: slot.most,
            number,
        }
    }
}

impl Test {
    fn new(proposition: &MarkingProposition, packing: &Packing) -> Self {
        match proposition {
            MarkingProposition::Constant(value) => Test::Constant(*value),
            MarkingProposition::Constraint(constraint) => Test::Constraint {
                terms: constraint
                    .terms
                    .iter()
                    .map(|&(place, times)| (packing.slots[place as usize], times))
                    .collect(),
                relation: constraint.relation,
                bound: constraint.bound,
            },
            MarkingProposition::Fireable(transitions) => Test::Fireable(transitions.clone()),
        }
    }
}

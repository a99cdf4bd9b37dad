//! What the transitions of an asynchronous program depend on: the structure that reductions and
//! symbolic engines read.
//!
//! A slot is a cell of the state.  A group is a transition that fires alone, or a sender and a
//! receiver of different processes on one handshake channel.  Its guards are: its processes are
//! where the transitions start; the conjuncts of the transitions' guards; the buffer has room, or
//! an item; and, where it starts in uncommitted locations, nobody is in a committed one. A
//! handshake between a committed and an uncommitted location never happens, and is no group.
//!
//! A guard whose evaluation fails is not false: where no guard is false, the group fires or fails.

use std::sync::Arc;

use lariat_automata::BitSet;
use lariat_model::structure::{
    Dependencies, Group, GroupIndex, Guard, GuardIndex, GuardShape, Slot,
};
use lariat_model::{RuntimeError, Step, Structure};
use rustc_hash::FxHashMap;

use crate::bounds::Knowledge;
use crate::conjuncts::{Conjunct, conjuncts, learn};
use crate::effects::{Followed, Following};
use crate::interpreter::receives_on;
use crate::slots::Slots;
use crate::{Cell, Communication, Interpreter, Program, Propositions, Transition, load, store};

/// With more groups times slots than this the tables would be too large.
const LARGEST_TABLE: usize = 1 << 28;

/// The structure of a program.
#[derive(Clone, Debug)]
pub struct ProgramStructure {
    program: Arc<Program>,
    slots: Slots,
    dependencies: Dependencies,
    /// The guards of shape [`GuardShape::Other`], by number: all must be true, one after another.
    others: Vec<Vec<Conjunct>>,
}

impl ProgramStructure {
    /// The structure of a program and of the propositions that are watched; none if the program is
    /// synchronous, or so large that the tables would be too.
    pub fn new(program: Arc<Program>, propositions: &Propositions) -> Option<Self> {
        if program.synchronous {
            return None;
        }
        let slots = Slots::new(&program);
        let mut builder = Builder {
            program: &program,
            slots: &slots,
            starts: starts(&program),
            guards: Vec::new(),
            numbers: FxHashMap::default(),
            others: Vec::new(),
            other_numbers: FxHashMap::default(),
            groups: Vec::new(),
        };
        if builder.groups().saturating_mul(slots.cells.len()) > LARGEST_TABLE {
            return None;
        }
        builder.build();
        let reads = propositions.iter().map(|code| {
            let mut reads = BitSet::EMPTY;
            slots.add_reads(program.code(code), &mut reads);
            Some(reads)
        });
        let dependencies = Dependencies {
            slots: slots.names.clone(),
            groups: builder.groups,
            guards: builder.guards,
            propositions: reads.collect(),
        };
        let others = builder.others;
        Some(Self {
            program,
            slots,
            dependencies,
            others,
        })
    }
}

impl ProgramStructure {
    /// The plain state with these slots; the others are 0.
    fn partly_folded(&self, wanted: impl Iterator<Item = usize>, values: &[i64]) -> Vec<u32> {
        let mut state = vec![0; self.program.width];
        for slot in wanted {
            store(&mut state, self.slots.cells[slot], values[slot] as i32);
        }
        state
    }

    /// Whether a guard of a shape holds; guards of other shapes have none.
    fn shape_holds(shape: &GuardShape, slots: &[i64]) -> Option<bool> {
        let value = |slot: Slot| slots[slot.0 as usize];
        Some(match shape {
            GuardShape::Equals(slot, number) => value(*slot) == *number,
            GuardShape::AtLeast(slot, number) => value(*slot) >= *number,
            GuardShape::Below(slot, number) => value(*slot) < *number,
            GuardShape::Nowhere(places) => places
                .iter()
                .all(|(slot, locations)| !locations.contains(&value(*slot))),
            GuardShape::Other(_) => return None,
        })
    }
}

impl Structure for ProgramStructure {
    fn dependencies(&self) -> &Dependencies {
        &self.dependencies
    }

    fn unfold(&self, plain: &[u32], slots: &mut Vec<i64>) {
        slots.clear();
        let cells = self.slots.cells.iter();
        slots.extend(cells.map(|&cell| i64::from(load(plain, cell))));
    }

    fn fold(&self, slots: &[i64], plain: &mut Vec<u32>) {
        plain.extend(self.partly_folded(0..slots.len(), slots));
    }

    fn holds(&self, guard: GuardIndex, slots: &[i64]) -> Result<bool, RuntimeError> {
        let guard = &self.dependencies.guards[guard.0 as usize];
        let number = match guard.shape {
            GuardShape::Other(number) => number,
            ref shape => return Ok(Self::shape_holds(shape, slots) == Some(true)),
        };
        let reads = guard.reads.iter().map(|slot| slot.0 as usize);
        let state = self.partly_folded(reads, slots);
        let mut evaluator = self.program.expressions.evaluator();
        for conjunct in &self.others[number as usize] {
            let value = evaluator.evaluate(&conjunct.code, &state)?;
            if conjunct.truth.of(value) == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn fire(&self, group: GroupIndex, slots: &mut [i64]) -> Result<bool, RuntimeError> {
        let group = &self.dependencies.groups[group.0 as usize];
        let guards = group.guards.iter();
        let mut shapes = guards.map(|guard| &self.dependencies.guards[guard.0 as usize].shape);
        if shapes.any(|shape| Self::shape_holds(shape, slots) == Some(false)) {
            return Ok(false);
        }
        let state = self.partly_folded(group.reads.iter(), slots);
        let mut interpreter = Interpreter::new(&self.program);
        let Some(outcome) = interpreter.fire(group.step, &state) else {
            return Ok(false);
        };
        outcome?;
        for slot in group.writes.iter() {
            slots[slot] = i64::from(load(&interpreter.target, self.slots.cells[slot]));
        }
        Ok(true)
    }
}

/// For each transition the location that it leaves.
fn starts(program: &Program) -> Vec<u32> {
    let mut starts = vec![0; program.transitions.len()];
    for process in &program.processes {
        for (from, location) in process.locations.iter().enumerate() {
            for &number in &location.outgoing {
                starts[number as usize] = from as u32;
            }
        }
    }
    starts
}

/// The tables while they are made.
struct Builder<'p> {
    program: &'p Program,
    slots: &'p Slots,
    /// For each transition the location that it leaves.
    starts: Vec<u32>,
    guards: Vec<Guard>,
    numbers: FxHashMap<Guard, GuardIndex>,
    others: Vec<Vec<Conjunct>>,
    other_numbers: FxHashMap<Vec<Conjunct>, u32>,
    groups: Vec<Group>,
}

/// The guards of a group while they are collected.
#[derive(Default)]
struct Conditions {
    guards: Vec<GuardIndex>,
    /// What is known where all of them hold.
    knowledge: Knowledge,
    can_fail: bool,
    /// Some guard never holds.
    is_dead: bool,
}

impl Builder<'_> {
    /// How many groups there are at most.
    fn groups(&self) -> usize {
        let mut count = 0;
        self.each_step(|_, _| count += 1);
        count
    }

    fn build(&mut self) {
        let mut steps = Vec::new();
        self.each_step(|transition, partner| steps.push((transition, partner)));
        for (transition, partner) in steps {
            self.add_group(transition, partner);
        }
    }

    /// Calls `visit` with each transition that fires alone and each pair of one handshake, in the
    /// interpreter's order.
    fn each_step(&self, mut visit: impl FnMut(u32, Option<u32>)) {
        for process in self.program.system() {
            for &number in process.locations.iter().flat_map(|from| &from.outgoing) {
                let transition = &self.program.transitions[number as usize];
                let is_buffered = self.program.buffer(transition).is_some();
                match transition.communication {
                    Communication::Send { channel, .. } if !is_buffered => self
                        .partners(transition, channel)
                        .for_each(|partner| visit(number, Some(partner))),
                    Communication::Receive { .. } if !is_buffered => {}
                    _ => visit(number, None),
                }
            }
        }
    }

    /// The transitions that may receive from a sender on a handshake channel.
    fn partners(&self, sender: &Transition, channel: u32) -> impl Iterator<Item = u32> {
        let program = self.program;
        let receivers = program.channels[channel as usize].receivers.iter();
        receivers
            .filter(|&&process| process != sender.process)
            .flat_map(|&process| &program.processes[process as usize].locations)
            .flat_map(|location| location.outgoing.iter().copied())
            .filter(move |&number| receives_on(&program.transitions[number as usize], channel))
    }

    fn add_group(&mut self, number: u32, partner: Option<u32>) {
        let program = self.program;
        let mut conditions = Conditions::default();
        for number in [Some(number), partner].into_iter().flatten() {
            self.add_location(number, &mut conditions);
        }
        self.add_commitment(number, partner, &mut conditions);
        let transition = &program.transitions[number as usize];
        self.add_buffer(transition, &mut conditions);
        for number in [Some(number), partner].into_iter().flatten() {
            self.add_guard(&program.transitions[number as usize], &mut conditions);
        }
        if conditions.is_dead {
            return;
        }
        let following = Following::new(program, self.slots, conditions.knowledge.clone());
        let start = |number: u32| {
            let transition = &program.transitions[number as usize];
            (transition, self.starts[number as usize])
        };
        let followed = match partner {
            None => following.alone(transition, start(number).1),
            Some(partner) => following.handshake(start(number), start(partner)),
        };
        let step = Step {
            transition: number,
            partner: partner.unwrap_or(Step::ALONE),
        };
        self.finish_group(step, conditions, followed);
    }

    fn finish_group(&mut self, step: Step, conditions: Conditions, followed: Followed) {
        let mut events = BitSet::EMPTY;
        self.program
            .each_event(step, &mut |event| events.insert(event));
        let mut reads = followed.reads;
        for guard in &conditions.guards {
            let slots = self.guards[guard.0 as usize].reads.iter();
            slots.for_each(|slot| reads.insert(slot.0 as usize));
        }
        self.groups.push(Group {
            step,
            events,
            guards: conditions.guards,
            reads,
            writes: followed.writes,
            effects: followed.effects,
            can_fail: conditions.can_fail || followed.can_fail,
        });
    }

    /// The process must be where the transition starts.
    fn add_location(&mut self, number: u32, conditions: &mut Conditions) {
        let process = self.program.transitions[number as usize].process;
        if let Some(place) = self.program.processes[process as usize].place {
            let from = i64::from(self.starts[number as usize]);
            let shape = GuardShape::Equals(self.slots.of(place), from);
            self.add_shape(place, shape, conditions);
        }
    }

    /// A group that starts in uncommitted locations needs that nobody is committed; one that starts
    /// in both kinds never fires.
    fn add_commitment(&mut self, number: u32, partner: Option<u32>, conditions: &mut Conditions) {
        if !self.program.has_committed() {
            return;
        }
        let is_committed = |number: u32| {
            let process = self.program.transitions[number as usize].process as usize;
            let start = self.starts[number as usize] as usize;
            self.program.processes[process].locations[start].committed
        };
        let is_sender_committed = is_committed(number);
        if partner.is_some_and(|partner| is_committed(partner) != is_sender_committed) {
            conditions.is_dead = true;
        } else if !is_sender_committed {
            self.add_nowhere(conditions);
        }
    }

    fn add_nowhere(&mut self, conditions: &mut Conditions) {
        let mut places = Vec::new();
        for process in self.program.system().iter().filter(|p| p.has_committed) {
            let Some(place) = process.place else {
                // It is always in a committed location.
                conditions.is_dead = true;
                return;
            };
            let locations = process.locations.iter().enumerate();
            let committed = locations.filter(|(_, location)| location.committed);
            let numbers = committed.map(|(number, _)| number as i64).collect();
            places.push((self.slots.of(place), numbers));
        }
        let reads = places.iter().map(|&(slot, _)| slot).collect();
        let shape = GuardShape::Nowhere(places);
        let guard = self.number(Guard { reads, shape });
        conditions.guards.push(guard);
    }

    /// A buffer must have room for an item that is sent, and an item that is received.
    fn add_buffer(&mut self, transition: &Transition, conditions: &mut Conditions) {
        let Some(buffer) = self.program.buffer(transition) else {
            return;
        };
        let slot = self.slots.of(buffer.count);
        let shape = match transition.communication {
            Communication::Receive { .. } => GuardShape::AtLeast(slot, 1),
            _ => GuardShape::Below(slot, i64::from(buffer.capacity)),
        };
        self.add_shape(buffer.count, shape, conditions);
    }

    fn add_shape(&mut self, cell: Cell, shape: GuardShape, conditions: &mut Conditions) {
        learn(&mut conditions.knowledge, cell, &shape);
        let reads = vec![self.slots.of(cell)];
        let guard = self.number(Guard { reads, shape });
        if !conditions.guards.contains(&guard) {
            conditions.guards.push(guard);
        }
    }

    /// The conjuncts of a transition's guard.
    fn add_guard(&mut self, transition: &Transition, conditions: &mut Conditions) {
        let Some(guard) = transition.guard else {
            return;
        };
        let mut rest = conjuncts(self.program.code(guard)).into_iter();
        while let Some(conjunct) = rest.next() {
            if conditions.knowledge.estimate(&conjunct.code).can_fail {
                conditions.can_fail = true;
                let together = std::iter::once(conjunct).chain(rest).collect();
                return self.add_other(together, conditions);
            }
            self.add_conjunct(conjunct, conditions);
        }
    }

    fn add_conjunct(&mut self, conjunct: Conjunct, conditions: &mut Conditions) {
        match conjunct.constant() {
            Some(true) => return,
            Some(false) => conditions.is_dead = true,
            None => {}
        }
        match conjunct.shape(|cell| self.slots.of(cell)) {
            Some((cell, shape)) => self.add_shape(cell, shape, conditions),
            None => self.add_other(vec![conjunct], conditions),
        }
    }

    fn add_other(&mut self, together: Vec<Conjunct>, conditions: &mut Conditions) {
        let mut reads = BitSet::EMPTY;
        for conjunct in &together {
            self.slots.add_reads(&conjunct.code, &mut reads);
        }
        let number = match self.other_numbers.get(&together) {
            Some(&number) => number,
            None => {
                let number = self.others.len() as u32;
                self.other_numbers.insert(together.clone(), number);
                self.others.push(together);
                number
            }
        };
        let guard = self.number(Guard {
            reads: reads.iter().map(|slot| Slot(slot as u32)).collect(),
            shape: GuardShape::Other(number),
        });
        if !conditions.guards.contains(&guard) {
            conditions.guards.push(guard);
        }
    }

    /// The number of a guard; equal ones have the same.
    fn number(&mut self, guard: Guard) -> GuardIndex {
        let next = GuardIndex(self.guards.len() as u32);
        let number = *self.numbers.entry(guard.clone()).or_insert(next);
        if number == next {
            self.guards.push(guard);
        }
        number
    }
}

//! Past operators over the future: monitors under hypotheses.
//!
//! O(a U b) has no monitor: whether a U b held a while ago may depend on letters that are still to come.  But it depends on
//! them in one way only, by whether a U b holds now: the law a U b = b ∨ (a ∧ X(a U b)) gives the truth at a
//! position from the letter there and the truth at the next one.  So under a hypothesis about which operators of
//! the future are true now, their truth at all earlier positions is known, and with it that of the past
//! operator.  There is one bit a hypothesis: what the past operator leaves (see `memory`) if the hypothesis is true.
//! ```text
//! bit_h' ↔ what the operator leaves where its bit is bit_g, and g is what h and the letter imply a step earlier
//! ```
//! Of the hypotheses about a position one is true, so the operator is a function of the letters read and of what is true of the
//! future.  Bits that are always equal are one [vaneijk.00.tcad], and bits that nobody asks for are not made.

use indexmap::{IndexMap, IndexSet};
use lariat_bdd::{Bdd, Bdds, Var};
use lariat_ltl::polarity::{Polarity, polarities};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::error::text;
use crate::formulas::{looks_ahead, looks_back};
use crate::laws::{boolean, expanded};
use crate::memory::Memory;

/// A past operator as a function of the letters read and of what is true of the future.
pub(crate) struct Monitored {
    /// The function; variable i says whether operator i of the future is true now.
    pub(crate) value: Bdd,
    /// The operators of the future, each with the direction in which it moves the function.
    ///
    /// What the function says is monotone in it, though its bits, which are monotone in their hypotheses, hide that.
    pub(crate) ahead: IndexMap<Formula, Polarity, FxBuildHasher>,
    /// How many bits were made.
    pub(crate) bits: usize,
}

/// The monitor has too many bits, or takes too long.
pub(crate) struct TooLarge;

/// Monitors a past operator, below which there is none over the future, with at most `limit` bits, named after it.
pub(crate) fn monitor(
    memory: &mut Memory,
    formulas: &Formulas,
    operator: &Node,
    limit: usize,
    name: &str,
) -> Result<Monitored, TooLarge> {
    let mut monitor = Monitor::new(formulas, operator, limit);
    let now = monitor.now(memory);
    let value = monitor.value(memory, &now)?;
    let next = monitor.equations(memory, value)?;
    let equal = equal_bits(&mut memory.bdds, &next, monitor.initial());
    let value = represented(&mut memory.bdds, value, &equal);
    let mut asked = monitor.bits_in(&memory.bdds, value);
    let mut made = FxHashSet::default();
    while let Some(bit) = asked.pop() {
        if made.insert(bit) {
            let function = represented(&mut memory.bdds, next[&bit], &equal);
            let meaning = format!("Y({name}) if {}", monitor.describe(bit));
            memory.add_reserved(bit, meaning, monitor.initial().is_true(), function);
            asked.extend(monitor.bits_in(&memory.bdds, function));
        }
    }
    Ok(Monitored {
        value,
        ahead: monitor.ahead,
        bits: made.len(),
    })
}

/// What is supposed to be true: bit i for assumption i.
type Hypothesis = u64;

/// The truth of the subformulas at one position.
type Values = FxHashMap<Formula, Bdd>;

struct Monitor<'a> {
    formulas: &'a Formulas,
    operator: &'a Node,
    /// How many bits there may be.
    limit: usize,
    /// The subformulas of the operands, those of subformulas first.
    below: Vec<Formula>,
    /// The operators of the future among them.
    ahead: IndexMap<Formula, Polarity, FxBuildHasher>,
    /// What hypotheses are about.
    assumptions: IndexSet<Formula, FxBuildHasher>,
    bit_of: FxHashMap<Hypothesis, Var>,
    hypothesis_of: FxHashMap<Var, Hypothesis>,
}

impl<'a> Monitor<'a> {
    fn new(formulas: &'a Formulas, operator: &'a Node, limit: usize) -> Self {
        let mut operands = Vec::new();
        operator.each_operand(|operand| operands.push(operand));
        let subformulas = operands.iter().flat_map(|&a| formulas.subformulas(a));
        let mut below: Vec<Formula> = subformulas.collect();
        below.sort_unstable();
        below.dedup();
        let polarities = polarities(formulas, &operands);
        let ahead = below.iter().filter(|sub| looks_ahead(formulas.node(**sub)));
        Self {
            formulas,
            operator,
            limit,
            ahead: ahead.map(|sub| (*sub, polarities[sub])).collect(),
            below,
            assumptions: assumptions(formulas, operator, operands),
            bit_of: FxHashMap::default(),
            hypothesis_of: FxHashMap::default(),
        }
    }

    /// The truth now, where variable i is that of operator i of the future.
    fn now(&self, memory: &mut Memory) -> Values {
        self.values(memory, |bdds, _, sub| {
            let number = self.ahead.get_index_of(&sub);
            bdds.var(number.expect("it looks ahead") as Var)
        })
    }

    /// The truth a step ago, given what is true now.
    fn ago(&self, memory: &mut Memory, hypothesis: Hypothesis) -> Values {
        let supposed = |sub: Formula| match self.assumptions.get_index_of(&sub) {
            Some(index) if hypothesis >> index & 1 == 1 => Bdd::TRUE,
            _ => Bdd::FALSE,
        };
        self.values(memory, |bdds, values, sub| match self.formulas.node(sub) {
            Node::Next(a) => supposed(*a),
            node => expanded(bdds, node, values, supposed(sub)),
        })
    }

    /// The truth of the subformulas, where `ahead` gives that of operators of the future.
    fn values(
        &self,
        memory: &mut Memory,
        ahead: impl Fn(&mut Bdds, &Values, Formula) -> Bdd,
    ) -> Values {
        let mut values = Values::default();
        for &sub in &self.below {
            let node = self.formulas.node(sub);
            let value = if looks_ahead(node) {
                ahead(&mut memory.bdds, &values, sub)
            } else if looks_back(node) || matches!(node, Node::Atom(_)) {
                memory.value(self.formulas, sub)
            } else {
                boolean(&mut memory.bdds, node, &values).expect("what is left is boolean")
            };
            values.insert(sub, value);
        }
        values
    }

    /// What all bits are at first.
    fn initial(&self) -> Bdd {
        match self.operator {
            Node::Historically(_) => Bdd::TRUE,
            _ => Bdd::FALSE,
        }
    }

    /// The truth of the operator.
    fn value(&mut self, memory: &mut Memory, values: &Values) -> Result<Bdd, TooLarge> {
        let bit = self.bit(memory, values)?;
        let bdds = &mut memory.bdds;
        Ok(match self.operator {
            Node::Once(a) => bdds.or(values[a], bit),
            Node::Historically(a) => bdds.and(values[a], bit),
            Node::Since(a, b) => {
                let held = bdds.and(values[a], bit);
                bdds.or(values[b], held)
            }
            _ => bit,
        })
    }

    /// The bit of the hypothesis that is true.
    fn bit(&mut self, memory: &mut Memory, values: &Values) -> Result<Bdd, TooLarge> {
        if self.assumptions.len() > Hypothesis::BITS as usize {
            return Err(TooLarge);
        }
        let mut cases: Vec<(Bdd, Hypothesis)> = vec![(Bdd::TRUE, 0)];
        for (index, assumption) in self.assumptions.iter().enumerate() {
            let assumption = values[assumption];
            let mut split = Vec::new();
            for (case, hypothesis) in cases {
                let yes = memory.bdds.and(case, assumption);
                let no = memory.bdds.minus(case, assumption);
                split.push((yes, hypothesis | 1 << index));
                split.push((no, hypothesis));
            }
            split.retain(|(case, _)| !case.is_false());
            cases = split;
            if cases.len() > self.limit {
                return Err(TooLarge);
            }
        }
        let mut chosen = Bdd::FALSE;
        for (case, hypothesis) in cases {
            let new = || memory.reserve();
            let bit = *self.bit_of.entry(hypothesis).or_insert_with(new);
            self.hypothesis_of.insert(bit, hypothesis);
            let bit = memory.bdds.var(bit);
            let here = memory.bdds.and(case, bit);
            chosen = memory.bdds.or(chosen, here);
        }
        if self.bit_of.len() > self.limit {
            return Err(TooLarge);
        }
        Ok(chosen)
    }

    /// The next values of the bits that a function asks for, and of those that these ask for.
    fn equations(
        &mut self,
        memory: &mut Memory,
        function: Bdd,
    ) -> Result<IndexMap<Var, Bdd>, TooLarge> {
        let mut next = IndexMap::new();
        let mut asked = self.bits_in(&memory.bdds, function);
        while let Some(bit) = asked.pop() {
            if !next.contains_key(&bit) {
                let function = self.next(memory, bit)?;
                next.insert(bit, function);
                asked.extend(self.bits_in(&memory.bdds, function));
            }
        }
        Ok(next)
    }

    /// What is left in a bit.
    fn next(&mut self, memory: &mut Memory, bit: Var) -> Result<Bdd, TooLarge> {
        let hypothesis = self.hypothesis_of[&bit];
        let ago = self.ago(memory, hypothesis);
        match self.operator {
            Node::Yesterday(a) => Ok(ago[a]),
            _ => self.value(memory, &ago),
        }
    }

    /// The monitor's bits that a function speaks of.
    fn bits_in(&self, bdds: &Bdds, function: Bdd) -> Vec<Var> {
        let mut support = bdds.support(function);
        support.retain(|var| self.hypothesis_of.contains_key(var));
        support
    }

    /// The hypothesis of a bit, in words.
    fn describe(&self, bit: Var) -> String {
        let hypothesis = self.hypothesis_of[&bit];
        let assumptions = self.assumptions.iter().enumerate();
        let words = assumptions.map(|(index, &sub)| match hypothesis >> index & 1 {
            1 => text(self.formulas, sub),
            _ => format!("not {}", text(self.formulas, sub)),
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// What must be known now to know the operands' truth at all earlier positions; for Y, a step ago.
fn assumptions(
    formulas: &Formulas,
    operator: &Node,
    operands: Vec<Formula>,
) -> IndexSet<Formula, FxBuildHasher> {
    let one_step = matches!(operator, Node::Yesterday(_));
    let mut assumptions = IndexSet::default();
    let mut seen = FxHashSet::default();
    let mut pending = operands;
    while let Some(sub) = pending.pop() {
        if !seen.insert(sub) {
            continue;
        }
        match formulas.node(sub) {
            Node::Next(a) => {
                assumptions.insert(*a);
                if !one_step {
                    pending.push(*a);
                }
            }
            node => {
                if looks_ahead(node) {
                    assumptions.insert(sub);
                }
                node.each_operand(|operand| pending.push(operand));
            }
        }
    }
    assumptions
}

/// For each bit one that it is always equal to, or the constant `initial`, which all of them are at first.
fn equal_bits(bdds: &mut Bdds, next: &IndexMap<Var, Bdd>, initial: Bdd) -> FxHashMap<Var, Bdd> {
    let mut equal: FxHashMap<Var, Bdd> = next.keys().map(|&bit| (bit, initial)).collect();
    loop {
        // Equal so far, and next.
        let mut classes: FxHashMap<(Bdd, Bdd), Bdd> = FxHashMap::default();
        classes.insert((initial, initial), initial);
        let mut finer = FxHashMap::default();
        for (&bit, &function) in next {
            let function = represented(bdds, function, &equal);
            let class = classes.entry((equal[&bit], function));
            finer.insert(bit, *class.or_insert_with(|| bdds.var(bit)));
        }
        if finer == equal {
            return equal;
        }
        equal = finer;
    }
}

/// The function with each bit replaced by what it is equal to.
fn represented(bdds: &mut Bdds, function: Bdd, equal: &FxHashMap<Var, Bdd>) -> Bdd {
    bdds.substitute(function, |bdds, var| match equal.get(&var) {
        Some(&bit) => bit,
        None => bdds.var(var),
    })
}

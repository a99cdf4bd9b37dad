//! A circuit in the format AIGER 1.9 [biere.11.fmv], ASCII or binary.
//!
//! Inputs are the propositions, latches the state variables with their first values, outputs the marks; the symbol table
//! has their names, and the comment the acceptance condition over them.  A node of a decision diagram is three
//! gates, fewer where a branch is constant.

use std::fmt::Write;

use lariat_bdd::{Bdd, Bdds, Var};
use rustc_hash::FxHashMap;

use super::equations::in_words;
use crate::Equations;

/// The literal that is false; an odd literal is the negation of the one before.
const FALSE: usize = 0;
const TRUE: usize = 1;

/// And-gates over literals, each made once.
struct Circuit<'a> {
    bdds: &'a Bdds,
    literal_of: FxHashMap<Var, usize>,
    /// How many inputs and latches there are.
    first_gate: usize,
    /// The inputs of each gate, the larger first.
    gates: Vec<[usize; 2]>,
    gate_of: FxHashMap<[usize; 2], usize>,
    known: FxHashMap<Bdd, usize>,
}

impl Circuit<'_> {
    fn and(&mut self, a: usize, b: usize) -> usize {
        let [low, high] = if a < b { [a, b] } else { [b, a] };
        if low == FALSE || high == low ^ 1 {
            return FALSE;
        }
        if low == TRUE || low == high {
            return high;
        }
        let gates = &mut self.gates;
        let first = self.first_gate;
        *self.gate_of.entry([high, low]).or_insert_with(|| {
            gates.push([high, low]);
            2 * (first + gates.len())
        })
    }

    /// If the literal then one, else the other.
    fn choose(&mut self, condition: usize, yes: usize, no: usize) -> usize {
        let first = self.and(condition, yes);
        let second = self.and(condition ^ 1, no);
        self.and(first ^ 1, second ^ 1) ^ 1
    }

    /// The literal of a function.
    fn literal(&mut self, function: Bdd) -> usize {
        let mut stack = vec![function];
        while let Some(&next) = stack.last() {
            if self.of(next).is_some() {
                stack.pop();
                continue;
            }
            let regular = next.min(!next);
            let (low, high) = self.bdds.branches(regular);
            match (self.of(high), self.of(low)) {
                (Some(yes), Some(no)) => {
                    let var = self.bdds.top(regular).expect("it is no constant");
                    let literal = self.choose(self.literal_of[&var], yes, no);
                    self.known.insert(regular, literal);
                }
                _ => stack.extend([low, high]),
            }
        }
        self.of(function).expect("it was just made")
    }

    /// The literal of a function that is known.
    fn of(&self, function: Bdd) -> Option<usize> {
        if function.is_constant() {
            return Some(usize::from(function.is_true()));
        }
        let regular = function.min(!function);
        Some(self.known.get(&regular)? ^ usize::from(function != regular))
    }
}

impl Equations {
    /// The circuit in ASCII.
    pub fn to_aiger(&self) -> String {
        let (circuit, next, marks) = self.circuit();
        let mut text = self.header("aag", &circuit);
        let line = |text: &mut String, literals: &[usize]| {
            let literals: Vec<String> = literals.iter().map(ToString::to_string).collect();
            writeln!(text, "{}", literals.join(" ")).expect("strings can be written");
        };
        let inputs = self.inputs.len();
        for input in 1..=inputs {
            line(&mut text, &[2 * input]);
        }
        for (index, (&next, variable)) in next.iter().zip(&self.variables).enumerate() {
            let latch = 2 * (inputs + index + 1);
            line(&mut text, &[latch, next, usize::from(variable.initial)]);
        }
        for &mark in &marks {
            line(&mut text, &[mark]);
        }
        for (gate, &[high, low]) in (circuit.first_gate + 1..).zip(&circuit.gates) {
            line(&mut text, &[2 * gate, high, low]);
        }
        text.push_str(&self.symbols());
        text
    }

    /// The circuit in binary.
    pub fn to_binary_aiger(&self) -> Vec<u8> {
        let (circuit, next, marks) = self.circuit();
        let mut text = self.header("aig", &circuit);
        for (&next, variable) in next.iter().zip(&self.variables) {
            let initial = u8::from(variable.initial);
            writeln!(text, "{next} {initial}").expect("strings can be written");
        }
        for &mark in &marks {
            writeln!(text, "{mark}").expect("strings can be written");
        }
        let mut bytes = text.into_bytes();
        for (gate, &[high, low]) in (circuit.first_gate + 1..).zip(&circuit.gates) {
            encode(2 * gate - high, &mut bytes);
            encode(high - low, &mut bytes);
        }
        bytes.extend(self.symbols().into_bytes());
        bytes
    }

    /// The gates, and the literals of next values and marks.
    fn circuit(&self) -> (Circuit<'_>, Vec<usize>, Vec<usize>) {
        let inputs = self.inputs.iter().map(|input| input.var);
        let vars = inputs.chain(self.variables.iter().map(|variable| variable.var));
        let mut circuit = Circuit {
            bdds: &self.bdds,
            literal_of: vars
                .zip(1..)
                .map(|(var, number)| (var, 2 * number))
                .collect(),
            first_gate: self.inputs.len() + self.variables.len(),
            gates: Vec::new(),
            gate_of: FxHashMap::default(),
            known: FxHashMap::default(),
        };
        let next = self
            .variables
            .iter()
            .map(|variable| circuit.literal(variable.next));
        let next = next.collect();
        let marks = self
            .marks
            .iter()
            .map(|&mark| circuit.literal(mark))
            .collect();
        (circuit, next, marks)
    }

    fn header(&self, format: &str, circuit: &Circuit<'_>) -> String {
        let (inputs, latches, outputs) =
            (self.inputs.len(), self.variables.len(), self.marks.len());
        let gates = circuit.gates.len();
        let highest = circuit.first_gate + gates;
        format!("{format} {highest} {inputs} {latches} {outputs} {gates}\n")
    }

    fn symbols(&self) -> String {
        let line = |name: &str| name.replace(['\n', '\r'], " ");
        let mut text = String::new();
        let mut add = |kind: char, index: usize, name: &str| {
            writeln!(text, "{kind}{index} {}", line(name)).expect("strings can be written");
        };
        for (index, input) in self.inputs.iter().enumerate() {
            add('i', index, &input.name);
        }
        for (index, variable) in self.variables.iter().enumerate() {
            add('l', index, &variable.name);
        }
        for index in 0..self.marks.len() {
            add('o', index, &format!("mark{index}"));
        }
        format!("{text}c\naccept: {}\n", in_words(&self.condition))
    }
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn encode(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(0x80 | (number & 0x7f) as u8);
        number >>= 7;
    }
    out.push(number as u8);
}

//! The files for other tools, read by readers that share nothing with the writers and run beside the equations.

mod oracle;

use std::collections::HashMap;

use fastrand::Rng;
use lariat_automata::Letter;
use lariat_determinize::{Equations, Limits, determinize};
use lariat_ltl::Formulas;
use lariat_ltl::families::family;

use lariat_testkit::{rounds, words};
use oracle::random_formula;

/// A file as something that runs: the values of latches and outputs after each letter.
trait Machine {
    /// The latches that are true now.
    fn latches(&self) -> Vec<bool>;
    /// The outputs under a letter, and the step to the next state.
    fn step(&mut self, inputs: &[bool]) -> Vec<bool>;
}

#[track_caller]
fn check_runs(equations: &Equations, machine: &mut dyn Machine, rng: &mut Rng, context: &str) {
    let mut state = equations.initial();
    for _ in 0..20 {
        let expected: Vec<bool> = (0..equations.variables.len())
            .map(|i| state.contains(i))
            .collect();
        assert_eq!(machine.latches(), expected, "{context}");
        let inputs: Vec<bool> = equations.inputs.iter().map(|_| rng.bool()).collect();
        let letter: Letter = (0..inputs.len()).filter(|&i| inputs[i]).collect();
        let (next, marks) = equations.step(&state, &letter);
        let expected: Vec<bool> = (0..equations.marks.len())
            .map(|i| marks.contains(i))
            .collect();
        assert_eq!(machine.step(&inputs), expected, "{context}");
        state = next;
    }
}

/// Equations of random formulas and of the paper's families.
fn samples() -> Vec<(String, Equations)> {
    let mut samples = Vec::new();
    for seed in 0..rounds(150, 3_000) {
        let (mut formulas, formula, context) = random_formula(seed, 14, seed % 3 == 0);
        let equations = determinize(&mut formulas, formula, &Limits::default()).expect(&context);
        samples.push((context, equations));
    }
    for (name, n) in [("amba", 2), ("amba", 5), ("genbuf", 2), ("genbuf", 12)] {
        let text = family(name)
            .expect("a family")
            .generate(n)
            .expect("in range");
        let mut formulas = Formulas::new();
        let formula = words::read(&mut formulas, &text);
        let equations = determinize(&mut formulas, formula, &Limits::default()).expect(name);
        samples.push((format!("{name} {n}"), equations));
    }
    samples
}

/// A circuit of and-gates, as AIGER has it.
struct Circuit {
    inputs: Vec<usize>,
    latches: Vec<(usize, usize)>,
    outputs: Vec<usize>,
    gates: Vec<[usize; 3]>,
    state: Vec<bool>,
    symbols: Vec<String>,
}

fn numbers(line: &str) -> Vec<usize> {
    line.split(' ')
        .map(|word| word.parse().expect("a number"))
        .collect()
}

impl Circuit {
    fn ascii(text: &str) -> Circuit {
        let mut lines = text.lines();
        let header = lines
            .next()
            .expect("a header")
            .strip_prefix("aag ")
            .expect("ASCII");
        let [highest, inputs, latches, outputs, gates] = numbers(header)[..] else {
            panic!("five numbers: {header}");
        };
        assert_eq!(highest, inputs + latches + gates);
        let mut take =
            |count: usize| -> Vec<Vec<usize>> { lines.by_ref().take(count).map(numbers).collect() };
        let inputs = take(inputs).into_iter().map(|line| line[0]).collect();
        let latches = take(latches);
        let outputs = take(outputs).into_iter().map(|line| line[0]).collect();
        let gates = take(gates)
            .into_iter()
            .map(|line| [line[0], line[1], line[2]]);
        Circuit {
            inputs,
            outputs,
            gates: gates.collect(),
            state: latches.iter().map(|line| line[2] == 1).collect(),
            latches: latches.iter().map(|line| (line[0], line[1])).collect(),
            symbols: lines.map(str::to_owned).collect(),
        }
    }

    fn binary(bytes: &[u8]) -> Circuit {
        let mut at = 0;
        let mut line = || {
            let end = at
                + bytes[at..]
                    .iter()
                    .position(|&byte| byte == b'\n')
                    .expect("a line");
            let text = String::from_utf8(bytes[at..end].to_vec()).expect("text");
            at = end + 1;
            text
        };
        let header = line();
        let header = numbers(header.strip_prefix("aig ").expect("binary"));
        let [_, inputs, latches, outputs, gates] = header[..] else {
            panic!("five numbers: {header:?}");
        };
        let latches: Vec<Vec<usize>> = (0..latches).map(|_| numbers(&line())).collect();
        let outputs = (0..outputs).map(|_| numbers(&line())[0]).collect();
        let first = inputs + latches.len() + 1;
        let mut number = || {
            let (mut value, mut shift) = (0, 0);
            loop {
                let byte = bytes[at];
                at += 1;
                value |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    return value;
                }
            }
        };
        let mut read = Vec::new();
        for gate in first..first + gates {
            let high = 2 * gate - number();
            let low = high - number();
            read.push([2 * gate, high, low]);
        }
        let symbols = String::from_utf8(bytes[at..].to_vec()).expect("text");
        Circuit {
            inputs: (1..=inputs).map(|input| 2 * input).collect(),
            outputs,
            gates: read,
            state: latches.iter().map(|line| line[1] == 1).collect(),
            latches: latches
                .iter()
                .zip(inputs + 1..)
                .map(|(line, n)| (2 * n, line[0]))
                .collect(),
            symbols: symbols.lines().map(str::to_owned).collect(),
        }
    }
}

impl Machine for Circuit {
    fn latches(&self) -> Vec<bool> {
        self.state.clone()
    }

    fn step(&mut self, inputs: &[bool]) -> Vec<bool> {
        let mut values: HashMap<usize, bool> = HashMap::from([(0, false), (1, true)]);
        let set = |literal: usize, value: bool, values: &mut HashMap<usize, bool>| {
            assert!(literal.is_multiple_of(2), "only variables are defined");
            assert!(values.insert(literal, value).is_none(), "defined once");
            values.insert(literal + 1, !value);
        };
        for (&literal, &value) in self.inputs.iter().zip(inputs) {
            set(literal, value, &mut values);
        }
        for (&(literal, _), &value) in self.latches.iter().zip(&self.state) {
            set(literal, value, &mut values);
        }
        for &[gate, high, low] in &self.gates {
            assert!(gate > high && high >= low, "gates are in order");
            let value = values[&high] && values[&low];
            set(gate, value, &mut values);
        }
        self.state = self.latches.iter().map(|(_, next)| values[next]).collect();
        self.outputs.iter().map(|output| values[output]).collect()
    }
}

#[test]
fn aiger_files_do_what_the_equations_do() {
    let mut rng = Rng::with_seed(1);
    for (context, equations) in samples() {
        let mut ascii = Circuit::ascii(&equations.to_aiger());
        let mut binary = Circuit::binary(&equations.to_binary_aiger());
        assert_eq!(ascii.symbols, binary.symbols, "{context}");
        for (index, input) in equations.inputs.iter().enumerate() {
            assert_eq!(ascii.symbols[index], format!("i{index} {}", input.name));
        }
        check_runs(&equations, &mut ascii, &mut rng, &context);
        check_runs(&equations, &mut binary, &mut rng, &context);
    }
}

/// What a module says, each expression as text.
#[derive(Default)]
struct Module {
    variables: Vec<String>,
    init: HashMap<String, String>,
    next: HashMap<String, String>,
    defines: HashMap<String, String>,
    marks: usize,
    /// The values of the variables that have a next value.
    state: HashMap<String, bool>,
}

impl Module {
    fn read(text: &str) -> Module {
        let mut module = Module::default();
        let mut section = "";
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("MODULE main"));
        for line in lines {
            let line = line.split("--").next().expect("a first part").trim();
            if ["VAR", "ASSIGN", "DEFINE"].contains(&line) {
                section = line;
                continue;
            }
            if line.is_empty() || line.starts_with("LTLSPEC") {
                continue;
            }
            let line = line.strip_suffix(';').expect("a semicolon");
            match section {
                "VAR" => {
                    let name = line.strip_suffix(" : boolean").expect("a boolean");
                    module.variables.push(name.to_owned());
                }
                "ASSIGN" => {
                    let (left, right) = line.split_once(" := ").expect("an assignment");
                    let (what, name) = left.split_once('(').expect("init or next");
                    let name = name.strip_suffix(')').expect("a parenthesis").to_owned();
                    let table = match what {
                        "init" => &mut module.init,
                        "next" => &mut module.next,
                        other => panic!("{other}"),
                    };
                    assert!(
                        table.insert(name, right.to_owned()).is_none(),
                        "assigned once"
                    );
                }
                _ => {
                    let (name, right) = line.split_once(" := ").expect("a definition");
                    module.marks += usize::from(name.starts_with("lariat_mark"));
                    let before = module.defines.insert(name.to_owned(), right.to_owned());
                    assert!(before.is_none(), "defined once");
                }
            }
        }
        module.state = module
            .init
            .iter()
            .map(|(name, value)| (name.clone(), value == "TRUE"))
            .collect();
        module
    }

    fn is_state(&self, name: &str) -> bool {
        self.next.contains_key(name)
    }
}

/// Evaluates expressions of `? : | & !`, names, constants and parentheses.
struct Evaluator<'a> {
    module: &'a Module,
    values: HashMap<String, bool>,
}

impl Evaluator<'_> {
    fn value(&mut self, expression: &str) -> bool {
        let text: Vec<char> = expression.chars().filter(|c| !c.is_whitespace()).collect();
        let (value, rest) = self.decision(&text);
        assert!(rest.is_empty(), "{rest:?} is left of {expression}");
        value
    }

    fn decision<'t>(&mut self, text: &'t [char]) -> (bool, &'t [char]) {
        let (condition, rest) = self.any(text);
        let ['?', rest @ ..] = rest else {
            return (condition, rest);
        };
        let (yes, rest) = self.decision(rest);
        let [':', rest @ ..] = rest else {
            panic!("a colon: {rest:?}");
        };
        let (no, rest) = self.decision(rest);
        (if condition { yes } else { no }, rest)
    }

    fn any<'t>(&mut self, text: &'t [char]) -> (bool, &'t [char]) {
        let (mut value, mut rest) = self.all(text);
        while let ['|', more @ ..] = rest {
            let (next, left) = self.all(more);
            value |= next;
            rest = left;
        }
        (value, rest)
    }

    fn all<'t>(&mut self, text: &'t [char]) -> (bool, &'t [char]) {
        let (mut value, mut rest) = self.literal(text);
        while let ['&', more @ ..] = rest {
            let (next, left) = self.literal(more);
            value &= next;
            rest = left;
        }
        (value, rest)
    }

    fn literal<'t>(&mut self, text: &'t [char]) -> (bool, &'t [char]) {
        match text {
            ['!', rest @ ..] => {
                let (value, rest) = self.literal(rest);
                (!value, rest)
            }
            ['(', rest @ ..] => {
                let (value, rest) = self.decision(rest);
                let [')', rest @ ..] = rest else {
                    panic!("a parenthesis: {rest:?}");
                };
                (value, rest)
            }
            _ => {
                let end = text
                    .iter()
                    .position(|c| !c.is_ascii_alphanumeric() && *c != '_');
                let (name, rest) = text.split_at(end.unwrap_or(text.len()));
                (self.named(&name.iter().collect::<String>()), rest)
            }
        }
    }

    fn named(&mut self, name: &str) -> bool {
        if let Some(&value) = self.values.get(name) {
            return value;
        }
        let value = match name {
            "TRUE" => true,
            "FALSE" => false,
            _ => {
                let definition = self.module.defines.get(name);
                let definition = definition.unwrap_or_else(|| panic!("no {name}"));
                self.value(definition)
            }
        };
        self.values.insert(name.to_owned(), value);
        value
    }
}

impl Machine for Module {
    fn latches(&self) -> Vec<bool> {
        let states = self.variables.iter().filter(|name| self.is_state(name));
        states.map(|name| self.state[name]).collect()
    }

    fn step(&mut self, inputs: &[bool]) -> Vec<bool> {
        let names = self.variables.iter().filter(|name| !self.is_state(name));
        let mut values = self.state.clone();
        values.extend(names.cloned().zip(inputs.iter().copied()));
        let mut evaluator = Evaluator {
            module: self,
            values,
        };
        let marks = (0..self.marks).map(|mark| evaluator.named(&format!("lariat_mark{mark}")));
        let marks = marks.collect();
        let mut next = HashMap::new();
        for (name, expression) in &self.next {
            next.insert(name.clone(), evaluator.value(expression));
        }
        self.state = next;
        marks
    }
}

#[test]
fn smv_modules_do_what_the_equations_do() {
    let mut rng = Rng::with_seed(2);
    let mut large = 0;
    for (context, mut equations) in samples() {
        let text = equations.to_smv();
        large += usize::from(text.contains("lariat_n0"));
        let mut module = Module::read(&text);
        check_runs(&equations, &mut module, &mut rng, &context);
    }
    assert!(large > 1, "{large} modules had definitions for nodes");
}

/// Names that are keywords, that need quotes, or that differ in those characters only.
#[test]
fn odd_propositions_get_names_of_their_own() {
    let mut formulas = Formulas::new();
    let text = r#"G("x == 1" -> F "x /= 1") & GF MODULE & GF p0 & F "x_/= 1" & G(a -> X(b W c))"#;
    let formula = words::read(&mut formulas, text);
    let mut equations = determinize(&mut formulas, formula, &Limits::default()).expect(text);
    let mut rng = Rng::with_seed(3);
    let mut module = Module::read(&equations.to_smv());
    check_runs(&equations, &mut module, &mut rng, text);
    let spelled = equations.to_text();
    assert!(
        spelled.contains("p_0' ="),
        "the state variable gives way to the input: {spelled}"
    );
}

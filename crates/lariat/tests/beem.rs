//! Verdicts of the BEEM benchmark set: from the property process and from the LTL formula, by every route and every check
//! that decides the question; counterexamples are replayed, and compared in length with a breadth-first reference.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use indexmap::IndexSet;
use lariat::engine::{Answer, CheckError, check};
use lariat::question::{Method, Property, Question, Translation};
use lariat_automata::{Acceptance, Acceptor, Edge, Explicit, Letter};
use lariat_budget::Budget;
use lariat_emptiness::Algorithm;
use lariat_ltl::{Formula, Formulas, Node, Syntax, parse};
use lariat_model::{Deadlock, Fairness, Model, Proposition, Successors, Vocabulary};
use lariat_models::dve::{Compiled, Dve};
use lariat_testkit::{data, is_full, rounds, rows};
use lariat_witness::confirm;

/// A property of an instance, with the published verdict.
struct Known {
    name: String,
    model: Dve,
    vocabulary: Vocabulary,
    formulas: Formulas,
    property: Property,
    holds: bool,
}

impl Known {
    /// Asks in this way; the run, if there is one; none if the check refuses.
    fn ask(
        &self,
        compiled: &Arc<dyn Model>,
        algorithm: Option<Algorithm>,
        translation: Translation,
    ) -> Option<Option<usize>> {
        let context = format!("{}, {algorithm:?}, {translation:?}", self.name);
        let fairness = Fairness::default();
        let question = Question {
            property: &self.property,
            assumptions: &[],
            fairness: &fairness,
            deadlock: Deadlock::Stutter,
            formulas: &self.formulas,
            vocabulary: &self.vocabulary,
        };
        let method = Method {
            algorithm,
            translation,
            ..Method::default()
        };
        let finding = match check(compiled, &question, &method, &Budget::unlimited()) {
            Ok(finding) => finding,
            Err(CheckError::Refused(_)) if algorithm.is_some() => return None,
            Err(error) => panic!("{context}: {error}"),
        };
        match finding.answer {
            Answer::Holds { .. } => {
                assert!(self.holds, "{context}: holds");
                Some(None)
            }
            Answer::Undecided(obstacle) => panic!("{context}: {obstacle}"),
            Answer::Violated(run) => {
                assert!(!self.holds, "{context}: violated");
                let confirmed = confirm(&self.model, run, &question.claim());
                let confirmed = confirmed.unwrap_or_else(|doubt| panic!("{context}: {doubt}"));
                Some(Some(confirmed.run().length()))
            }
        }
    }
}

fn atoms(formulas: &Formulas, formula: Formula) -> Vec<String> {
    let parts = formulas.subformulas(formula);
    let names = parts
        .into_iter()
        .filter_map(|part| match formulas.node(part) {
            Node::Atom(atom) => Some(formulas.name(*atom).to_owned()),
            _ => None,
        });
    names.collect()
}

/// Calls `each` with every known property of the instances that have at most this many states.
fn for_each_known(most_states: usize, mut each: impl FnMut(Known)) {
    let Some(folder) = data("beem") else {
        return;
    };
    let mut sizes = HashMap::new();
    for row in rows(&folder.join("states.tsv")) {
        if row[3] == "yes" {
            sizes.insert(
                (row[0].clone(), row[1].clone()),
                row[2].parse::<usize>().unwrap_or(usize::MAX),
            );
        }
    }
    let is_small = |row: &[String]| {
        sizes
            .get(&(row[0].clone(), row[1].clone()))
            .is_some_and(|&size| 0 < size && size <= most_states)
    };
    let read = |file: &str| {
        let text = std::fs::read_to_string(folder.join(file)).expect("the model can be read");
        Dve::parse(&text).unwrap_or_else(|errors| panic!("{file}: {errors}"))
    };
    for row in rows(&folder.join("verdicts.tsv")) {
        let file = row[7].as_str();
        if !row[3].starts_with("ltl")
            || !is_small(&row)
            || file == "-"
            || !matches!(&row[4][..], "yes" | "no")
        {
            continue;
        }
        let mut model = read(file);
        let process = model
            .property_automaton()
            .expect("property processes of BEEM only read");
        let mut vocabulary = Vocabulary::default();
        for (name, number) in process
            .automaton
            .labels
            .propositions
            .iter()
            .zip(process.propositions)
        {
            vocabulary.name(name, Proposition::OfModel(number));
        }
        each(Known {
            name: file.to_owned(),
            model,
            vocabulary,
            formulas: Formulas::new(),
            property: Property::Never(process.automaton),
            holds: row[4] == "yes",
        });
    }
    for row in rows(&folder.join("properties.tsv")) {
        if !is_small(&row) || !matches!(&row[3][..], "yes" | "no") {
            continue;
        }
        let quoted = row[5]
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        let text = quoted.map_or_else(|| row[5].clone(), |text| text.replace("\"\"", "\""));
        let mut model = read(&format!("{}.{}.dve", row[0], row[1]));
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, &text, Syntax::Spot)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut vocabulary = Vocabulary::default();
        for name in atoms(&formulas, formula) {
            vocabulary
                .learn(&mut model, &name)
                .unwrap_or_else(|_| panic!("{text}: {name}"));
        }
        let formula = vocabulary.unify(&mut formulas, formula);
        each(Known {
            name: format!("{}.{} {text}", row[0], row[1]),
            model,
            vocabulary,
            formulas,
            property: Property::Formula(formula),
            holds: row[3] == "yes",
        });
    }
}

#[test]
fn verdicts_are_those_that_are_published() {
    let is_full = is_full();
    let most_states = if is_full { 200_000 } else { 15_000 };
    let (mut held, mut violated, mut answers) = (0, 0, 0);
    for_each_known(most_states, |known| {
        match known.holds {
            true => held += 1,
            false => violated += 1,
        }
        let compiled: Arc<dyn Model> = Arc::new(Compiled::new(known.model.clone()));
        let mut translations = vec![Translation::Tableau];
        if matches!(known.property, Property::Formula(_)) {
            translations.extend([Translation::Alternating, Translation::Lazy]);
        }
        for translation in translations {
            known
                .ask(&compiled, None, translation)
                .expect("the automatic choice decides");
            answers += 1;
        }
        for algorithm in Algorithm::ALL {
            answers += usize::from(
                known
                    .ask(&compiled, Some(algorithm), Translation::Tableau)
                    .is_some(),
            );
        }
    });
    println!("{held} hold, {violated} are violated; {answers} answers");
    if data("beem").is_some() {
        assert!(held >= 5 && violated >= 20, "{held} {violated}");
    }
}

/// The product of a model and an automaton, built as a whole by the interpreter: the edges of each state as (target, marks).
fn explicit_product(known: &Known, automaton: &Explicit) -> Vec<Vec<Edge<u32>>> {
    let model = &known.model;
    let place = |name: &String| match known.vocabulary.get(name) {
        Some(Proposition::OfModel(number)) => number,
        other => panic!("{name} is {other:?}"),
    };
    let places: Vec<usize> = automaton.labels.propositions.iter().map(place).collect();
    let mut nodes: IndexSet<(Vec<u32>, u32)> = IndexSet::new();
    let mut stepper = model.reference();
    let mut words = Vec::new();
    stepper.initial(&mut words);
    for &reader in &automaton.initial {
        nodes.insert((words.clone(), reader));
    }
    let mut graph: Vec<Vec<Edge<u32>>> = Vec::new();
    while graph.len() < nodes.len() {
        let (state, reader) = nodes[graph.len()].clone();
        let mut letter = Letter::EMPTY;
        stepper
            .observe(&state, &places, &mut letter)
            .expect("BEEM's propositions have values");
        let own: Letter = (0..places.len())
            .filter(|&own| letter.contains(places[own]))
            .collect();
        let mut read = Vec::new();
        automaton.successors(&reader, &own, &mut read);
        let mut steps = Successors::default();
        stepper.successors(&state, &mut steps);
        if steps.steps.is_empty() && steps.failures.is_empty() {
            steps.states.extend_from_slice(&state);
        }
        let mut edges = Vec::new();
        for to in steps.states.chunks_exact(stepper.width()) {
            edges.extend(read.iter().map(|edge| Edge {
                to: nodes.insert_full((to.to_vec(), edge.to)).0 as u32,
                marks: edge.marks.clone(),
            }));
        }
        graph.push(edges);
    }
    graph
}

/// Distances from some states to all others, breadth first, up to a bound.
fn distances(
    graph: &[Vec<Edge<u32>>],
    from: impl IntoIterator<Item = u32>,
    bound: usize,
) -> Vec<Option<usize>> {
    let mut distance = vec![None; graph.len()];
    let mut queue: VecDeque<u32> = from.into_iter().collect();
    queue
        .iter()
        .for_each(|&state| distance[state as usize] = Some(0));
    while let Some(state) = queue.pop_front() {
        let next = distance[state as usize].expect("it is in the queue") + 1;
        for edge in &graph[state as usize] {
            if next <= bound && distance[edge.to as usize].is_none() {
                distance[edge.to as usize] = Some(next);
                queue.push_back(edge.to);
            }
        }
    }
    distance
}

/// The length of a shortest lasso whose cycle has an edge with mark 0; at most `bound` is looked for.
fn shortest_lasso(graph: &[Vec<Edge<u32>>], initial: usize, bound: usize) -> Option<usize> {
    let stem = distances(graph, 0..initial as u32, bound);
    let backwards = reversed(graph);
    let mut best = None;
    for (from, edges) in graph.iter().enumerate() {
        for edge in edges.iter().filter(|edge| edge.marks.contains(0)) {
            let room = best.unwrap_or(bound + 1) - 1;
            let Some(stem_to_edge) = stem[from].filter(|&length| length < room) else {
                continue;
            };
            // The cycle from the edge's target back to it, entered at the state that is nearest to the beginning.
            let back = distances(graph, [edge.to], room);
            let Some(rest) = back[from] else { continue };
            let whole = rest + 1;
            // Entering at the edge's source is one choice; any state on some shortest cycle may be nearer.
            let mut shortest = stem_to_edge + whole;
            let towards = distances(&backwards, [from as u32], room);
            for state in 0..graph.len() {
                if let (Some(stem), Some(a), Some(b)) = (stem[state], back[state], towards[state]) {
                    shortest = shortest.min(stem + a + b + 1);
                }
            }
            if best.is_none_or(|best| shortest < best) {
                best = Some(shortest);
            }
        }
    }
    best
}

fn reversed(graph: &[Vec<Edge<u32>>]) -> Vec<Vec<Edge<u32>>> {
    let mut reversed = vec![Vec::new(); graph.len()];
    for (from, edges) in graph.iter().enumerate() {
        for edge in edges {
            reversed[edge.to as usize].push(Edge {
                to: from as u32,
                marks: edge.marks.clone(),
            });
        }
    }
    reversed
}

#[test]
fn counterexamples_are_nearly_as_short_as_can_be() {
    let most_states = rounds(700, 3_000);
    let mut ratios = Vec::new();
    for_each_known(most_states, |known| {
        let Property::Never(automaton) = &known.property else {
            return;
        };
        if known.holds || automaton.acceptance != Acceptance::buchi() {
            return;
        }
        let compiled: Arc<dyn Model> = Arc::new(Compiled::new(known.model.clone()));
        let run = known
            .ask(&compiled, None, Translation::Tableau)
            .flatten()
            .expect("it is violated");
        let graph = explicit_product(&known, automaton);
        let shortest = shortest_lasso(&graph, automaton.initial.len(), run)
            .expect("there is one of that length");
        ratios.push(run as f64 / shortest as f64);
        assert!(
            run <= 2 * shortest,
            "{}: {run} steps instead of {shortest}",
            known.name
        );
    });
    if ratios.is_empty() {
        return;
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    println!(
        "{} counterexamples, median {median}, worst {}",
        ratios.len(),
        ratios[ratios.len() - 1]
    );
    assert!(median <= 1.2, "{median}");
}

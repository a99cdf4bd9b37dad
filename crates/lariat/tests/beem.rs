//! Verdicts of the BEEM benchmark set: from the property process and from the LTL formula, by every route and every check
//! that decides the question; counterexamples are replayed, and compared in length with a breadth-first reference.

#[path = "../../models/tests/common/mod.rs"]
mod common;

use std::collections::HashMap;

use lariat::replay::{Claim, Shows, confirm};
use lariat::vocabulary::Proposition;
use lariat::{
    Answer, CheckError, Deadlock, Fairness, Method, Property, Question, Translation, Vocabulary,
    check,
};
use lariat_emptiness::Algorithm;
use lariat_ltl::{Formula, Formulas, Node, Syntax, parse};
use lariat_models::dve::{Compiled, Dve};

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
        compiled: &Compiled,
        algorithm: Option<Algorithm>,
        translation: Translation,
    ) -> Option<Option<usize>> {
        let context = format!("{}, {algorithm:?}, {translation:?}", self.name);
        let mut formulas = self.formulas.clone();
        let fairness = Fairness::default();
        let question = Question {
            property: &self.property,
            assumptions: &[],
            fairness: &fairness,
            deadlock: Deadlock::Stutter,
            vocabulary: &self.vocabulary,
        };
        let method = Method {
            algorithm,
            translation,
            ..Method::default()
        };
        let outcome = match check(compiled, &mut formulas, &question, &method) {
            Ok(outcome) => outcome,
            Err(CheckError::Refused(_)) if algorithm.is_some() => return None,
            Err(error) => panic!("{context}: {error}"),
        };
        match outcome.answer {
            Answer::Holds { .. } => {
                assert!(self.holds, "{context}: holds");
                Some(None)
            }
            Answer::Undecided(obstacle) => panic!("{context}: {obstacle}"),
            Answer::Violated(run) => {
                assert!(!self.holds, "{context}: violated");
                let shows = match &self.property {
                    Property::Formula(formula) => Shows::Violates(*formula),
                    Property::Never(automaton) => Shows::AcceptedBy(automaton),
                    _ => unreachable!("no other kind is asked for"),
                };
                let claim = Claim {
                    formulas: &formulas,
                    vocabulary: &self.vocabulary,
                    shows,
                    assumptions: &[],
                    fairness: &fairness,
                    deadlock: Deadlock::Stutter,
                };
                confirm(&self.model, &run, &claim)
                    .unwrap_or_else(|doubt| panic!("{context}: {doubt}"));
                Some(Some(run.length()))
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
    let Some(folder) = common::data("beem") else {
        return;
    };
    let mut sizes = HashMap::new();
    for row in common::rows(&folder.join("states.tsv")) {
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
    for row in common::rows(&folder.join("verdicts.tsv")) {
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
    for row in common::rows(&folder.join("properties.tsv")) {
        if !is_small(&row) || !matches!(&row[3][..], "yes" | "no") {
            continue;
        }
        let text = row[5].trim_matches('"').replace("\"\"", "\"");
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
    let is_full = std::env::var_os("LARIAT_FULL").is_some();
    let most_states = if is_full { 200_000 } else { 15_000 };
    let (mut held, mut violated, mut answers) = (0, 0, 0);
    for_each_known(most_states, |known| {
        match known.holds {
            true => held += 1,
            false => violated += 1,
        }
        let compiled = Compiled::new(known.model.clone());
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
    if common::data("beem").is_some() {
        assert!(held >= 5 && violated >= 20, "{held} {violated}");
    }
}

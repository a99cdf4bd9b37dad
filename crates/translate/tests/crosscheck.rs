//! Every translation against the definition, against the other route, and against its negation.
//!
//! Random formulas, past included, and the literature's: by both routes with all that comes before
//! and after them, and by the tableau alone, with each of its improvements left out and with none.
//! * Lasso words are accepted by automata of φ exactly if φ holds on them, and by automata of ¬φ
//!   exactly if not.
//! * No word is accepted both as φ and as ¬φ: neither by automata made in the same way, nor if one
//!   of them was made by way of alternating automata.
//! * Automata are as weak as the syntax promises.

mod switches;

use fastrand::Rng;
use lariat_automata::Explicit;
use lariat_automata::product::intersection;
use lariat_automata::strength::{AutomatonStrength, strength};
use lariat_emptiness::is_empty;
use lariat_ltl::random::{self, Shape};
use lariat_ltl::{Formula, Formulas, Notation, class, print};
use lariat_translate::tableau::{self, TableauOptions};
use lariat_translate::{AutomatonForm, Options, Route, past, translate};

use lariat_testkit::words::Verdicts;
use lariat_testkit::{collections, rounds, words};
use switches::SWITCHES;

/// A way to translate.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Simplified, translated, reduced, brought into the form.
    Whole(Route, AutomatonForm),
    /// The tableau and nothing else.
    Alone(TableauOptions),
}

/// More edges than the tableau alone may have here.
const EDGES: usize = 1 << 11;

impl Way {
    /// Both routes to the same form, the alternating one first.
    fn both(form: AutomatonForm) -> Vec<Way> {
        let routes = [Route::Alternating, Route::default()];
        routes.map(|route| Way::Whole(route, form)).to_vec()
    }

    /// Both routes, and the tableau with each improvement left out and without any.
    fn all() -> Vec<Way> {
        let mut ways = Self::both(AutomatonForm::Tgba);
        let without = SWITCHES.map(|(_, switch)| {
            let mut options = TableauOptions::default();
            *switch(&mut options) = false;
            options
        });
        ways.extend(without.map(Way::Alone));
        ways.push(Way::Alone(TableauOptions::RAW));
        ways
    }

    /// Whether it promises weak automata where the syntax does; Streett pairs are stronger.
    fn promises_weakness(self) -> bool {
        matches!(
            self,
            Way::Whole(
                _,
                AutomatonForm::Tgba | AutomatonForm::Gba | AutomatonForm::Buchi
            )
        )
    }

    /// The automaton; `None` if it is too large.
    fn translate(self, formulas: &mut Formulas, formula: Formula) -> Option<Explicit> {
        match self {
            Way::Whole(route, form) => {
                let options = Options {
                    route,
                    form,
                    ..Options::default()
                };
                let automaton = translate(formulas, formula, &options);
                let spelled_out = automaton
                    .ok()?
                    .spell_out(1 << 20, &lariat_budget::Budget::unlimited());
                Some(spelled_out.expect("few marks depend on letters"))
            }
            Way::Alone(options) => {
                let alone = |formulas: &mut Formulas, future| {
                    tableau::translate(formulas, future, options, EDGES)
                };
                past::translate(formulas, formula, EDGES, alone).ok()
            }
        }
    }
}

/// Automata of a formula and of its negation, made in the same way.
struct Opposites {
    way: Way,
    positive: Explicit,
    negative: Explicit,
}

/// One formula in several ways.
struct Translations {
    formulas: Formulas,
    formula: Formula,
    opposites: Vec<Opposites>,
    context: String,
}

impl Translations {
    fn new(mut formulas: Formulas, formula: Formula, ways: &[Way], context: String) -> Self {
        let negation = formulas.not(formula);
        let mut opposites = |&way: &Way| {
            Some(Opposites {
                way,
                positive: way.translate(&mut formulas, formula)?,
                negative: way.translate(&mut formulas, negation)?,
            })
        };
        Self {
            opposites: ways.iter().filter_map(&mut opposites).collect(),
            formulas,
            formula,
            context,
        }
    }

    fn random(seed: u64, past: bool, ways: &[Way]) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let (nodes, atoms) = (rng.usize(1..=20), rng.usize(1..=4));
        let formula = random::formula(&mut rng, &mut formulas, Shape { nodes, atoms, past });
        let text = print(&formulas, formula, Notation::Spot).expect("Spot has every operator");
        Self::new(formulas, formula, ways, format!("seed {seed}: {text}"))
    }

    fn check(&mut self, rng: &mut Rng, verdicts: &mut Verdicts) {
        let automata = self.opposites.iter();
        let automata: Vec<_> = automata.map(|o| (&o.positive, &o.negative)).collect();
        let (formulas, formula) = (&self.formulas, self.formula);
        verdicts.compare_opposites(&automata, formulas, formula, rng, &self.context);
        self.negations_are_disjoint();
        self.is_as_weak_as_promised();
    }

    fn negations_are_disjoint(&self) {
        let Some(reference) = self.opposites.first() else {
            return;
        };
        for opposites in &self.opposites {
            for (positive, negative) in [
                (&opposites.positive, &opposites.negative),
                (&opposites.positive, &reference.negative),
                (&reference.positive, &opposites.negative),
            ] {
                assert!(
                    is_empty(&intersection(positive, negative)),
                    "both accept a word: {} by {:?}",
                    self.context,
                    opposites.way
                );
            }
        }
    }

    /// Σ₁ gives terminal automata, Σ₂ weak ones: the slides' theorem.
    ///
    /// Not where the past looks ahead: what it sees is guessed, and verified for ever.
    fn is_as_weak_as_promised(&mut self) {
        if words::looks_ahead_from_the_past(&self.formulas, self.formula) {
            return;
        }
        let levels = class::levels(&self.formulas, self.formula);
        for opposites in &mut self.opposites {
            if !opposites.way.promises_weakness() {
                continue;
            }
            // Π of a formula is Σ of its negation.
            for (sigma, automaton) in [
                (levels.sigma, &mut opposites.positive),
                (levels.pi, &mut opposites.negative),
            ] {
                let strength = strength(automaton);
                let context = format!("{} by {:?}: {strength:?}", self.context, opposites.way);
                assert!(
                    sigma > 1 || strength == AutomatonStrength::Terminal,
                    "{context}"
                );
                assert!(
                    sigma > 2 || strength != AutomatonStrength::Strong,
                    "{context}"
                );
            }
        }
    }
}

/// Checks `count` random formulas with seeds from `first` on.
#[track_caller]
fn check_random(first: u64, count: u64, past: bool, ways: &[Way]) {
    let mut rng = Rng::with_seed(first);
    let mut verdicts = Verdicts::default();
    let (mut made, count) = (0, rounds(count, 20 * count));
    for seed in first..first + count {
        let mut translations = Translations::random(seed, past, ways);
        translations.check(&mut rng, &mut verdicts);
        made += translations.opposites.len();
    }
    verdicts.assert_balanced();
    let wanted = ways.len() * count as usize;
    assert!(made > wanted / 100 * 98, "{made} of {wanted} were made");
}

#[test]
fn future_formulas() {
    check_random(1, 1_500, false, &Way::all());
}

#[test]
fn past_formulas() {
    check_random(1_000_000, 1_000, true, &Way::all());
}

#[test]
fn buchi_automata() {
    check_random(2_000_000, 250, false, &Way::both(AutomatonForm::Buchi));
}

#[test]
fn generalized_automata_with_marks_on_states() {
    check_random(3_000_000, 150, false, &Way::both(AutomatonForm::Gba));
}

#[test]
fn streett_automata() {
    check_random(4_000_000, 150, true, &Way::both(AutomatonForm::Streett));
}

#[test]
fn formulas_of_the_literature() {
    let mut rng = Rng::with_seed(1);
    let mut verdicts = Verdicts::default();
    let all = collections::literature()
        .into_iter()
        .chain(collections::parametrised());
    for (text, mut formulas) in all {
        let formula = words::read(&mut formulas, &text);
        Translations::new(formulas, formula, &Way::all(), text).check(&mut rng, &mut verdicts);
    }
}

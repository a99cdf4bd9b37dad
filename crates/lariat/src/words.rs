//! Sample words of a formula, each unlike those before it.
//!
//! A sample is a lasso of *cubes*: of each letter it says no more than an accepting run needs, so it stands for all words that agree with it.
//! The first one is the word of a short accepting lasso.  For the next ones the automaton is intersected with what the samples so far
//! miss: once with the words that miss each of them somewhere, once with those that miss each of them again and again, so that cycles differ;
//! the simpler word is the next sample.  So samples have no word in common, and where no run is left they are all the words that there are.

use lariat_automata::{Acceptance, Explicit, Label, Labels, Lasso, Marks, StateId};
use lariat_automata::{injected::SpellOutError, product};
use lariat_budget::{Budget, Exhausted};
use lariat_emptiness::lasso::{self, Effort};
use lariat_emptiness::{Emptiness, generic};
use lariat_ltl::semantics::{TrueAtoms, Word, holds};
use lariat_ltl::{Atom, Formula, Formulas};
use lariat_translate::{Options, TranslateError, translate};
use rustc_hash::FxHashMap;

/// Some words of a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Samples {
    /// Each in Spot's notation, as in `a & !b; cycle{b}`.
    pub words: Vec<String>,
    /// Whether they stand for all words of the formula.
    pub are_all: bool,
}

/// Why there are no samples.
#[derive(Debug, thiserror::Error)]
pub enum NoSamples {
    /// The formula has no automaton.
    #[error(transparent)]
    Translate(#[from] TranslateError),
    /// Its automaton has too many edges, or the budget has ended meanwhile.
    #[error(transparent)]
    SpellOut(#[from] SpellOutError),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A sample is no word of the formula: an internal error.
    #[error("the sample {0} is no word of the formula")]
    Wrong(String),
}

/// The most edges of a formula's automaton.
const MOST_EDGES: usize = 100_000;
/// The most states of the automaton of what is left.
const MOST_STATES: usize = 100_000;

/// At most `most` samples of the words that satisfy a formula, short ones first.
///
/// ```
/// use lariat::Budget;
/// use lariat::words::samples;
/// use lariat_ltl::{Formulas, Syntax, parse};
/// let mut formulas = Formulas::new();
/// let until = parse(&mut formulas, "a U b", Syntax::Spot)?;
/// assert_eq!(samples(&mut formulas, until, 2, &Budget::unlimited())?.words, ["b; cycle{1}", "a & !b; b; cycle{1}"]);
/// let always = parse(&mut formulas, "G a", Syntax::Spot)?;
/// let all = samples(&mut formulas, always, 2, &Budget::unlimited())?;
/// assert_eq!((&*all.words, all.are_all), (&["cycle{a}".to_owned()][..], true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn samples(
    formulas: &mut Formulas,
    formula: Formula,
    most: usize,
    budget: &Budget,
) -> Result<Samples, NoSamples> {
    let options = Options {
        budget: budget.clone(),
        ..Options::default()
    };
    let automaton = translate(formulas, formula, &options)?;
    let mut left = automaton.spell_out(MOST_EDGES, budget)?;
    let mut far = left.clone();
    let mut samples = Samples {
        words: Vec::new(),
        are_all: false,
    };
    while samples.words.len() < most {
        let candidates = [Sample::of(&mut far, budget), Sample::of(&mut left, budget)];
        budget.check()?;
        let simplest = candidates.into_iter().flatten().min_by_key(Sample::size);
        let Some(sample) = simplest else {
            samples.are_all = true;
            break;
        };
        let text = sample.text();
        if !sample.satisfies(formulas, formula) {
            return Err(NoSamples::Wrong(text));
        }
        samples.words.push(text);
        let states = left.state_count().max(far.state_count());
        if states * (sample.letters.len() + 1) > MOST_STATES {
            break;
        }
        left = product::intersection(&left, &sample.missed());
        far = product::intersection(&far, &sample.missed_for_ever());
    }
    Ok(samples)
}

/// The shortest cube of a label: a letter that it reads, of which no more is said than need be.
///
/// # Errors
/// If the budget has ended.
pub fn letter(labels: &mut Labels, label: Label, budget: &Budget) -> Result<Label, Exhausted> {
    labels.bdds.obey(budget);
    let shortest = labels.bdds.shortest_cube(label);
    labels.bdds.release()?;
    Ok(labels.bdds.cube(&shortest.unwrap_or_default()))
}

/// A lasso of cubes.
struct Sample {
    labels: Labels,
    letters: Vec<Label>,
    /// From here on they repeat.
    start: usize,
}

impl Sample {
    /// The word of a short accepting run; none if there is none.
    fn of(automaton: &mut Explicit, budget: &Budget) -> Option<Self> {
        let Emptiness::NonEmpty(component) = generic::check(&*automaton, budget).answer else {
            return None;
        };
        let lasso = lasso::find(&*automaton, &component, Effort::default(), budget)?;
        let letters = letters(automaton, &lasso, budget).ok()?;
        let mut sample = Self {
            labels: automaton.labels.clone(),
            letters,
            start: lasso.stem.len(),
        };
        sample.shorten();
        Some(sample)
    }

    /// The same words with a shortest cycle that starts as early as can be.
    fn shorten(&mut self) {
        let cycle = &self.letters[self.start..];
        let repeats = |period: &usize| cycle.chunks(*period).all(|part| part == &cycle[..*period]);
        let period = (1..cycle.len()).find(repeats).unwrap_or(cycle.len());
        self.letters.truncate(self.start + period);
        while self.start > 0 && self.letters.last() == Some(&self.letters[self.start - 1]) {
            self.letters.pop();
            self.start -= 1;
        }
    }

    /// How much there is to read.
    fn size(&self) -> usize {
        let literals = |&cube: &Label| {
            self.labels
                .bdds
                .cubes(cube)
                .take(1)
                .map(|path| path.literals.len())
                .sum::<usize>()
        };
        self.letters.len() + self.letters.iter().map(literals).sum::<usize>()
    }

    /// In the notation of Spot.
    fn text(&self) -> String {
        let mut labels = self.labels.clone();
        let letters: Vec<String> = self.letters.iter().map(|&cube| labels.text(cube)).collect();
        let (prefix, cycle) = letters.split_at(self.start);
        let cycle = format!("cycle{{{}}}", cycle.join("; "));
        [prefix, &[cycle]].concat().join("; ")
    }

    /// Whether the formula holds, by definition, on a word that agrees with the sample: once with all propositions false of
    /// which the sample says nothing, once with all of them true.
    fn satisfies(&self, formulas: &mut Formulas, formula: Formula) -> bool {
        let names = self.labels.propositions.iter();
        let atoms: Vec<Atom> = names.map(|name| formulas.atom_named(name)).collect();
        [false, true].into_iter().all(|other| {
            let letter = |&cube: &Label| -> TrueAtoms {
                let paths = self.labels.bdds.cubes(cube).take(1);
                let said: FxHashMap<u32, bool> = paths.flat_map(|path| path.literals).collect();
                let is_true = |var| said.get(&var).copied().unwrap_or(other);
                let true_atoms = atoms.iter().zip(0..).filter(|&(_, var)| is_true(var));
                true_atoms.map(|(&atom, _)| atom).collect()
            };
            let mut prefix: Vec<TrueAtoms> = self.letters.iter().map(letter).collect();
            let cycle = prefix.split_off(self.start);
            holds(formulas, formula, &Word::new(prefix, cycle))
        })
    }

    /// The automaton of the words that miss the sample somewhere.
    fn missed(&self) -> Explicit {
        let missed = self.letters.len() as StateId;
        let mut automaton = self.along(|_| (Marks::EMPTY, missed));
        automaton.add_state();
        automaton.add_transition(missed, Label::TRUE, Marks::single(0), missed);
        automaton
    }

    /// The automaton of the words that miss the sample again and again.
    fn missed_for_ever(&self) -> Explicit {
        self.along(|next| (Marks::single(0), next))
    }

    /// An automaton that reads along the sample; `miss` says what becomes of a miss, given the next state.
    fn along(&self, miss: impl Fn(StateId) -> (Marks, StateId)) -> Explicit {
        let mut automaton = Explicit::new(self.labels.clone(), Acceptance::buchi());
        for (position, &cube) in self.letters.iter().enumerate() {
            let is_last = position + 1 == self.letters.len();
            let next = if is_last { self.start } else { position + 1 } as StateId;
            let from = automaton.add_state();
            automaton.add_transition(from, cube, Marks::EMPTY, next);
            let (marks, to) = miss(next);
            automaton.add_transition(from, !cube, marks, to);
        }
        automaton.initial.push(0);
        automaton
    }
}

/// A letter that each edge of a lasso reads.
fn letters(
    automaton: &mut Explicit,
    lasso: &Lasso<StateId>,
    budget: &Budget,
) -> Result<Vec<Label>, Exhausted> {
    let Explicit {
        labels,
        transitions,
        ..
    } = automaton;
    let steps = lasso.stem.iter().chain(&lasso.cycle);
    let letters = steps.map(|step| {
        let mut edges = transitions[step.from as usize].iter();
        let same = edges.find(|edge| edge.to == step.to && edge.marks == step.marks);
        letter(
            labels,
            same.expect("a lasso consists of edges").label,
            budget,
        )
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lariat_automata::{Letter, word};
    use lariat_ltl::{Node, Syntax, parse};

    #[track_caller]
    fn check(text: &str, words: &[&str], are_all: bool) {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text, Syntax::Spot).expect("it is a formula");
        let found = samples(&mut formulas, formula, 3, &Budget::unlimited()).expect("it is small");
        let words = words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(found, Samples { words, are_all }, "{text}");
    }

    #[test]
    fn samples_are_short_and_differ() {
        check("false", &[], true);
        check("true", &["cycle{1}"], true);
        check("G a", &["cycle{a}"], true);
        check("a & X G !a", &["a; cycle{!a}"], true);
        check("GF a", &["cycle{a}", "cycle{!a; a}", "cycle{a; !a}"], false);
        check(
            "F a",
            &["a; cycle{1}", "!a; a; cycle{1}", "!a; !a; a; cycle{1}"],
            false,
        );
    }

    #[test]
    fn no_two_samples_have_a_word_in_common() {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, "G(a -> F(b | X c))", Syntax::Spot).expect("it is one");
        let mut automaton = translate(&mut formulas, formula, &Options::default())
            .expect("it is small")
            .base;
        let first = Sample::of(&mut automaton, &Budget::unlimited()).expect("it is satisfiable");
        let mut others = product::intersection(&automaton, &first.missed());
        let second = Sample::of(&mut others, &Budget::unlimited()).expect("there are others");
        // A letter that both allow at every position would be a common word.
        let letter = |sample: &Sample, position: usize| {
            let cycle = sample.letters.len() - sample.start;
            let at = match position.checked_sub(sample.start) {
                Some(beyond) => sample.start + beyond % cycle,
                None => position,
            };
            sample.letters[at]
        };
        let mut labels = first.labels.clone();
        let apart = (0..64).any(|position| {
            let theirs = labels.import(&second.labels, letter(&second, position));
            labels.bdds.and(letter(&first, position), theirs).is_false()
        });
        assert!(apart);
    }

    /// The name of the proposition that a formula consists of.
    fn read_back(text: &str, syntax: Syntax) -> Option<String> {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text, syntax).ok()?;
        match formulas.node(formula) {
            Node::Atom(atom) => Some(formulas.name(*atom).to_owned()),
            _ => None,
        }
    }

    #[test]
    fn labels_name_propositions_as_formulas_do() {
        let words = "true TRUE False not and or xor U W R M V X F G Y O H S XX GF Fa GFp Xa F1 G_ Gate FULL XOR \
                     Ua x.y x..y x. .x 0 1 10 ⊤ é enabled taken(e) a[1] a\\b \"a\"";
        let mut names: Vec<String> = words.split(' ').map(str::to_owned).collect();
        names.extend(["", "a b", "a < b", "a\nb"].map(str::to_owned));
        let mut random = fastrand::Rng::with_seed(1);
        let letters: Vec<char> = "XFGUWRMVYOHSabtruefalsonxd01_.".chars().collect();
        for _ in 0..20_000 {
            let length = random.usize(1..6);
            let letter = || letters[random.usize(..letters.len())];
            names.push(std::iter::repeat_with(letter).take(length).collect());
        }
        for name in names {
            let mut labels = Labels::new([name.clone()]);
            let label = labels.bdds.var(0);
            let text = labels.text(label);
            let read = read_back(&text, Syntax::Spot);
            assert_eq!(read, Some(name), "written as {text}");
        }
    }

    #[test]
    fn misses_are_told_by_definition() {
        let mut automaton = Explicit::new(Labels::new(["a".to_owned()]), Acceptance::buchi());
        let a = automaton.labels.bdds.var(0);
        let sample = Sample {
            labels: automaton.labels.clone(),
            letters: vec![a, !a],
            start: 1,
        };
        let (yes, no) = (Letter::single(0), Letter::EMPTY);
        for (prefix, cycle, once, for_ever) in [
            (vec![&yes], vec![&no], false, false),
            (vec![&no], vec![&no], true, false),
            (vec![&yes], vec![&no, &yes], true, true),
            (vec![&yes, &yes], vec![&no], true, false),
        ] {
            let own = |letters: Vec<&Letter>| letters.into_iter().cloned().collect::<Vec<_>>();
            let (prefix, cycle) = (own(prefix), own(cycle));
            assert_eq!(word::accepts(&sample.missed(), &prefix, &cycle), once);
            let again = word::accepts(&sample.missed_for_ever(), &prefix, &cycle);
            assert_eq!(again, for_ever);
        }
    }
}

//! Every operation beside oxidd's, and covers and primes beside their definitions.

use lariat_bdd::{Bdd, Bdds, Cube, Var};
use lariat_testkit::rounds;
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::{BooleanFunction, BooleanFunctionQuant, FunctionSubst, Manager, ManagerRef, Subst};

const VARS: u32 = 7;

/// Functions in both libraries, the same ones by construction.
struct Twins {
    bdds: Bdds,
    manager: BDDManagerRef,
    pairs: Vec<(Bdd, BDDFunction)>,
}

impl Twins {
    /// The variables and `count` random combinations of what is there.
    fn random(seed: u64, count: usize) -> (Self, fastrand::Rng) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut bdds = Bdds::new();
        let manager = oxidd::bdd::new_manager(1 << 14, 1 << 12, 1);
        let pairs = manager.with_manager_exclusive(|manager| {
            manager.add_vars(VARS);
            (0..VARS)
                .map(|var| (bdds.var(var), BDDFunction::var(manager, var).unwrap()))
                .collect()
        });
        let mut twins = Self {
            bdds,
            manager,
            pairs,
        };
        for _ in 0..count {
            twins.combine(&mut rng);
        }
        (twins, rng)
    }

    fn pick(&self, rng: &mut fastrand::Rng) -> (Bdd, BDDFunction) {
        self.pairs[rng.usize(..self.pairs.len())].clone()
    }

    fn combine(&mut self, rng: &mut fastrand::Rng) {
        let ((f, f2), (g, g2), (h, h2)) = (self.pick(rng), self.pick(rng), self.pick(rng));
        let bdds = &mut self.bdds;
        let pair = match rng.u8(..8) {
            0 => (bdds.and(f, g), f2.and(&g2).unwrap()),
            1 => (bdds.or(f, g), f2.or(&g2).unwrap()),
            2 => (bdds.xor(f, g), f2.xor(&g2).unwrap()),
            3 => (bdds.ite(f, g, h), f2.ite(&g2, &h2).unwrap()),
            4 => (bdds.implies(f, g), f2.imp(&g2).unwrap()),
            5 => (bdds.iff(f, g), f2.equiv(&g2).unwrap()),
            6 => (bdds.minus(g, f), f2.imp_strict(&g2).unwrap()),
            _ => (!f, f2.not().unwrap()),
        };
        self.pairs.push(pair);
    }

    fn last(&self) -> (Bdd, BDDFunction) {
        self.pairs.last().expect("there are variables").clone()
    }

    #[track_caller]
    fn check(&self, f: Bdd, twin: &BDDFunction, what: &str) {
        for valuation in 0..1u32 << VARS {
            let holds = |var: Var| valuation >> var & 1 == 1;
            let ours = self.bdds.eval(f, holds);
            let theirs = twin.eval((0..VARS).map(|var| (var, holds(var))));
            assert_eq!(ours, theirs, "{what} under {valuation:b}");
        }
    }
}

#[test]
fn operations_agree_and_equal_functions_have_equal_handles() {
    let (mut equal, mut different) = (0, 0);
    for seed in 0..rounds(200, 4_000) {
        let (twins, _) = Twins::random(seed, 40);
        for (f, twin) in &twins.pairs {
            twins.check(*f, twin, &format!("seed {seed}"));
        }
        let (f, twin) = twins.last();
        for (g, other) in &twins.pairs {
            assert_eq!(f == *g, twin == *other, "seed {seed}: handles");
            if f == *g { equal += 1 } else { different += 1 }
        }
    }
    assert!(equal > 100 && different > 100, "{equal} {different}");
}

#[test]
fn quantification_agrees() {
    for seed in 0..rounds(300, 6_000) {
        let (mut twins, mut rng) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let chosen: Vec<Var> = (0..VARS).filter(|_| rng.bool()).collect();
        let cube = twins.bdds.var_cube(chosen.iter().copied());
        let truth = twins
            .manager
            .with_manager_shared(|manager| BDDFunction::t(manager));
        let their_cube = chosen.iter().fold(truth, |cube, &var| {
            cube.and(&twins.pairs[var as usize].1).unwrap()
        });
        let ours = twins.bdds.exists(f, cube);
        let theirs = twin.exists(&their_cube).unwrap();
        twins.check(ours, &theirs, &format!("seed {seed}: ∃ {chosen:?}"));
    }
}

#[test]
fn substitution_and_restriction_agree() {
    for seed in 0..rounds(300, 6_000) {
        let (mut twins, mut rng) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let by: Vec<(Bdd, BDDFunction)> = (0..VARS).map(|_| twins.pick(&mut rng)).collect();
        let ours = twins.bdds.substitute(f, |_, var| by[var as usize].0);
        let vars: Vec<Var> = (0..VARS).collect();
        let functions: Vec<BDDFunction> = by.iter().map(|pair| pair.1.clone()).collect();
        let theirs = twin
            .substitute(&Subst::new(&vars[..], &functions[..]))
            .unwrap();
        twins.check(ours, &theirs, &format!("seed {seed}: substitution"));

        let fixed: Vec<Option<bool>> = (0..VARS).map(|_| rng.bool().then(|| rng.bool())).collect();
        let ours = twins.bdds.restrict(f, |var| fixed[var as usize]);
        let value =
            |var: Var, valuation: u32| fixed[var as usize].unwrap_or(valuation >> var & 1 == 1);
        for valuation in 0..1u32 << VARS {
            let theirs = twin.eval((0..VARS).map(|var| (var, value(var, valuation))));
            let got = twins.bdds.eval(ours, |var| {
                assert_eq!(
                    fixed[var as usize], None,
                    "seed {seed}: a fixed variable is left"
                );
                valuation >> var & 1 == 1
            });
            assert_eq!(got, theirs, "seed {seed}: restriction");
        }
    }
}

#[test]
fn import_renames() {
    for seed in 0..rounds(300, 6_000) {
        let (twins, mut rng) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let mut names: Vec<Var> = (0..VARS).collect();
        rng.shuffle(&mut names);
        let mut other = Bdds::new();
        let imported = other.import(&twins.bdds, f, |var| names[var as usize]);
        for valuation in 0..1u32 << VARS {
            let holds = |var: Var| valuation >> var & 1 == 1;
            let theirs = twin.eval((0..VARS).map(|var| (var, holds(names[var as usize]))));
            assert_eq!(other.eval(imported, holds), theirs, "seed {seed}");
        }
    }
}

#[test]
fn support_is_what_a_function_depends_on() {
    for seed in 0..rounds(300, 6_000) {
        let (twins, _) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let depends = |var: Var| {
            (0..1u32 << VARS).any(|valuation| {
                let eval = |v: u32| twin.eval((0..VARS).map(|var| (var, v >> var & 1 == 1)));
                eval(valuation) != eval(valuation ^ 1 << var)
            })
        };
        let expected: Vec<Var> = (0..VARS).filter(|&var| depends(var)).collect();
        assert_eq!(twins.bdds.support(f), expected, "seed {seed}");
        assert_eq!(twins.bdds.top(f), expected.first().copied());
    }
}

#[test]
fn paths_are_disjoint_and_unite_to_the_function() {
    for seed in 0..rounds(300, 6_000) {
        let (twins, _) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let cubes: Vec<Cube> = twins.bdds.cubes(f).collect();
        assert!(cubes.is_sorted(), "seed {seed}");
        for valuation in 0..1u32 << VARS {
            let covering = cubes.iter().filter(|cube| covers(cube, valuation)).count();
            let holds = twin.eval((0..VARS).map(|var| (var, valuation >> var & 1 == 1)));
            assert_eq!(covering, usize::from(holds), "seed {seed}: {valuation:b}");
        }
    }
}

fn covers(cube: &Cube, valuation: u32) -> bool {
    let agrees = |&(var, positive): &(Var, bool)| (valuation >> var & 1 == 1) == positive;
    cube.literals.iter().all(agrees)
}

/// The valuations over `vars` variables of a function, as a predicate given by oxidd.
fn truth_table(twin: &BDDFunction, vars: u32) -> Vec<bool> {
    let value = |valuation: u32| twin.eval((0..VARS).map(|var| (var, valuation >> var & 1 == 1)));
    (0..1 << vars).map(value).collect()
}

fn is_implicant(cube: &Cube, table: &[bool]) -> bool {
    let covered = |&valuation: &usize| covers(cube, valuation as u32);
    (0..table.len())
        .filter(covered)
        .all(|valuation| table[valuation])
}

#[test]
fn covers_are_exact_and_irredundant() {
    for seed in 0..rounds(300, 6_000) {
        let (mut twins, _) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let table = truth_table(&twin, VARS);
        let cover = twins.bdds.cover(f);
        for (valuation, &holds) in table.iter().enumerate() {
            let covered = cover.iter().any(|cube| covers(cube, valuation as u32));
            assert_eq!(covered, holds, "seed {seed}: {valuation:b}");
        }
        for (index, cube) in cover.iter().enumerate() {
            assert!(cube.literals.is_sorted(), "seed {seed}");
            let needed = (0..1u32 << VARS).any(|valuation| {
                let others = cover
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != index);
                covers(cube, valuation) && !others.map(|(_, o)| o).any(|o| covers(o, valuation))
            });
            assert!(needed, "seed {seed}: {cube:?} is redundant");
            assert!(is_prime(cube, &table), "seed {seed}: {cube:?} is not prime");
        }
        let many = cover.len() as u64;
        assert_eq!(twins.bdds.small_cover(f, many), Some(cover.clone()));
        let fewer = many.checked_sub(1);
        let fewer = fewer.and_then(|fewer| twins.bdds.small_cover(f, fewer));
        assert_eq!(fewer, None, "seed {seed}");
        let shortest = cover.into_iter().min_by_key(|cube| cube.literals.len());
        assert_eq!(twins.bdds.shortest_cube(f), shortest, "seed {seed}");
    }
}

#[test]
fn covers_between_bounds_stay_between_them() {
    for seed in 0..rounds(300, 6_000) {
        let (mut twins, mut rng) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let (g, other) = twins.pick(&mut rng);
        let (lower, upper) = (twins.bdds.and(f, g), twins.bdds.or(f, g));
        let cover = twins.bdds.cover_between(lower, upper);
        let between = twins.bdds.between(lower, upper);
        let tables = (truth_table(&twin, VARS), truth_table(&other, VARS));
        for valuation in 0..1usize << VARS {
            let covered = cover.iter().any(|cube| covers(cube, valuation as u32));
            let (f, g) = (tables.0[valuation], tables.1[valuation]);
            let holds = twins.bdds.eval(between, |var| valuation >> var & 1 == 1);
            assert_eq!(holds, covered, "seed {seed}: {valuation:b}");
            assert!(
                covered || !(f && g),
                "seed {seed}: {valuation:b} is not covered"
            );
            assert!(!covered || f || g, "seed {seed}: {valuation:b} is outside");
        }
    }
}

fn is_prime(cube: &Cube, table: &[bool]) -> bool {
    let without = |index: usize| {
        let mut shorter = cube.clone();
        shorter.literals.remove(index);
        shorter
    };
    let weaker = (0..cube.literals.len()).map(without);
    is_implicant(cube, table) && weaker.into_iter().all(|cube| !is_implicant(&cube, table))
}

/// Every cube over `vars` variables: each of them is absent, false or true.
fn all_cubes(vars: u32) -> impl Iterator<Item = Cube> {
    (0..3u32.pow(vars)).map(move |code| {
        let choice = |var: Var| code / 3u32.pow(var) % 3;
        let literal = |var: Var| (choice(var) > 0).then(|| (var, choice(var) == 2));
        Cube {
            literals: (0..vars).filter_map(literal).collect(),
        }
    })
}

#[test]
fn primes_are_all_the_prime_implicants_and_no_others() {
    for seed in 0..rounds(60, 1_200) {
        let (mut twins, _) = Twins::random(seed, 30);
        let (f, twin) = twins.last();
        let fixed = twins.bdds.restrict(f, |var| (var >= 6).then_some(false));
        let table = truth_table(&twin, 6);
        let mut expected: Vec<Cube> = all_cubes(6).filter(|cube| is_prime(cube, &table)).collect();
        expected.sort_unstable();
        assert_eq!(twins.bdds.primes(fixed), expected, "seed {seed}");
    }
}

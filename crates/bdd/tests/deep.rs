//! No operation overflows the stack, however many variables a path has.

use lariat_bdd::{Bdd, Bdds, Var};

const DEEP: Var = 100_000;

fn conjunction(bdds: &mut Bdds) -> Bdd {
    bdds.var_cube(0..DEEP)
}

/// On a thread whose stack is too small for any recursion of that depth.
fn with_little_stack(run: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 * 1024);
        let handle = thread.spawn_scoped(scope, run).expect("a thread starts");
        handle.join().expect("no panic");
    });
}

#[test]
fn boolean_operations() {
    with_little_stack(|| {
        let mut bdds = Bdds::new();
        let all = conjunction(&mut bdds);
        let none = bdds.substitute(all, |bdds, var| !bdds.var(var));
        assert_eq!(bdds.and(all, none), Bdd::FALSE);
        let either = bdds.or(all, none);
        assert_eq!(bdds.xor(all, none), either);
        let last = bdds.var(DEEP - 1);
        assert_eq!(bdds.ite(last, all, none), either);
        assert!(bdds.entails(all, either));
    });
}

#[test]
fn quantification_import_and_support() {
    with_little_stack(|| {
        let mut bdds = Bdds::new();
        let all = conjunction(&mut bdds);
        let but_last = bdds.var_cube(0..DEEP - 1);
        let last = bdds.var(DEEP - 1);
        assert_eq!(bdds.exists(all, but_last), last);
        assert_eq!(bdds.support(all).len(), DEEP as usize);
        let mut other = Bdds::new();
        let imported = other.import(&bdds, all, |var| var);
        assert!(other.eval(imported, |_| true));
        assert_eq!(
            bdds.restrict(all, |var| (var + 1 < DEEP).then_some(true)),
            last
        );
    });
}

#[test]
fn covers_primes_and_cubes() {
    with_little_stack(|| {
        let mut bdds = Bdds::new();
        let all = conjunction(&mut bdds);
        assert_eq!(bdds.cover(!all).len(), DEEP as usize);
        assert_eq!(bdds.primes(!all).len(), DEEP as usize);
        for cubes in [bdds.cover(all), bdds.primes(all), bdds.cubes(all).collect()] {
            assert_eq!(cubes.len(), 1);
            assert_eq!(cubes[0].literals.len(), DEEP as usize);
        }
    });
}

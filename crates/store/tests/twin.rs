//! The compressed store against the plain one, on random walks: neighbours differ in a few words.

use lariat_budget::Exhausted;
use lariat_store::{PlainStore, StateIndex, StateStore, TreeStore, TreeWriter, Unfolded};
use lariat_testkit::rounds;

/// Changes one to three words of a state.
fn neighbour(random: &mut fastrand::Rng, state: &[u32], values: u32) -> Vec<u32> {
    let mut next = state.to_vec();
    for _ in 0..random.usize(1..4) {
        next[random.usize(..state.len())] = random.u32(..values);
    }
    next
}

/// Grows both stores by the same states, and compares every answer.
fn grow_together(seed: u64, width: usize, values: u32, expansions: usize) -> (usize, u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let (mut tree, mut plain) = (
        TreeStore::new(width, usize::MAX),
        PlainStore::new(width, usize::MAX),
    );
    let mut writer = TreeWriter::default();
    let first = vec![0; width];
    assert_eq!(tree.intern(&mut writer, &first), Ok((StateIndex(0), true)));
    assert_eq!(
        plain.intern(&mut Vec::new(), &first),
        Ok((StateIndex(0), true))
    );
    let mut unfolded = Unfolded::default();
    let mut known = 0;
    for _ in 0..expansions {
        let from = random.u32(..tree.len() as u32);
        tree.unfold(StateIndex(from), &mut unfolded);
        let state = tree.words(&unfolded).to_vec();
        let batch = random.usize(..12);
        let states: Vec<u32> = (0..batch)
            .flat_map(|_| neighbour(&mut random, &state, values))
            .collect();
        let (mut in_tree, mut in_plain) = (Vec::new(), Vec::new());
        tree.intern_near(&mut writer, &unfolded, &states, &mut in_tree)
            .expect("there is room");
        plain
            .intern_near(&mut Vec::new(), &state, &states, &mut in_plain)
            .expect("there is room");
        assert_eq!(in_tree, in_plain, "seed {seed}, width {width}");
        known += in_tree.iter().filter(|(_, is_new)| !is_new).count() as u64;
        if random.u8(..8) == 0 {
            let alone = neighbour(&mut random, &state, values);
            assert_eq!(
                tree.intern(&mut writer, &alone),
                plain.intern(&mut Vec::new(), &alone),
                "seed {seed}, width {width}"
            );
        }
    }
    assert_eq!(tree.len(), plain.len());
    let (mut a, mut b) = (vec![0; width], vec![0; width]);
    for index in 0..tree.len() as u32 {
        tree.get(StateIndex(index), &mut a);
        plain.get(StateIndex(index), &mut b);
        assert_eq!(a, b, "seed {seed}, width {width}, state {index}");
    }
    (tree.len(), known)
}

#[test]
fn both_stores_give_the_same_answers() {
    let (mut states, mut known) = (0, 0);
    for seed in 0..rounds(60, 1_200) {
        let width = 1 + (seed as usize * 7) % 40;
        let values = [2, 3, 100, u32::MAX][seed as usize % 4];
        let found = grow_together(seed, width, values, 400);
        states += found.0;
        known += found.1;
    }
    assert!(
        states > 10_000 && known > 1000,
        "lopsided: {states} new, {known} known"
    );
}

#[test]
fn states_staged_from_several_neighbourhoods_get_the_numbers_of_one_by_one() {
    let mut repeated = 0;
    for seed in 0..rounds(20, 400) {
        let mut random = fastrand::Rng::with_seed(seed);
        let width = 1 + seed as usize % 11;
        let mut tree = TreeStore::new(width, usize::MAX);
        let mut writer = TreeWriter::default();
        let mut plain = PlainStore::new(width, usize::MAX);
        tree.intern(&mut writer, &vec![0; width])
            .expect("there is room");
        plain
            .intern(&mut Vec::new(), &vec![0; width])
            .expect("there is room");
        let mut unfolded = Unfolded::default();
        for _ in 0..400 {
            let (mut expected, mut found) = (Vec::new(), Vec::new());
            for _ in 0..random.usize(1..20) {
                tree.unfold(StateIndex(random.u32(..tree.len() as u32)), &mut unfolded);
                let near = tree.words(&unfolded).to_vec();
                let state = neighbour(&mut random, &near, 9);
                tree.stage_near(&mut writer, &unfolded, &state)
                    .expect("there is room");
                expected.push(state);
            }
            tree.complete_staged(&mut writer, &mut found)
                .expect("there is room");
            let expected = expected
                .iter()
                .map(|state| plain.intern(&mut Vec::new(), state));
            let expected: Result<Vec<_>, Exhausted> = expected.collect();
            assert_eq!(Ok(&found), expected.as_ref(), "seed {seed}");
            repeated += found.iter().filter(|(_, is_new)| !is_new).count();
        }
    }
    assert!(repeated > 1000, "only {repeated} states were known");
}

#[test]
fn the_shape_does_not_change_while_states_are_staged() {
    let state = |i: u32| [i % 7, i, i % 11, i / 7, 3];
    let mut tree = TreeStore::new(5, usize::MAX);
    let mut writer = TreeWriter::default();
    tree.intern(&mut writer, &state(0)).expect("there is room");
    let mut unfolded = Unfolded::default();
    tree.unfold(StateIndex(0), &mut unfolded);
    let late = state(9000);
    tree.stage_near(&mut writer, &unfolded, &late)
        .expect("there is room");
    for i in 1..5000 {
        tree.intern(&mut writer, &state(i)).expect("there is room");
    }
    let mut found = Vec::new();
    tree.complete_staged(&mut writer, &mut found)
        .expect("there is room");
    assert_eq!(found, [(StateIndex(5000), true)]);
    let mut read = [0; 5];
    tree.get(StateIndex(5000), &mut read);
    assert_eq!(read, late);
    assert_eq!(
        tree.intern(&mut writer, &late),
        Ok((StateIndex(5000), false))
    );
}

#[test]
fn both_stores_agree_on_states_with_many_words() {
    for seed in 0..rounds(6, 120) {
        grow_together(seed, 60 + seed as usize * 31, 5, 100);
    }
}

#[test]
fn both_stores_agree_beyond_the_changes_of_shape() {
    // The shape of the tree is learned anew at 4,096 and at 32,768 states.
    for seed in 0..rounds(3, 60) {
        let (states, _) = grow_together(seed, 3 + seed as usize % 9, 50, 9000);
        assert!(states > 33_000, "seed {seed}: only {states} states");
    }
}

#[test]
fn a_stale_neighbour_does_no_harm_after_a_change_of_shape() {
    let mut tree = TreeStore::new(5, usize::MAX);
    let mut writer = TreeWriter::default();
    tree.intern(&mut writer, &[0; 5]).expect("there is room");
    let mut stale = Unfolded::default();
    tree.unfold(StateIndex(0), &mut stale);
    for i in 0..5000 {
        tree.intern(&mut writer, &[i % 7, i, i % 11, i / 7, 3])
            .expect("there is room");
    }
    let mut found = Vec::new();
    tree.intern_near(
        &mut writer,
        &stale,
        &[1, 8, 8, 1, 3, 0, 0, 0, 0, 0],
        &mut found,
    )
    .expect("there is room");
    let mut plain = PlainStore::new(5, usize::MAX);
    plain
        .intern(&mut Vec::new(), &[0; 5])
        .expect("there is room");
    for i in 0..5000 {
        plain
            .intern(&mut Vec::new(), &[i % 7, i, i % 11, i / 7, 3])
            .expect("there is room");
    }
    let expected = [
        plain.intern(&mut Vec::new(), &[1, 8, 8, 1, 3]),
        plain.intern(&mut Vec::new(), &[0; 5]),
    ];
    assert_eq!(found, expected.map(|answer| answer.expect("there is room")));
}

#[test]
fn a_writer_that_was_away_does_no_harm_after_a_change_of_shape() {
    let state = |i: u32| [i % 7, i, i % 11, i / 7, 3];
    let mut tree = TreeStore::new(5, usize::MAX);
    let mut plain = PlainStore::new(5, usize::MAX);
    let [mut busy, mut away] = [TreeWriter::default(), TreeWriter::default()];
    for i in 0..6000 {
        // At 4,096 states the shape changes under the hands of the busy writer.
        let writer = if (1000..5000).contains(&i) {
            &mut busy
        } else {
            &mut away
        };
        for known in [i, i / 2] {
            let interned = tree.intern(writer, &state(known));
            assert_eq!(
                interned,
                plain.intern(&mut Vec::new(), &state(known)),
                "{i}"
            );
        }
    }
}

#[test]
fn a_full_store_says_so_and_stays_readable() {
    for budget in [10_000, 100_000, 1_000_000] {
        let mut tree = TreeStore::new(3, budget);
        let mut writer = TreeWriter::default();
        let mut states = 0;
        let full = loop {
            match tree.intern(&mut writer, &[states, states / 3, 7]) {
                Ok((index, is_new)) => assert_eq!((index, is_new), (StateIndex(states), true)),
                Err(full) => break full,
            }
            states += 1;
        };
        assert_eq!(full, Exhausted::Bytes(budget));
        assert!(tree.bytes_allocated() <= budget);
        assert!(
            states as usize * 40 > budget / 8,
            "{states} states in {budget} bytes"
        );
        let mut state = [0; 3];
        for index in 0..states {
            tree.get(StateIndex(index), &mut state);
            assert_eq!(state, [index, index / 3, 7]);
        }
        assert_eq!(
            tree.intern(&mut writer, &[0, 0, 7]),
            Ok((StateIndex(0), false)),
            "known states still are"
        );
    }
}

#[test]
fn a_plain_store_keeps_its_budget_as_well() {
    let mut plain = PlainStore::new(4, 10_000);
    let outcome = (0..10_000).try_for_each(|i| plain.intern(&mut Vec::new(), &[i; 4]).map(|_| ()));
    assert_eq!(outcome, Err(Exhausted::Bytes(10_000)));
    assert!(plain.bytes_allocated() <= 10_000 && plain.len() > 50);
}

#[test]
fn independent_parts_take_little_more_than_eight_bytes_a_state() {
    // 400 × 400 combinations of two parts of six words each, which only the learned shape separates.
    let mut tree = TreeStore::new(12, usize::MAX);
    let mut writer = TreeWriter::default();
    let part = |i: u32| [i, i * 3, i * i, i ^ 5, i + 1, i * 7];
    for i in 0..400 {
        for j in 0..400 {
            let state: Vec<u32> = part(i)
                .into_iter()
                .take(5)
                .chain([j])
                .chain(part(j))
                .collect();
            tree.intern(&mut writer, &state[..12])
                .expect("there is room");
        }
    }
    let per_state = tree.bytes_used() as f64 / tree.len() as f64;
    let allocated = tree.bytes_allocated() as f64 / tree.len() as f64;
    assert!(
        per_state < 8.3 && allocated < 14.5,
        "{per_state} and {allocated} bytes a state"
    );
}

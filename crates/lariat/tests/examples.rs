//! The examples run, and what they assert is so.

#[path = "../examples/mutual_exclusion.rs"]
mod mutual_exclusion;
#[path = "../examples/two_phase_commit.rs"]
mod two_phase_commit;

#[test]
fn mutual_exclusion_needs_weak_fairness() {
    mutual_exclusion::main().expect("its questions are well put");
}

#[test]
fn two_phase_commit_needs_strong_fairness() {
    two_phase_commit::main().expect("its questions are well put");
}

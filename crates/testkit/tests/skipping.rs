//! A test without its data says so although it passes, and fails where the data is required.

use std::process::{Command, Output};

/// A folder that no reference data has.
const ABSENT: &str = "no such folder";
/// Tells [`probe`] that it is run by another test.
const ASKED: &str = "LARIAT_TESTKIT_PROBE";

/// What the others run in a process of its own, where the environment is theirs.
#[test]
fn probe() {
    if std::env::var_os(ASKED).is_some() {
        assert_eq!(lariat_testkit::data(ABSENT), None);
    }
}

/// Runs [`probe`] with this value of `LARIAT_DATA`, its output captured as usual.
fn run(data: &str) -> Output {
    let this = std::env::current_exe().expect("this test has a file");
    let mut command = Command::new(this);
    command.args(["--exact", "probe"]);
    command.env(ASKED, "1").env("LARIAT_DATA", data);
    command.output().expect("this test can be run")
}

#[test]
fn absent_data_is_told_by_a_test_that_passes() {
    let output = run("/nowhere");
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        told,
        "skipped: no data at /nowhere/no such folder (probe)\n"
    );
}

#[test]
fn absent_data_that_is_required_is_a_failure() {
    let output = run("required");
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        told.contains("shared/data/no such folder, and LARIAT_DATA=required"),
        "{told}"
    );
}

//! What people see when something is wrong: every kind of fault, as it is shown.

#[test]
fn faults_are_shown_at_their_place() {
    trycmd::TestCases::new()
        .default_bin_name("lariat")
        .case("tests/faults/*.trycmd");
}

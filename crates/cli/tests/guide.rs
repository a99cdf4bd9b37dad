//! What the guide shows is what the command prints.

#[test]
fn the_guide_shows_what_is_printed() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the project has a root");
    trycmd::TestCases::new()
        .default_bin_name("lariat")
        .case("README.md")
        .case("docs/*.md");
}

//! What the guide shows is what the command prints, and its contents are complete.

use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn the_guide_shows_what_is_printed() {
    std::env::set_current_dir(ROOT).expect("the project has a root");
    trycmd::TestCases::new()
        .default_bin_name("lariat")
        .case("README.md")
        .case("docs/*.md");
}

/// The pages of the guide, by name, with their texts.
fn pages() -> Vec<(String, String)> {
    let files = std::fs::read_dir(Path::new(ROOT).join("docs")).expect("there is a guide");
    let paths = files.map(|file| file.expect("it can be listed").path());
    let pages = paths.filter(|path| path.extension().is_some_and(|name| name == "md"));
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a file has a name");
        let text = std::fs::read_to_string(&path).expect("it can be read");
        (name.to_string_lossy().into_owned(), text)
    };
    pages.map(read).collect()
}

/// The files that a page links to.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split(['#', ')']).next());
    targets
        .filter(|target| !target.is_empty() && !target.starts_with("http"))
        .collect()
}

#[test]
fn every_page_is_in_the_contents() {
    let pages = pages();
    for contents in ["README.md", "SUMMARY.md"] {
        let listed = pages.iter().find(|(name, _)| name == contents);
        let listed = links(&listed.expect("there are contents").1);
        for (name, _) in &pages {
            let is_contents = name == "README.md" || name == "SUMMARY.md";
            let is_listed = listed.contains(&name.as_str());
            assert!(is_contents || is_listed, "{name} is missing in {contents}");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let folder = Path::new(ROOT).join("docs");
    let mut count = 0;
    for (name, text) in pages() {
        for link in links(&text) {
            assert!(folder.join(link).exists(), "{name} links to {link}");
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

//! Completions and man pages, from the same definition as the arguments.

mod common;

use common::{check, scratch};

const COMMANDS: [&str; 6] = [
    "check",
    "explore",
    "simulate",
    "translate",
    "determinize",
    "empty",
];

#[test]
fn completions_know_every_command_and_its_options() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (text, _) = check(&["install", "--completions", shell], "", 0);
        for word in COMMANDS.iter().chain(&["strong-fair", "weak-fair"]) {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    check(&["install", "--completions", "none"], "", 2);
    let (advice, _) = check(&["install"], "", 0);
    assert!(advice.contains("--completions bash > "), "{advice}");
}

#[test]
fn every_command_has_a_man_page() {
    let folder = scratch("man");
    let path = folder.to_str().expect("a name in UTF-8");
    check(&["install", "--man", path], "", 0);
    for command in COMMANDS {
        let page = std::fs::read_to_string(folder.join(format!("lariat-{command}.1")));
        let page = page.expect("it was written");
        assert!(
            page.contains(".SH OPTIONS") && page.contains("Examples"),
            "{command}"
        );
    }
}

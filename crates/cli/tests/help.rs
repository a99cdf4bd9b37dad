//! The help teaches: it fits a screen, and its examples work.

mod common;

use common::check;

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let (help, _) = check(&["--help"], "", 0);
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty());
    let first_word = |line: &str| line.split_whitespace().next().expect("a name").to_owned();
    names
        .map(first_word)
        .filter(|name| name != "help")
        .collect()
}

/// The lines of a command's help that show how it is called.
fn examples(command: &str) -> Vec<String> {
    let (help, _) = check(&[command, "--help"], "", 0);
    let examples = help.lines().skip_while(|line| *line != "Examples:");
    let lines = examples.filter_map(|line| line.strip_prefix("  "));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_help_fits_a_screen() {
    let (help, _) = check(&["--help"], "", 0);
    assert!(help.lines().count() <= 30, "{help}");
    assert!(commands().len() > 12, "{help}");
}

#[test]
fn every_command_has_two_examples() {
    for command in commands() {
        let examples = examples(&command);
        assert!(examples.len() >= 2, "{command}: {examples:?}");
        for example in &examples {
            assert!(example.starts_with("lariat "), "{command}: {example}");
            assert!(example.len() <= 96, "too long for a screen: {example}");
        }
        let own = format!("lariat {command}");
        assert!(
            examples.iter().any(|example| example.contains(&own)),
            "{command}: {examples:?}"
        );
    }
}

/// Types the examples into a shell, in a folder that has a corpus.
#[test]
#[cfg(unix)]
fn the_examples_work() {
    use std::path::Path;

    let folder = common::scratch("examples");
    let _ = std::fs::remove_dir_all(&folder);
    let completions = folder.join(".local/share/bash-completion/completions");
    std::fs::create_dir_all(completions).expect("a folder can be made");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    std::os::unix::fs::symlink(corpus, folder.join("corpus")).expect("a link can be made");
    let binary = Path::new(env!("CARGO_BIN_EXE_lariat"));
    let binaries = binary.parent().expect("it is in a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    // What serves does not end.
    for command in commands().iter().filter(|name| *name != "serve") {
        for example in examples(command) {
            let output = std::process::Command::new("sh")
                .args(["-c", &example])
                .current_dir(&folder)
                .env("HOME", &folder)
                .env("PATH", format!("{binaries}:{path}"))
                .stdin(std::process::Stdio::null())
                .output()
                .expect("there is a shell");
            let code = output.status.code();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(code, Some(0 | 1)), "{example}: {code:?}\n{errors}");
            assert!(!errors.contains("rror"), "{example}: {errors}");
        }
    }
}

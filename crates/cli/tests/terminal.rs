//! Colours where they are wanted, and nowhere else.

use assert_cmd::Command;

/// What a check writes under some variables of the environment.
fn written(variables: &[(&str, &str)]) -> (String, String) {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/semaphore.dve");
    let mut command = Command::cargo_bin("lariat").expect("the binary is built");
    command
        .args(["check", model, "--ltl", "GF P_0.CS", "--ltl", "GF P_0.C"])
        .env_clear()
        .envs(variables.iter().copied());
    let faults = command.output().expect("it runs").stderr;
    let mut command = Command::cargo_bin("lariat").expect("the binary is built");
    command
        .args(["check", model, "--ltl", "GF P_0.CS"])
        .env_clear()
        .envs(variables.iter().copied());
    let answer = command.output().expect("it runs").stdout;
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (text(answer), text(faults))
}

#[test]
fn files_and_pipes_get_no_colours() {
    for variables in [&[][..], &[("TERM", "xterm-256color")]] {
        let (answer, faults) = written(variables);
        assert!(
            !answer.contains('\x1b') && !faults.contains('\x1b'),
            "{answer}{faults}"
        );
    }
}

#[test]
fn colours_can_be_asked_for_and_refused() {
    let (answer, faults) = written(&[("CLICOLOR_FORCE", "1")]);
    assert!(
        answer.contains("\x1b[1m\x1b[31mviolated\x1b[0m"),
        "{answer}"
    );
    assert!(faults.contains('\x1b'), "{faults}");
    let (answer, faults) = written(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]);
    let plain = !answer.contains('\x1b') && !faults.contains('\x1b');
    assert!(plain, "who wants none has the last word: {answer}{faults}");
}

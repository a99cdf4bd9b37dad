//! What ends a search before its time, and what is said then.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
#[cfg(target_os = "linux")]
use std::{thread::sleep, time::Duration};

/// A one-state automaton that is empty because n + 1 pigeons do not fit into n holes, which takes the generic
/// check more than exponential time in n to find out: pigeon p sits in hole h if mark p·n + h recurs.
fn pigeons(holes: usize) -> String {
    let sits = |pigeon: usize, hole: usize| pigeon * holes + hole;
    let marks = (holes + 1) * holes;
    let clause = |literals: Vec<String>| format!("({})", literals.join(" | "));
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let somewhere = (0..holes).map(|hole| format!("Inf({})", sits(pigeon, hole)));
        clauses.push(clause(somewhere.collect()));
        for (other, hole) in (0..pigeon).flat_map(|p| (0..holes).map(move |h| (p, h))) {
            let both = [pigeon, other].map(|p| format!("Fin({})", sits(p, hole)));
            clauses.push(clause(both.to_vec()));
        }
    }
    let loops: String = (0..marks)
        .map(|mark| format!("[t] 0 {{{mark}}}\n"))
        .collect();
    format!(
        "HOA: v1\nStates: 1\nStart: 0\nAP: 0\nAcceptance: {marks} {}\n--BODY--\nState: 0\n{loops}--END--\n",
        clauses.join(" & ")
    )
}

fn start(arguments: &[&str]) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lariat"))
        .args(["empty", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(pigeons(12).as_bytes()).expect("it reads");
    child
}

#[track_caller]
fn check_stopped(output: Output, code: i32, reason: &str) {
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{out}{err}");
    assert!(err.contains(reason), "{err}");
    assert!(out.contains("automaton 1: undecided"), "{out}");
    assert!(
        out.contains("by generic: states 1, edges "),
        "statistics: {out}"
    );
}

#[test]
fn a_search_that_takes_too_long_is_undecided() {
    let output = start(&["--timeout", "300ms"]).wait_with_output();
    check_stopped(output.expect("it ends"), 3, "time limit of 300ms");
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_that_takes_too_much_memory_is_undecided() {
    let output = start(&["--memory", "100K"]).wait_with_output();
    check_stopped(output.expect("it ends"), 3, "memory limit of 0.1 MiB");
}

/// Waits until a process has a handler for Ctrl-C.
#[cfg(target_os = "linux")]
fn await_handler(process: u32) {
    const INTERRUPT: u64 = 1 << 1;
    let caught = || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let mask = status.lines().find_map(|l| l.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    };
    while caught().expect("the process is there") & INTERRUPT == 0 {
        sleep(Duration::from_millis(10));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_search_says_what_it_did() {
    let child = start(&[]);
    let process = child.id();
    await_handler(process);
    sleep(Duration::from_millis(200));
    let kill = Command::new("kill")
        .args(["-INT", &process.to_string()])
        .status();
    assert!(kill.expect("there is a command kill").success());
    check_stopped(
        child.wait_with_output().expect("it ends"),
        130,
        "interrupted",
    );
}

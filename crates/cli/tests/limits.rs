//! What ends a search before its time, and what is said then.

mod common;

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
#[cfg(target_os = "linux")]
use std::{
    thread::sleep,
    time::{Duration, Instant},
};

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

#[cfg(target_os = "linux")]
#[track_caller]
fn check_signal(signal: &str, code: i32) {
    let child = start(&[]);
    let process = child.id();
    await_handler(process);
    sleep(Duration::from_millis(200));
    let kill = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(kill.expect("there is a command kill").success());
    let output = child.wait_with_output().expect("it ends");
    check_stopped(output, code, "interrupted");
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_search_says_what_it_did() {
    check_signal("-INT", 130);
    check_signal("-TERM", 143);
}

/// (p0 | p1) & (p2 | p3) & …, which has very many cubes.
fn clauses(count: usize, name: impl Fn(usize) -> String) -> String {
    let clause = |number: usize| format!("({}|{})", name(2 * number), name(2 * number + 1));
    (0..count).map(clause).collect::<Vec<_>>().join("&")
}

fn automaton_with_clauses() -> String {
    let names: Vec<String> = (0..64).map(|number| format!("\"p{number}\"")).collect();
    let label = clauses(32, |number| number.to_string());
    format!(
        "HOA: v1\nStates: 1\nStart: 0\nAP: 64 {}\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[{label}] 0 {{0}}\n--END--\n",
        names.join(" ")
    )
}

/// Labels are functions: nobody lists the cubes of one that has very many.
#[test]
fn labels_with_very_many_cubes_are_no_obstacle() {
    let hoa = automaton_with_clauses();
    let formula = format!("G({})", clauses(32, |number| format!("p{number}")));
    let (out, _) = common::check(&["empty", "-"], &hoa, 1);
    assert!(out.contains("-[(p0 | p1) & (p2 | p3) & "), "{out}");
    let (out, _) = common::check(&["convert", "-", "--to", "buchi"], &hoa, 0);
    assert!(out.contains("[(0 | 1)&(2 | 3)&"), "{out}");
    let (out, _) = common::check(&["convert", "-", "--format", "lbtt"], &hoa, 0);
    assert!(out.contains("| \"p0\" \"p1\" | \"p2\" \"p3\""), "{out}");
    let (out, _) = common::check(&["translate", &formula, "--format", "never"], "", 0);
    assert!(out.contains("((p0 || p1) && (p2 || p3) && "), "{out}");
    let (out, _) = common::check(&["words", &formula, "--count", "1"], "", 0);
    assert!(out.contains("accepted  cycle{"), "{out}");
}

#[test]
fn many_eventualities_below_one_globally_are_marks() {
    let parts: Vec<String> = (0..40).map(|number| format!("(F p{number})")).collect();
    let formula = format!("G({})", parts.join("&"));
    let arguments = ["translate", &formula, "--format", "stats"];
    let (out, _) = common::check(&arguments, "", 0);
    assert!(out.contains(",1,41,40,"), "{out}");
}

/// What takes too long, or too much memory, in a phase that does not look at a clock, ends all the same.
#[test]
#[cfg(target_os = "linux")]
fn limits_are_kept_in_every_phase() {
    for (arguments, reason) in [
        (
            ["determinize", "F[0..60000] a", "--timeout", "300ms"],
            "time limit of 300ms",
        ),
        (
            ["translate", "F[0..60000] a", "--timeout", "300ms"],
            "time limit of 300ms",
        ),
        (
            ["classify", "F[0..60000] a", "--timeout", "300ms"],
            "time limit of 300ms",
        ),
        (
            ["words", "F[0..60000] a", "--memory", "10M"],
            "memory limit of 10.0 MiB",
        ),
    ] {
        let begin = Instant::now();
        let (_, err) = common::check(&arguments, "", 3);
        assert!(err.contains(reason), "{err}");
        assert!(begin.elapsed() < Duration::from_secs(10), "{arguments:?}");
    }
}

#[test]
fn a_limit_is_told_once_for_many_formulas() {
    let many = "GF a & GF b\n".repeat(30);
    let (_, err) = common::check(&["translate", "-F", "-", "--timeout", "0ms"], &many, 3);
    assert_eq!(err.matches("time limit").count(), 2, "{err}");
    assert!(err.contains("29 more formulas have no answer"), "{err}");
}

#[test]
fn a_route_that_grows_too_large_is_undecided() {
    let parts: Vec<String> = (0..12)
        .map(|n| format!("(a{n} U b{n}) & (c{n} R d{n})"))
        .collect();
    let formula = format!("G({})", parts.join(" | "));
    let arguments = [
        "translate",
        "--translation",
        "alternating",
        "--format",
        "stats",
        &formula,
    ];
    let (_, err) = common::check(&arguments, "", 3);
    assert!(err.contains("more than 65536 transitions"), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_exit_5() {
    let folder = common::scratch("unwritten");
    std::fs::create_dir_all(&folder).expect("it can be made");
    let nowhere = folder.join("none/run.json");
    let nowhere = nowhere.to_str().expect("it is UTF-8");
    let model = "../../corpus/semaphore.dve";
    let question = ["check", model, "--ltl", "GF P_0.CS", "--trace", nowhere];
    let (out, err) = common::check(&question, "", 5);
    assert!(out.contains("violated"), "{out}");
    assert!(
        err.contains("cannot write ") && err.contains("No such file"),
        "{err}"
    );
    let full = ["check", model, "--ltl", "GF P_0.CS", "--html", "/dev/full"];
    let (_, err) = common::check(&full, "", 5);
    assert!(err.contains("No space left on device"), "{err}");
    let shell = format!("{} demo > /dev/full", env!("CARGO_BIN_EXE_lariat"));
    let output = Command::new("sh")
        .args(["-c", &shell])
        .output()
        .expect("there is a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{err}");
    assert!(err.contains("cannot write standard output"), "{err}");
}

//! `lariat serve` over HTTP: what it answers, whom it refuses, and that no request harms it.

#![cfg(feature = "serve")]

mod common;

use std::time::Duration;

use common::endless_formula;
use common::http::{self, Answer, exchange, get, post};
use common::server::Server;
use serde_json::{Value, json};

const SEMAPHORE: &str = include_str!("../../../corpus/semaphore.dve");

/// A model whose states no search ends to count.
fn endless_model() -> String {
    let names = ["a", "b", "c", "d", "e"];
    let variables: String = names.iter().map(|name| format!("byte {name};\n")).collect();
    let steps: Vec<String> = names
        .iter()
        .map(|name| format!("s -> s {{ effect {name} = ({name} + 1) % 250; }}"))
        .collect();
    let steps = steps.join(",\n");
    format!("{variables}process P {{ state s; init s; trans {steps}; }}\nsystem async;\n")
}

/// Asks for something about a formula.
fn formula(server: &Server, formula: &str, show: &str) -> Answer {
    let question = json!({"formula": formula, "show": show});
    post(server.address, "/formula", &question)
}

/// Asks whether a model has a property.
fn model(server: &Server, language: &str, model: &str, more: Value) -> Answer {
    let mut question = json!({"language": language, "model": model});
    let fields = more.as_object().expect("it has fields");
    for (name, value) in fields {
        question[name] = value.clone();
    }
    post(server.address, "/check", &question)
}

/// Checks that a text crashed nothing and opened no file.
#[track_caller]
fn check_harmless(answer: &Answer, text: &str) {
    assert_eq!(answer.status, 200, "{text:.40}");
    for word in ["root:", "internal error"] {
        assert!(!answer.body.contains(word), "{text:.40}: {}", answer.body);
    }
}

/// Checks that the server still does what it is for.
#[track_caller]
fn check_alive(server: &Server) {
    let answer = formula(server, "G a", "facts");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["exit"], 0, "{}", answer.body);
}

#[test]
fn the_page_brings_its_parts_and_nothing_else() {
    let server = Server::start(&[]);
    for (path, kind, word) in [
        ("/", "text/html", "<script src=\"/page.js\">"),
        ("/page.css", "text/css", "prefers-color-scheme"),
        ("/page.js", "text/javascript", "fetch("),
        ("/examples.json", "application/json", "process P_0"),
    ] {
        let answer = get(server.address, path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.body.contains(word), "{path}");
        let addresses = answer.body.replace("http://www.pnml.org/", "");
        assert!(
            !addresses.contains("http://"),
            "{path} loads from elsewhere"
        );
        for header in [
            &*format!("content-type: {kind}; charset=utf-8"),
            "content-security-policy: default-src 'none'; script-src 'self';",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(answer.head.contains(header), "{path}: {}", answer.head);
        }
    }
}

#[test]
fn a_formula_is_shown_in_many_ways() {
    let server = Server::start(&[]);
    let facts = formula(&server, "!F !a", "facts").json();
    assert_eq!(facts["command"], "lariat classify --format json '!F !a'");
    let output: Value = serde_json::from_str(facts["output"].as_str().unwrap()).unwrap();
    assert_eq!(output["simplified"], "G a");
    assert_eq!(output["exact"], "safety");
    let words = formula(&server, "a U b", "words").json();
    let output: Value = serde_json::from_str(words["output"].as_str().unwrap()).unwrap();
    assert_eq!(output["accepted"][0], "b; cycle{1}");
    for show in ["alternating", "tgba", "buchi", "deterministic"] {
        let answer = formula(&server, "G(a -> F b)", show).json();
        assert_eq!(answer["exit"], 0, "{show}: {answer}");
        let picture = answer["output"].as_str().unwrap();
        assert!(picture.contains("<svg"), "{show}: {picture}");
        assert!(picture.contains("data-state"), "{show}: {picture}");
    }
}

#[test]
fn faults_are_shown_at_their_place() {
    let server = Server::start(&[]);
    let answer = formula(&server, "G(a", "tgba").json();
    assert_eq!(
        (&answer["exit"], &answer["output"]),
        (&json!(2), &json!(""))
    );
    let messages = answer["messages"].as_str().unwrap();
    assert!(messages.contains("`(` is never closed"), "{messages}");
    assert!(messages.contains(":1:2"), "{messages}");

    let answer = model(&server, "dve", "byte x = ;", json!({"ltl": ["G a"]})).json();
    assert_eq!(answer["exit"], 2);
    assert_eq!(answer["report"], Value::Null);
    let messages = answer["messages"].as_str().unwrap();
    assert!(messages.contains("<stdin>:1:10"), "{messages}");
}

#[test]
fn a_model_is_checked_and_its_report_kept() {
    let server = Server::start(&[]);
    let waits = "G(P_0.wait -> F P_0.CS)";
    for (fairness, exit) in [("none", 1), ("weak", 1), ("strong", 0)] {
        let mut more = json!({"ltl": [waits]});
        if fairness != "none" {
            more[fairness] = json!(["*"]);
        }
        let answer = model(&server, "dve", SEMAPHORE, more).json();
        assert_eq!(answer["exit"], exit, "{fairness}: {answer}");
        let command = answer["command"].as_str().unwrap();
        assert!(command.starts_with("lariat check model.dve --ltl 'G(P_0.wait"));
        let report = get(server.address, answer["report"].as_str().unwrap());
        assert_eq!(report.status, 200);
        assert!(report.body.contains(waits), "{}", report.body);
        assert!(report.head.contains("sandbox allow-scripts"));
        assert!(!report.head.contains("allow-same-origin"));
    }
    let dead = "des (0, 1, 2)\n(0, \"a\", 1)\n";
    for (deadlock, exit) in [("stutter", 0), ("drop", 0), ("error", 1)] {
        let more = json!({"ltl": ["true"], "deadlock": deadlock});
        let answer = model(&server, "aut", dead, more).json();
        assert_eq!(answer["exit"], exit, "{deadlock}: {answer}");
    }
    let more = json!({"ltl": ["GF P_0.CS"], "assume": ["GF P_0.CS"]});
    assert_eq!(model(&server, "dve", SEMAPHORE, more).json()["exit"], 0);
}

#[test]
fn the_latest_reports_are_kept() {
    let server = Server::start(&[]);
    let ask = || {
        model(
            &server,
            "aut",
            "des (0,1,1)\n(0,a,0)\n",
            json!({"ltl": ["G a"]}),
        )
        .json()
    };
    let first = ask()["report"].clone();
    let first = first.as_str().expect("there is a report");
    assert_eq!(get(server.address, first).status, 200);
    (0..8).for_each(|_| assert_ne!(ask()["report"], first));
    assert_eq!(get(server.address, first).status, 404);
    for path in [
        "/report/0",
        "/report/99",
        "/report/-1",
        "/report/x",
        "/report/",
    ] {
        assert_eq!(get(server.address, path).status, 404, "{path}");
    }
}

#[test]
fn examples_can_be_checked() {
    let server = Server::start(&[]);
    let examples = get(server.address, "/examples.json").json();
    for example in examples.as_array().unwrap() {
        let mut more = json!({"ltl": [example["ltl"]]});
        if example["fairness"] != "none" {
            more[example["fairness"].as_str().unwrap()] = json!(["*"]);
        }
        let language = example["language"].as_str().unwrap();
        let answer = model(&server, language, example["model"].as_str().unwrap(), more).json();
        assert!(
            answer["report"].is_string(),
            "{}: {answer}",
            example["name"]
        );
    }
}

#[test]
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let (address, own) = (server.address, server.address.to_string());
    let port = address.port();
    let json = "Content-Type: application/json\r\n";
    let body = r#"{"formula": "a", "show": "facts"}"#;
    for (name, host, headers, status) in [
        ("own page", &*own, json.to_owned(), 200),
        (
            "own origin",
            &own,
            format!("{json}Origin: http://{own}\r\n"),
            200,
        ),
        (
            "other name",
            &format!("localhost:{port}"),
            json.to_owned(),
            200,
        ),
        ("rebound name", "evil.example", json.to_owned(), 403),
        (
            "rebound name",
            &format!("evil.example:{port}"),
            json.to_owned(),
            403,
        ),
        ("no name", "", json.to_owned(), 403),
        ("other port", "127.0.0.1:1", json.to_owned(), 403),
        (
            "other origin",
            &own,
            format!("{json}Origin: http://evil.example\r\n"),
            403,
        ),
        (
            "other port",
            &own,
            format!("{json}Origin: http://127.0.0.1:1\r\n"),
            403,
        ),
        ("sandbox", &own, format!("{json}Origin: null\r\n"), 403),
        ("no letters", &own, format!("{json}Origin: \u{e9}\r\n"), 403),
        (
            "a form",
            &own,
            "Content-Type: text/plain\r\n".to_owned(),
            415,
        ),
        ("no type", &own, String::new(), 415),
        ("two names", &own, format!("{json}Host: {own}\r\n"), 400),
        (
            "two names",
            &own,
            format!("{json}Host: evil.example\r\n"),
            400,
        ),
    ] {
        let request = http::text("POST", "/formula", host, &headers, body);
        let answer = exchange(address, &request);
        assert_eq!(answer.status, status, "{name}: {}", answer.body);
    }
    let stranger = exchange(address, &http::text("GET", "/", "evil.example", "", ""));
    assert_eq!(stranger.status, 403);
    let nameless = exchange(address, "GET / HTTP/1.0\r\n\r\n");
    assert_eq!(nameless.status, 403);
}

#[test]
fn questions_that_are_none_are_refused_in_words() {
    let server = Server::start(&[]);
    let address = server.address;
    let many = vec!["a"; 21];
    for (path, question, status) in [
        ("/formula", json!(null), 400),
        ("/formula", json!({}), 400),
        ("/formula", json!({"formula": "a"}), 400),
        (
            "/formula",
            json!({"formula": "a", "show": "/etc/passwd"}),
            400,
        ),
        (
            "/formula",
            json!({"formula": "a", "show": "tgba", "file": "x"}),
            400,
        ),
        ("/formula", json!({"formula": ["a"], "show": "tgba"}), 400),
        (
            "/formula",
            json!({"formula": "a\u{0}b", "show": "tgba"}),
            400,
        ),
        (
            "/formula",
            json!({"formula": "a".repeat(20_001), "show": "tgba"}),
            400,
        ),
        ("/check", json!({"model": "x", "language": "exe"}), 400),
        (
            "/check",
            json!({"model": "x", "language": "dve", "never": ["/etc/passwd"]}),
            400,
        ),
        (
            "/check",
            json!({"model": "x", "language": "dve", "ltl": many}),
            400,
        ),
        (
            "/check",
            json!({"model": "x", "language": "dve", "weak": ["\u{0}"]}),
            400,
        ),
        (
            "/check",
            json!({"model": "x".repeat(1 << 20), "language": "dve"}),
            413,
        ),
        ("/nothing", json!({}), 404),
        ("/", json!({}), 404),
    ] {
        let answer = post(address, path, &question);
        assert_eq!(answer.status, status, "{path} {}", answer.body);
        let why = answer.json()["error"].clone();
        assert!(why.as_str().is_some_and(|why| !why.is_empty()), "{path}");
    }
    for path in [
        "/formula",
        "/../../etc/passwd",
        "//etc/passwd",
        "/%2e%2e/page.js",
        "/page.js/",
    ] {
        assert_eq!(get(address, path).status, 404, "{path}");
    }
    let json = "Content-Type: application/json\r\n";
    let nested = "[".repeat(100_000);
    for body in ["", "{", "\u{0}", &nested] {
        let request = http::text("POST", "/formula", &address.to_string(), json, body);
        assert_eq!(exchange(address, &request).status, 400, "{body:.20}");
    }
    let garbage = http::send(address, "\u{1}\u{2} no HTTP at all\r\n\r\n").and_then(http::receive);
    assert!(garbage.map_or(true, |answer| answer.status == 400));
    check_alive(&server);
}

#[test]
fn hostile_texts_stay_texts() {
    let server = Server::start(&["--timeout", "1s"]);
    let deep = |open: &str, close: &str| {
        let depth = 20_000 / (open.len() + close.len()) - 1;
        format!("{}a{}", open.repeat(depth), close.repeat(depth))
    };
    let written = common::scratch("serve-was-here");
    let write = format!("--html={}", written.display());
    for text in [
        "--help",
        "-F/etc/passwd",
        "--file=/etc/passwd",
        "@/etc/passwd",
        "/etc/passwd",
        "$(touch x); `touch x` | touch x",
        "\"</script><script>alert(1)</script>\"",
        "\u{202e}\u{0301}é🦀",
        "",
        "false",
        "\n\n# comment",
        &write,
        &deep("(", ")"),
        &deep("X", ""),
        &deep("!", ""),
        &deep("a U (", ")"),
        &deep("(a <-> ", ")"),
    ] {
        for show in ["facts", "words", "alternating", "tgba", "deterministic"] {
            let answer = formula(&server, text, show);
            assert_eq!(answer.status, 200, "{text:.40}");
            assert!(!answer.body.contains("root:"), "{}", answer.body);
            assert_ne!(
                answer.json()["exit"],
                4,
                "{text:.40} {show}: {}",
                answer.body
            );
        }
        let more = json!({"ltl": [text], "weak": [text], "assume": [text]});
        let answer = model(&server, "dve", SEMAPHORE, more);
        check_harmless(&answer, text);
    }
    assert!(!written.exists(), "a question wrote a file");
    check_alive(&server);
}

#[test]
fn hostile_models_stay_models() {
    let server = Server::start(&["--timeout", "1s"]);
    let entity = "<?xml version=\"1.0\"?><!DOCTYPE pnml [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\
        <pnml><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><place id=\"&x;\"/></net></pnml>";
    let laughs = "<?xml version=\"1.0\"?><!DOCTYPE p [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">\
        <!ENTITY c \"&b;&b;&b;&b;&b;&b;\">]><pnml><net id=\"&c;\"/></pnml>";
    let deep_xml = format!("<pnml>{}", "<page>".repeat(50_000));
    let deep_dve = format!("byte x = {}1{};", "(".repeat(50_000), ")".repeat(50_000));
    let deep_hoa = format!("HOA: v1\nAcceptance: 1 {}Inf(0)", "(".repeat(50_000));
    let vast_aut = "des (0, 4000000000, 4000000000)\n";
    let vast_hoa = "HOA: v1\nStates: 4000000000\nAcceptance: 0 t\nAP: 0\n--BODY--\n--END--\n";
    for (language, text) in [
        ("pnml", entity),
        ("pnml", laughs),
        ("pnml", &deep_xml),
        ("dve", &deep_dve),
        ("dve", "/etc/passwd"),
        ("dve", "\u{0}\u{1}"),
        ("hoa", &deep_hoa),
        ("hoa", vast_hoa),
        ("aut", vast_aut),
        ("aut", ""),
    ] {
        let answer = model(&server, language, text, json!({"ltl": ["G a"]}));
        check_harmless(&answer, text);
    }
    check_alive(&server);
}

#[test]
fn every_question_is_bounded_in_time() {
    let server = Server::start(&["--timeout", "300ms"]);
    let endless = endless_formula();
    for show in ["facts", "words", "tgba", "buchi", "deterministic"] {
        let answer = formula(&server, &endless, show).json();
        let (exit, stopped) = (&answer["exit"], answer["stopped"].to_string());
        assert_eq!(exit, &Value::Null, "{show}: {answer}");
        assert!(stopped.contains("time limit of 300ms"), "{show}: {stopped}");
    }
    // A search tells how far it came.
    let more = json!({"ltl": ["G \"a < 255\""]});
    let answer = model(&server, "dve", &endless_model(), more).json();
    assert_eq!(answer["exit"], 3, "{answer}");
    assert!(answer["report"].is_string(), "{answer}");
    check_alive(&server);
}

#[cfg(target_os = "linux")]
mod on_linux {
    //! What needs to be told about processes.

    use std::path::PathBuf;
    use std::process::Command;

    use super::*;
    use common::server::wait_until;

    #[test]
    fn every_question_is_bounded_in_memory() {
        let server = Server::start(&["--timeout", "60s", "--memory", "60M"]);
        let answer = formula(&server, &endless_formula(), "tgba").json();
        let stopped = answer["stopped"].to_string();
        assert!(stopped.contains("memory limit of 60 MiB"), "{answer}");
        let more = json!({"ltl": ["G \"a < 255\""]});
        let answer = model(&server, "dve", &endless_model(), more).json();
        let told = [&answer["stopped"], &answer["messages"]].map(Value::to_string);
        assert!(told.concat().contains("memory limit of 60"), "{answer}");
        check_alive(&server);
    }

    #[test]
    fn a_question_that_nobody_waits_for_is_given_up() {
        let server = Server::start(&["--timeout", "600s"]);
        let question = json!({"formula": endless_formula(), "show": "tgba"});
        let request = http::question(server.address, "/formula", &question);
        let last = request.replacen("\r\n", "\r\nConnection: close\r\n", 1);
        for request in [request, last] {
            let connection = http::send(server.address, &request).expect("it connects");
            wait_until("the computation", || !server.computations().is_empty());
            drop(connection);
            wait_until("the end of it", || server.computations().is_empty());
        }
        check_alive(&server);
    }

    /// Ends the server by a signal; whatever it computed is gone, too.
    #[track_caller]
    fn check_end(signal: &str) -> Option<i32> {
        let mut server = Server::start(&["--timeout", "600s"]);
        let question = json!({"formula": endless_formula(), "show": "tgba"});
        let request = http::question(server.address, "/formula", &question);
        let _connection = http::send(server.address, &request).expect("it connects");
        wait_until("the computation", || !server.computations().is_empty());
        let computations = server.computations();
        let process = server.process.id().to_string();
        let killed = Command::new("kill").args([signal, &process]).status();
        assert!(killed.expect("it runs").success());
        let status = server.process.wait().expect("it ends");
        // Who inherits them may not look at their end.
        let is_gone = |process: &PathBuf| {
            let status = std::fs::read_to_string(process.join("status"));
            status.map_or(true, |status| status.contains("State:\tZ"))
        };
        wait_until("their end", || computations.iter().all(is_gone));
        status.code()
    }

    #[test]
    fn the_end_of_the_server_is_that_of_its_computations() {
        assert_eq!(check_end("-TERM"), Some(130));
        assert_eq!(check_end("-INT"), Some(130));
        assert_eq!(check_end("-KILL"), None);
    }
}

#[test]
fn who_says_nothing_keeps_nobody_waiting() {
    let server = Server::start(&[]);
    let own = server.address.to_string();
    let half = http::text(
        "POST",
        "/formula",
        &own,
        "Content-Type: application/json\r\n",
        "",
    );
    let half = half.replace("Content-Length: 0", "Content-Length: 100");
    let beginnings = ["", "GET / HTTP/1.1\r\nHost:", &half];
    // More than there is room for, with nothing, half of a head, or no body.
    let open = (0..300).map(|number| {
        let connection = http::send(server.address, beginnings[number % beginnings.len()]);
        connection.expect("it connects")
    });
    let open: Vec<_> = open.collect();
    let patient =
        http::send(server.address, &http::text("GET", "/", &own, "", "")).expect("it connects");
    // Clients that say nothing may take 10 s over it.
    let soon = Some(Duration::from_secs(5));
    patient.set_read_timeout(soon).expect("it has a limit");
    let answer = http::receive(patient).expect("it is answered at once");
    assert_eq!(answer.status, 200);
    drop(open);
    check_alive(&server);
}

#[test]
fn many_ask_at_once() {
    let server = Server::start(&[]);
    let address = server.address;
    std::thread::scope(|scope| {
        for number in 0..20 {
            scope.spawn(move || {
                let text = format!("G a{number}");
                let question = json!({"formula": text, "show": "facts"});
                let answer = post(address, "/formula", &question).json();
                assert!(answer["command"].as_str().unwrap().contains(&text));
                assert_eq!(answer["exit"], 0);
            });
        }
    });
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start(&[]);
    let port = server.address.port().to_string();
    let (out, err) = common::check(&["serve", "--port", &port], "", 2);
    assert_eq!(out, "");
    assert!(
        err.contains(&format!("cannot serve on port {port}")),
        "{err}"
    );
    assert!(err.contains("--port"), "{err}");
}

//! The page of `check --html` and that of `serve` in a real browser.

#![cfg(feature = "serve")]

mod common;

use common::browser::{Browser, END, ENTER, HOME, LEFT, PAGE_DOWN, RIGHT, TAB};
use common::endless_formula;
use common::server::Server;
use serde_json::{Value, json};

/// Markup that would run a script, if it were taken for markup.
const HOSTILE: &str =
    "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>";

/// The address of a report about a model in a file of the corpus, or one that is given.
fn report(name: &str, model: &str, language: &str, arguments: &[&str]) -> String {
    let file = common::scratch(&format!("{name}.html"));
    let path = file.display().to_string();
    let input = format!("--input={language}");
    let all = [&["check", "-", &input, "--html", &path], arguments].concat();
    common::check(&all, model, 1);
    format!("file://{path}")
}

fn semaphore(name: &str) -> String {
    let model = include_str!("../../../corpus/semaphore.dve");
    let asked = ["--ltl", "G(P_0.wait -> F P_0.CS)", "--weak-fair", "*"];
    report(name, model, "dve", &asked)
}

/// Where the report stands: the position, the round, the row that is marked, the automaton's state that is marked.
fn place(browser: &Browser) -> Value {
    browser.value(
        "[now, round, Number(document.querySelector('#rows .row.now').dataset.position), \
          [...document.querySelectorAll('#automaton .current')].map(group => group.dataset.state)]",
    )
}

/// How bright the background and the letters of an element are, from 0 to 255.
fn brightness(browser: &Browser, selector: &str) -> (f64, f64) {
    let script = format!(
        "const style = getComputedStyle(document.querySelector({}));
         const mean = colour => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
         return [mean(style.backgroundColor), mean(style.color)];",
        json!(selector)
    );
    let pair = browser.run(&script);
    let number = |value: &Value| value.as_f64().expect("a number");
    (number(&pair[0]), number(&pair[1]))
}

#[track_caller]
fn check_dark(browser: &Browser, selector: &str) {
    let (paper, ink) = brightness(browser, selector);
    assert!(paper < 70.0 && ink > 180.0, "not dark: {paper} {ink}");
}

#[track_caller]
fn check_light(browser: &Browser, selector: &str) {
    let (paper, ink) = brightness(browser, selector);
    assert!(paper > 220.0 && ink < 90.0, "not light: {paper} {ink}");
}

/// Checks that no text became a part of the page.
#[track_caller]
fn check_unharmed(browser: &Browser) {
    assert_eq!(browser.value("typeof window.hacked"), "undefined");
    assert_eq!(browser.value("document.querySelectorAll('img').length"), 0);
}

#[test]
fn a_report_is_walked_by_keyboard() {
    let Some(browser) = Browser::start() else {
        return;
    };
    browser.open(&semaphore("report-keyboard"));
    let data = browser.value("[steps.length, start, answer.automaton.reading]");
    let (length, start) = (data[0].as_u64().unwrap(), data[1].as_u64().unwrap());
    let reading: Vec<u64> = serde_json::from_value(data[2]["states"].clone()).unwrap();
    let (repeats, read) = (data[2]["start"].as_u64().unwrap(), reading.len() as u64);
    // Twice around the lasso, and the automaton's state all the way.
    let (mut position, mut round) = (0, 0);
    for time in 0..2 * length {
        let at = if time < read {
            time
        } else {
            repeats + (time - repeats) % (read - repeats)
        };
        let state = reading[at as usize].to_string();
        let expected = json!([position, round, position, [state]]);
        assert_eq!(place(&browser), expected, "after {time} steps");
        browser.press(&[RIGHT]);
        (position, round) = match position + 1 {
            next if next == length => (start, round + 1),
            next => (next, round),
        };
    }
    browser.press(&[HOME]);
    assert_eq!(browser.value("[now, round]"), json!([0, 0]));
    browser.press(&[LEFT]);
    assert_eq!(
        browser.value("[now, round]"),
        json!([0, 0]),
        "nothing is before"
    );
    browser.press(&[END, RIGHT, LEFT]);
    assert_eq!(browser.value("[now, round]"), json!([length - 1, 0]));
    browser.press(&['k', 'j']);
    assert_eq!(browser.value("[now, round]"), json!([length - 1, 0]));
    let last = browser.text("#where");
    assert!(last.contains(&format!("state {}", length - 1)), "{last}");
}

#[test]
fn a_report_is_dark_for_those_who_like_it() {
    let Some(browser) = Browser::start() else {
        return;
    };
    browser.prefer("dark");
    browser.open(&semaphore("report-dark"));
    check_dark(&browser, "body");
    browser.run("document.getElementById('theme').click()");
    check_light(&browser, "body");
    browser.prefer("light");
    browser.open(&semaphore("report-light"));
    check_light(&browser, "body");
    browser.run("document.getElementById('theme').click()");
    check_dark(&browser, "body");
    let letters = brightness(&browser, "#automaton svg").1;
    assert!(letters > 180.0, "the picture stays dark: {letters}");
}

#[test]
fn a_report_has_lanes_numbers_and_words() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let model = "byte n; process A { state s, t; init s; trans s -> t { effect n = 1; }, t -> s { effect n = 0; }; }
        process B { state q; init q; trans q -> q {}; } process Still { state q; init q; } process C { state q; init q; } \
        process D { state q; init q; } process E { state q; init q; } system async;";
    let asked = ["--ltl", "F n == 2", "--ltl", "G n < 2", "--weak-fair", "*"];
    browser.open(&report("report-words", model, "dve", &asked));
    let lanes =
        "[...document.querySelectorAll('#lanes span')].slice(3).map(lane => lane.textContent)";
    let expected = json!(["A", "B", "Still", "C", "D", "E", "shared"]);
    assert_eq!(browser.value(lanes), expected);
    // The columns take all the width.
    let unused = "(() => { const row = document.getElementById('lanes').getBoundingClientRect(); \
        const last = document.querySelector('#lanes span:last-child').getBoundingClientRect(); return row.right - last.right; })()";
    assert!(browser.value(unused).as_f64() < Some(20.0));
    let notes = browser.text("#notes");
    let grouped = "weakly fair because never enabled in the cycle: Still, C, D, E";
    assert!(notes.contains(grouped), "{notes}");
    let ruler = browser.value(
        "(() => { const line = document.querySelector('.ruler canvas'); const pen = line.getContext('2d'); \
         return pen.getImageData(0, 0, line.width, line.height).data.some(value => value > 0); })()",
    );
    assert_eq!(ruler, true, "states have numbers");
    assert!(browser.text("#legend").contains("repeats forever"));
    let figures = browser.text("#statistics");
    assert!(
        figures.contains("states and") && figures.contains("of the model"),
        "{figures}"
    );
    let title = browser.value("document.title");
    assert_eq!(title, "The model — Lariat");
    browser.run("choose(1)");
    let meaning = browser.text("#meaning");
    assert!(
        meaning.contains("weakly fair to A, B, Still, C, D and E satisfies the property"),
        "{meaning}"
    );
    assert!(meaning.contains("The search was complete"), "{meaning}");
}

#[test]
fn a_report_of_5000_steps_is_as_quick() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let model = "int x; process P { state s; init s; trans s -> s { guard x < 5000; effect x = x + 1; }; } system async;";
    let report = report("report-long", model, "dve", &["--ltl", "G \"x < 5000\""]);
    browser.open(&report);
    let length = browser.value("steps.length").as_u64().expect("a number");
    assert!(length > 5000, "{length} states");
    let is_seen = "(() => { const row = document.querySelector('#rows .row.now').getBoundingClientRect(), box = \
        document.getElementById('trace').getBoundingClientRect(); return row.top >= box.top && row.bottom <= box.bottom; })()";
    for (keys, position) in [
        (&[END][..], length - 1),
        (&[LEFT, LEFT], length - 3),
        (&[HOME], 0),
        (&[PAGE_DOWN, PAGE_DOWN, RIGHT], 41),
    ] {
        browser.press(keys);
        assert_eq!(browser.value("now"), position);
        assert_eq!(browser.value(is_seen), true, "at {position}");
        let rows = browser.value("document.querySelectorAll('#rows .row').length");
        assert!(rows.as_u64() < Some(200), "{rows} rows at once");
    }
    let values = browser.text("#state");
    assert!(values.contains("41"), "{values}");
    browser.run("const line = document.querySelector('canvas'); line.scrollIntoView(); const box = line.getBoundingClientRect(); \
        line.dispatchEvent(new MouseEvent('click', {clientX: box.left + box.width / 2, clientY: box.top + 5, bubbles: true}));");
    let middle = browser.value("now").as_u64().expect("a position");
    assert!((2400..2600).contains(&middle), "{middle}");
}

#[test]
fn names_in_a_report_stay_text() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let system = format!("des (0, 2, 2)\n(0, \"{HOSTILE}\", 1)\n(1, \"b\", 0)\n");
    let property = format!("G !\"{HOSTILE}\"");
    browser.open(&report(
        "report-actions",
        &system,
        "aut",
        &["--ltl", &property],
    ));
    check_unharmed(&browser);
    assert!(browser.text("#trace").contains("window.hacked"));
    let places = format!(
        "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">\
         <page id=\"g\"><place id=\"{id}\"><initialMarking><text>1</text></initialMarking></place><transition id=\"t\"/>\
         <arc id=\"a\" source=\"{id}\" target=\"t\"/></page></net></pnml>",
        id = HOSTILE
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
    );
    browser.open(&report(
        "report-places",
        &places,
        "pnml",
        &["--ltl", "G !dead"],
    ));
    check_unharmed(&browser);
    assert!(browser.text("#state").contains("window.hacked"));
}

/// Waits until everything about the formula is there.
#[track_caller]
fn wait_for_cards(browser: &Browser) {
    browser.wait_for(
        "document.querySelectorAll('.card').length === 6 && !document.querySelector('.waiting')",
    );
}

/// Types a formula into the page, in place of the one that is there.
fn type_formula(browser: &Browser, formula: &str) {
    browser.run("const field = document.getElementById('formula'); field.focus(); field.select();");
    let keys: Vec<char> = formula.chars().chain([ENTER]).collect();
    browser.press(&keys);
}

#[test]
fn a_formula_is_typed_and_shown() {
    let (server, Some(browser)) = (Server::start(&[]), Browser::start()) else {
        return;
    };
    browser.open(&format!("http://{}/", server.address));
    wait_for_cards(&browser);
    assert_eq!(
        browser.value("document.querySelectorAll('.card svg.lariat').length"),
        4
    );
    assert!(browser.text("#card-facts").contains("recurrence"));
    type_formula(&browser, "p U q");
    browser.wait_for("document.querySelector('#card-facts').innerText.includes(\"'p U q'\")");
    wait_for_cards(&browser);
    let facts = browser.text("#card-facts");
    assert!(facts.contains("guarantee"), "{facts}");
    let words = browser.text("#card-words");
    assert!(words.contains("q; cycle{1}"), "{words}");
    // A picture is enlarged and put away by keyboard.
    browser.run("document.querySelector('#card-tgba .picture').focus()");
    browser.press(&[ENTER]);
    assert_eq!(
        browser.value("document.querySelectorAll('dialog[open] svg').length"),
        1
    );
    let share = browser
        .value("document.querySelector('dialog svg').getBoundingClientRect().width / innerWidth");
    assert!(share.as_f64() > Some(0.9), "it fills {share} of the window");
    browser.press(&[ENTER]);
    assert_eq!(
        browser.value("document.querySelectorAll('dialog[open]').length"),
        0
    );
    // A fault is shown at its place, once.
    type_formula(&browser, "G(p");
    browser.wait_for("document.querySelector('#cards').innerText.includes('never closed')");
    browser.wait_for("document.querySelectorAll('.card').length === 1");
    assert_eq!(server.address.ip().to_string(), "127.0.0.1");
}

#[test]
fn a_model_is_checked_and_its_trace_walked() {
    let (server, Some(browser)) = (Server::start(&[]), Browser::start()) else {
        return;
    };
    browser.open(&format!("http://{}/", server.address));
    browser.run("document.getElementById('tab-formula').focus()");
    browser.press(&[RIGHT]);
    assert_eq!(
        browser.value("document.getElementById('model-panel').hidden"),
        false
    );
    browser.wait_for("document.getElementById('model').value.includes('process')");
    let check = "document.querySelector('#ask-model .primary').click()";
    browser.run(check);
    browser.wait_for("document.querySelector('#verdict .answer')");
    assert_eq!(browser.text("#verdict .answer"), "violated");
    browser.enter_frame("#verdict iframe");
    browser.wait_for("typeof now === 'number' && document.querySelector('#rows .row.now')");
    assert_eq!(place(&browser)[0], 0);
    browser.press(&[RIGHT, RIGHT]);
    let reached = place(&browser);
    assert_eq!((&reached[0], &reached[2]), (&json!(2), &json!(2)));
    assert_eq!(reached[3].as_array().map(Vec::len), Some(1), "{reached}");
    // The report can reach neither the page nor the server.
    let outside =
        browser.run("try { return parent.document.title } catch (error) { return error.name }");
    assert_eq!(outside, "SecurityError");
    browser.leave_frame();
    browser.run("document.getElementById('fairness').value = 'strong'");
    // Asked again before there is an answer, it is the later question that is answered.
    browser.run(&format!("{check}; {check}"));
    browser.wait_for("document.querySelector('#verdict .answer')?.innerText === 'holds'");
    let command = browser.text("#verdict .command");
    assert!(command.contains("--strong-fair '*'"), "{command}");
}

/// Asks about a formula that is too long to be typed.
fn ask(browser: &Browser, formula: &str) {
    let formula = json!(formula);
    browser.run(&format!(
        "document.getElementById('formula').value = {formula}; askFormula();"
    ));
}

#[test]
fn what_takes_too_long_is_told() {
    let server = Server::start(&["--timeout", "300ms"]);
    let Some(browser) = Browser::start() else {
        return;
    };
    browser.open(&format!("http://{}/", server.address));
    ask(&browser, &endless_formula());
    let stopped = "document.querySelector('#card-tgba').innerText.includes('time limit of 300ms')";
    browser.wait_for(stopped);
    wait_for_cards(&browser);
}

#[test]
fn what_is_cancelled_ends() {
    let server = Server::start(&["--timeout", "600s"]);
    let Some(browser) = Browser::start() else {
        return;
    };
    browser.open(&format!("http://{}/", server.address));
    wait_for_cards(&browser);
    ask(&browser, &endless_formula());
    browser.wait_for("document.querySelectorAll('.waiting').length > 1");
    browser.run("document.querySelector('#card-tgba .cancel').focus()");
    browser.press(&[ENTER]);
    browser.wait_for("document.querySelector('#card-tgba .body').innerText === 'Cancelled.'");
    assert_ne!(
        browser.value("document.querySelectorAll('.waiting').length"),
        0
    );
    browser.run("document.getElementById('cancel-formula').click()");
    wait_for_cards(&browser);
    assert_eq!(
        browser.value("document.getElementById('cancel-formula').hidden"),
        true
    );
    #[cfg(target_os = "linux")]
    common::server::wait_until("the end of it", || server.computations().is_empty());
    // With the computations gone there is room for others.
    type_formula(&browser, "F a");
    browser.wait_for("document.querySelector('#card-facts').innerText.includes(\"'F a'\")");
    wait_for_cards(&browser);
}

#[test]
fn hostile_texts_stay_text_on_the_page() {
    let (server, Some(browser)) = (Server::start(&[]), Browser::start()) else {
        return;
    };
    browser.open(&format!("http://{}/", server.address));
    wait_for_cards(&browser);
    ask(&browser, &format!("G \"{HOSTILE}\""));
    browser.wait_for("document.querySelector('#card-facts').innerText.includes('hacked')");
    wait_for_cards(&browser);
    check_unharmed(&browser);
    let pictures = browser.text("#cards");
    assert!(pictures.contains("onerror"), "{pictures}");
    let system = format!("des (0, 1, 1)\n(0, \"{HOSTILE}\", 0)\n");
    browser.run(&format!(
        "document.getElementById('tab-model').click(); document.getElementById('language').value = 'aut';
         document.getElementById('model').value = {}; document.getElementById('ltl').value = 'G a';
         document.querySelector('#ask-model .primary').click();",
        json!(system)
    ));
    browser.wait_for("document.querySelector('#verdict iframe')");
    check_unharmed(&browser);
    browser.enter_frame("#verdict iframe");
    browser.wait_for("document.querySelector('#rows .row.now')");
    check_unharmed(&browser);
    assert!(browser.text("#trace").contains("window.hacked"));
}

#[test]
fn the_page_is_dark_for_those_who_like_it() {
    let (server, Some(browser)) = (Server::start(&[]), Browser::start()) else {
        return;
    };
    browser.prefer("dark");
    browser.open(&format!("http://{}/", server.address));
    wait_for_cards(&browser);
    check_dark(&browser, "body");
    assert!(brightness(&browser, ".card svg").1 > 180.0);
    browser.run("document.getElementById('theme').click()");
    check_light(&browser, "body");
    assert!(brightness(&browser, ".card svg").1 < 90.0);
    // From the address of the page to its end, everything can be reached by the key Tab.
    browser.run("document.activeElement.blur()");
    let mut reached = Vec::new();
    for _ in 0..30 {
        browser.press(&[TAB]);
        let here = browser.value("document.activeElement.id || document.activeElement.className || document.activeElement.tagName");
        reached.push(here.as_str().unwrap_or_default().to_owned());
    }
    for wanted in [
        "tab-formula",
        "theme",
        "formula",
        "primary",
        "example",
        "picture",
    ] {
        assert!(
            reached.iter().any(|name| name == wanted),
            "{wanted}: {reached:?}"
        );
    }
}

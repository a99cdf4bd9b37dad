//! The picture of a trace in the README is what a terminal shows.
//!
//! `LARIAT_BLESS=1` draws it anew.

use std::path::Path;

use anstyle::RgbColor;
use anstyle_svg::{Term, WIN10_CONSOLE};
use assert_cmd::Command;

const ARGUMENTS: [&str; 6] = [
    "check",
    "corpus/semaphore.dve",
    "--ltl",
    "G(P_0.wait -> F P_0.CS)",
    "--weak-fair",
    "*",
];

#[test]
fn the_picture_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::cargo_bin("lariat")
        .expect("the binary is built")
        .args(ARGUMENTS)
        .current_dir(&root)
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()
        .expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("output is UTF-8");
    let typed =
        "$ lariat check corpus/semaphore.dve --ltl 'G(P_0.wait -> F P_0.CS)' --weak-fair '*'";
    let picture = Term::new()
        .palette(WIN10_CONSOLE)
        .fg_color(RgbColor(230, 230, 225).into())
        .bg_color(RgbColor(24, 28, 32).into())
        .render_svg(&format!("{typed}\n{printed}"));
    let path = root.join("docs/trace.svg");
    if std::env::var_os("LARIAT_BLESS").is_some() {
        std::fs::write(&path, &picture).expect("it can be written");
    }
    let shown = std::fs::read_to_string(&path).expect("the picture is there");
    assert!(
        shown == picture,
        "LARIAT_BLESS=1 cargo test -p lariat-cli --test picture draws it anew"
    );
}

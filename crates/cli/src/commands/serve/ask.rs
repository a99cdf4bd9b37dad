//! Questions, and the command lines that answer them.
//!
//! Texts of a question never become options: a formula stands behind `--`, everything else behind the `=` of an option that is
//! written here.  No option that names a file can be asked for.

use std::time::Duration;

use lariat_models::format_named;
use serde::Deserialize;

/// A question about a formula.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutFormula {
    formula: String,
    show: Show,
}

/// What to show of a formula.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Show {
    Facts,
    Words,
    Alternating,
    Tgba,
    Buchi,
    Deterministic,
}

/// A question about a model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AboutModel {
    model: String,
    /// A language of models, by its name.
    language: String,
    /// The properties; none for what the model carries itself.
    #[serde(default)]
    ltl: Vec<String>,
    #[serde(default)]
    assume: Vec<String>,
    #[serde(default)]
    weak: Vec<String>,
    #[serde(default)]
    strong: Vec<String>,
    #[serde(default)]
    deadlock: Deadlock,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Deadlock {
    #[default]
    Stutter,
    Drop,
    Error,
}

/// A command line of this program, and how a person would type it.
pub(super) struct CommandLine {
    pub(super) arguments: Vec<String>,
    /// What it reads from standard input, if it does.
    pub(super) input: Option<String>,
    pub(super) typed: String,
    /// How long it may take until it has told why it gave up.
    pub(super) grace: Duration,
}

/// A longer text is no formula that anybody looks at, and some systems allow no longer arguments.
const LONGEST: usize = 20_000;
/// More formulas than this are not asked at once.
const MOST: usize = 20;
/// What a command that watches the clock may take to tell how far it came.
const GRACE: Duration = Duration::from_secs(2);

impl AboutFormula {
    /// The command line; a sentence if there is none.
    pub(super) fn command(self) -> Result<CommandLine, String> {
        is_argument(&self.formula)?;
        let options: &[&str] = match self.show {
            Show::Facts => &["classify", "--format=json"],
            Show::Words => &["words", "--format=json"],
            Show::Alternating => &["translate", "--stage=alternating", "--format=svg"],
            Show::Tgba => &["translate", "--format=svg"],
            Show::Buchi => &["translate", "--acceptance=buchi", "--format=svg"],
            Show::Deterministic => &["determinize", "--format=svg"],
        };
        let quoted = quoted(&self.formula);
        let typed = format!("lariat {} {quoted}", options.join(" ").replace('=', " "));
        let mut arguments: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        arguments.extend(["--".to_owned(), self.formula]);
        Ok(CommandLine {
            arguments,
            input: None,
            typed,
            grace: Duration::ZERO,
        })
    }
}

impl AboutModel {
    /// The command line; a sentence if there is none.
    pub(super) fn command(self, time: Duration, memory: u64) -> Result<CommandLine, String> {
        let lists = [
            ("--ltl", &self.ltl),
            ("--assume", &self.assume),
            ("--weak-fair", &self.weak),
            ("--strong-fair", &self.strong),
        ];
        let Some(format) = format_named(&self.language) else {
            return Err(format!("`{}` is no language of models", self.language));
        };
        let language = format.name();
        let mut typed = format!("lariat check model.{language}");
        let mut arguments = vec!["check".to_owned(), "-".to_owned()];
        arguments.push(format!("--input={language}"));
        for (option, texts) in lists {
            if texts.len() > MOST {
                return Err(format!("{option}: no more than {MOST} at once"));
            }
            for text in texts {
                is_argument(text)?;
                arguments.push(format!("{option}={text}"));
                typed += &format!(" {option} {}", quoted(text));
            }
        }
        if let Some(deadlock) = self.deadlock.asked() {
            arguments.push(format!("--deadlock={deadlock}"));
            typed += &format!(" --deadlock {deadlock}");
        }
        arguments.push("--format=html".to_owned());
        arguments.push(format!("--timeout={}ms", time.as_millis()));
        arguments.push(format!("--memory={}K", memory >> 10));
        Ok(CommandLine {
            arguments,
            input: Some(self.model),
            typed: typed + " --html report.html",
            grace: GRACE,
        })
    }
}

impl Deadlock {
    /// The option's value, where it is not the default.
    fn asked(self) -> Option<&'static str> {
        match self {
            Deadlock::Stutter => None,
            Deadlock::Drop => Some("drop"),
            Deadlock::Error => Some("error"),
        }
    }
}

/// Whether a text can be an argument.
fn is_argument(text: &str) -> Result<(), String> {
    if text.len() > LONGEST {
        return Err(format!("no formula may be longer than {LONGEST} bytes"));
    }
    if text.contains('\0') {
        return Err("a formula has no character of code 0".to_owned());
    }
    Ok(())
}

/// A text as a shell reads it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_becomes_an_option() {
        let hostile = "--format=hoa";
        let formula = AboutFormula {
            formula: hostile.to_owned(),
            show: Show::Tgba,
        };
        let command = formula.command().expect("it is an argument");
        assert_eq!(command.arguments[2..], ["--", hostile]);

        let asked = serde_json::json!({
            "model": "", "language": "dve", "ltl": [hostile], "weak": ["--html=/tmp/x"],
        });
        let asked: AboutModel = serde_json::from_value(asked).expect("it is a question");
        let command = asked.command(GRACE, 1 << 30).expect("they are arguments");
        let is_ours =
            |text: &String| !text.starts_with("--format=hoa") && !text.starts_with("--html");
        assert!(
            command.arguments.iter().all(is_ours),
            "{:?}",
            command.arguments
        );
        assert!(command.arguments.contains(&format!("--ltl={hostile}")));
    }

    #[test]
    fn a_language_is_one_of_the_table() {
        let asked = serde_json::json!({"model": "", "language": "dve --html=/tmp/x"});
        let asked: AboutModel = serde_json::from_value(asked).expect("it is a question");
        assert!(asked.command(GRACE, 1 << 30).is_err());
    }

    #[test]
    fn what_a_shell_reads_is_the_text() {
        assert_eq!(quoted("a 'b'; $(c)"), r"'a '\''b'\''; $(c)'");
    }
}

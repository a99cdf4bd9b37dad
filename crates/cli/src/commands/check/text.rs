//! Counterexamples for people: the first state whole, then what changes; events, cycle and a truth table.
//!
//! On a terminal, lines are wrapped at its width, and of a run of more than [`LONG`] states those are left out that are
//! neither at the beginning, nor near the cycle's ends, nor near a state that the notes speak of.

use std::io::Write;
use std::ops::Range;

use anstyle::Style;
use anyhow::Result;
use lariat::trace::{Trace, TraceStep};
use lariat::{Counterexample, Note};
use serde_json::Value;

use crate::terminal::{Screen, paint};

/// As many propositions have columns of their own.
const MOST_COLUMNS: usize = 12;
/// A trace of more states is shortened on a terminal.
const LONG: usize = 100;
/// How many states of a long trace are shown on either side of where something happens.
const AROUND: usize = 8;
/// Leaving out fewer states than this is not worth a line.
const FEW: usize = 4;

/// Writes a counterexample, and what there is to say of it.
pub(crate) fn write(told: &Counterexample, screen: &Screen, out: &mut dyn Write) -> Result<()> {
    write_told(&Told::from(told), screen, out)
}

/// What is written of a counterexample.
struct Told<'c> {
    trace: &'c Trace,
    propositions: &'c [String],
    notes: &'c [Note],
    landmarks: &'c [usize],
}

impl<'c> From<&'c Counterexample> for Told<'c> {
    fn from(told: &'c Counterexample) -> Self {
        Self {
            trace: &told.trace,
            propositions: &told.propositions,
            notes: &told.notes,
            landmarks: &told.landmarks,
        }
    }
}

fn write_told(told: &Told<'_>, screen: &Screen, out: &mut dyn Write) -> Result<()> {
    write_trace(told, screen, out)?;
    for note in told.notes {
        let colour = match note {
            Note::Broken(_) | Note::Decided(_) => screen.colours.bad,
            Note::Hint(_) => screen.colours.doubtful,
            Note::Fair(_) | Note::Fault(_) => Style::new(),
        };
        let (head, rest) = note.parts();
        let sentence = format!("{} {rest}", paint(colour, head));
        writeln!(out, "{}", screen.wrap_words(2, sentence.trim_end()))?;
    }
    Ok(())
}

/// Writes a trace: the cycle is drawn on the left, then come the propositions, true or not, and what changes.
fn write_trace(told: &Told<'_>, screen: &Screen, out: &mut dyn Write) -> Result<()> {
    let drawing = Drawing::new(told, screen);
    drawing.header(out)?;
    let steps: Vec<&TraceStep> = told.trace.steps().collect();
    let mut next = 0;
    for shown in shown(told.trace, told.landmarks, screen) {
        if next < shown.start {
            drawing.gap(next..shown.start, out)?;
        }
        next = shown.end;
        let mut before = None;
        for position in shown {
            drawing.state(position, before, steps[position], out)?;
            before = Some(steps[position]);
        }
    }
    Ok(())
}

/// The states that are shown, in order.
fn shown(trace: &Trace, landmarks: &[usize], screen: &Screen) -> Vec<Range<usize>> {
    let start = trace.prefix.len();
    let count = start + trace.cycle.len();
    if screen.columns.is_none() || count <= LONG {
        let all = 0..count;
        return vec![all];
    }
    let mut marks: Vec<usize> = [0, start, count - 1]
        .into_iter()
        .chain(landmarks.iter().copied())
        .collect();
    marks.sort_unstable();
    let mut shown: Vec<Range<usize>> = Vec::new();
    for mark in marks {
        let around = mark.saturating_sub(AROUND)..count.min(mark + AROUND + 1);
        match shown.last_mut() {
            Some(last) if around.start < last.end + FEW => last.end = last.end.max(around.end),
            _ => shown.push(around),
        }
    }
    shown
}

/// What the lines of one trace have in common.
struct Drawing<'t> {
    screen: &'t Screen,
    /// Where the cycle starts.
    start: usize,
    last: usize,
    /// The width of a state's number.
    digits: usize,
    /// The propositions that have columns.
    columns: &'t [String],
    /// Whether the last step of a trace that ends is one that fails.
    ends_in_fault: bool,
}

impl<'t> Drawing<'t> {
    fn new(told: &Told<'t>, screen: &'t Screen) -> Self {
        let start = told.trace.prefix.len();
        let last = (start + told.trace.cycle.len()).saturating_sub(1);
        let propositions = told.propositions;
        // The table leaves half of the screen to what changes.
        let most = screen
            .columns
            .map_or(MOST_COLUMNS, |columns| MOST_COLUMNS.min(columns / 4));
        Self {
            screen,
            start,
            last,
            digits: last.to_string().len(),
            columns: if propositions.len() <= most {
                propositions
            } else {
                &[]
            },
            ends_in_fault: told.notes.iter().any(|note| matches!(note, Note::Fault(_))),
        }
    }

    /// The names of the propositions above their columns.
    fn header(&self, out: &mut dyn Write) -> Result<()> {
        for (number, name) in self.columns.iter().enumerate() {
            let lead = format!("{}{}", " ".repeat(self.digits + 7), "│ ".repeat(number));
            let name = self.screen.cut(name, self.digits + 7 + 2 * number);
            writeln!(out, "{lead}{name}")?;
        }
        Ok(())
    }

    /// A state, and the step that leaves it.
    fn state(
        &self,
        position: usize,
        before: Option<&TraceStep>,
        step: &TraceStep,
        out: &mut dyn Write,
    ) -> Result<()> {
        let (truth, blank) = (self.truth(step), " ".repeat(self.table_width()));
        let beginning = self.line(self.gutter(position), &position.to_string(), &truth);
        let margin = self.line(self.gutter_below(position), "", &format!("{blank}  "));
        let mut pieces = self.changes(before, step);
        if self.columns.is_empty() && !step.props.is_empty() {
            pieces.push(format!("  [{}]", step.props.join(", ")));
        }
        writeln!(out, "{}", self.screen.wrap(&beginning, &margin, pieces))?;
        let Some(event) = self.event(position, step) else {
            return Ok(());
        };
        let arrow = paint(self.screen.colours.faint, "↓");
        let beginning = self.line(self.gutter_end(position), "", &format!("{blank}{arrow} "));
        let words = event.split(' ').map(str::to_owned);
        let margin = " ".repeat(self.digits + 9) + &blank;
        writeln!(out, "{}", self.screen.wrap(&beginning, &margin, words))?;
        Ok(())
    }

    /// Says that some states are not shown.
    fn gap(&self, left_out: Range<usize>, out: &mut dyn Write) -> Result<()> {
        let (first, last) = (left_out.start, left_out.end - 1);
        let sentence = format!(
            "… {} states, {first} to {last}, are left out here; `| less`, --trace and --html show them",
            left_out.len()
        );
        let words = sentence.split(' ');
        let words = words.map(|word| paint(self.screen.colours.faint, word));
        let margin = self.line(self.gutter_below(first), "", "");
        writeln!(out, "{}", self.screen.wrap(&margin, &margin, words))?;
        Ok(())
    }

    /// The beginning of a line.
    fn line(&self, gutter: &str, number: &str, rest: &str) -> String {
        let gutter = paint(self.screen.colours.cycle, gutter);
        format!("  {gutter} {number:>digits$}  {rest}", digits = self.digits)
    }

    fn is_in_cycle(&self, position: usize) -> bool {
        position >= self.start
    }

    fn gutter(&self, position: usize) -> &'static str {
        match self.is_in_cycle(position) {
            true if position == self.start => "╭▸",
            true => "│ ",
            false => "  ",
        }
    }

    fn gutter_below(&self, position: usize) -> &'static str {
        if self.is_in_cycle(position) {
            "│ "
        } else {
            "  "
        }
    }

    fn gutter_end(&self, position: usize) -> &'static str {
        match self.is_in_cycle(position) && position == self.last {
            true => "╰─",
            false => self.gutter_below(position),
        }
    }

    /// The columns of the truth table, with the blank behind it.
    fn table_width(&self) -> usize {
        match self.columns.len() {
            0 => 0,
            count => 2 * count + 1,
        }
    }

    /// A row of the truth table of the propositions.
    fn truth(&self, step: &TraceStep) -> String {
        let colours = &self.screen.colours;
        let sign = |name: &String| match step.props.contains(name) {
            true => paint(colours.changed, "●") + " ",
            false => paint(colours.faint, "·") + " ",
        };
        let row: String = self.columns.iter().map(sign).collect();
        if row.is_empty() { row } else { row + " " }
    }

    /// The values that differ from those of the state before, in pieces; all of them at the beginning.
    fn changes(&self, before: Option<&TraceStep>, step: &TraceStep) -> Vec<String> {
        let colour = match before {
            Some(_) => self.screen.colours.changed,
            None => Style::new(),
        };
        let mut pieces: Vec<String> = Vec::new();
        for (name, value) in changed(before, step) {
            if let Some(last) = pieces.last_mut() {
                last.push(',');
            }
            let mut words = value.split(' ').map(|word| paint(colour, word));
            pieces.push(format!("{name} = {}", words.next().unwrap_or_default()));
            pieces.extend(words);
        }
        if pieces.is_empty() {
            pieces.push(paint(self.screen.colours.faint, "(nothing changes)"));
        }
        pieces
    }

    /// Who takes the step that leaves a state; nobody at the end of a trace that ends.
    fn event(&self, position: usize, step: &TraceStep) -> Option<String> {
        let in_cycle = self.is_in_cycle(position);
        let is_end = position == self.last;
        let event = match (step.event.is_empty(), is_end && !in_cycle) {
            (true, true) => return None,
            (true, false) if step.is_dead => "stays forever: no step is left".to_owned(),
            // The model has no events.
            (true, false) => "a step".to_owned(),
            (false, true) if self.ends_in_fault => format!("{} fails", step.event.join(" and ")),
            (false, _) => step.event.join(" and "),
        };
        Some(match in_cycle && is_end {
            true => format!("{event}, back to {}", self.start),
            false => event,
        })
    }
}

/// The values that are new in a state, by name.  Nets leave out the places without tokens.
fn changed<'s>(before: Option<&'s TraceStep>, step: &'s TraceStep) -> Vec<(&'s String, String)> {
    let old = before.map(|before| &before.state);
    let is_new = |name: &str, value| old.and_then(|old| old.get(name)) != Some(value);
    let new = step.state.iter();
    let new = new
        .filter(|(name, value)| is_new(name, value))
        .map(|(name, value)| (name, in_words(value)));
    let gone = old.into_iter().flatten();
    let gone = gone
        .filter(|(name, _)| !step.state.contains_key(*name))
        .map(|(name, _)| (name, "0".to_owned()));
    new.chain(gone).collect()
}

fn in_words(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(in_words).collect();
            format!("[{}]", values.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{Colours, width};
    use serde_json::{Map, json};

    struct Example {
        trace: Trace,
        propositions: Vec<String>,
        notes: Vec<Note>,
        landmarks: Vec<usize>,
    }

    /// A run of one process that counts; it has an array, too.
    fn told(prefix: usize, cycle: usize, landmarks: Vec<usize>) -> Example {
        let cells = if prefix + cycle < LONG { 40 } else { 3 };
        let step = |number: usize| TraceStep {
            state: Map::from_iter([
                ("counter".to_owned(), number.into()),
                ("cells".to_owned(), json!(vec![number / 50; cells])),
            ]),
            props: vec!["even".to_owned(); usize::from(number.is_multiple_of(2))],
            event: vec!["P".to_owned()],
            is_dead: false,
        };
        Example {
            trace: Trace::from_parts(
                (0..prefix).map(step).collect(),
                (prefix..prefix + cycle).map(step).collect(),
            ),
            propositions: vec!["even".to_owned(), "a name that is rather long".to_owned()],
            notes: vec![Note::Broken("`even` does not hold in state 501".to_owned())],
            landmarks,
        }
    }

    fn written(told: &Example, screen: Screen) -> String {
        let mut out = Vec::new();
        let told = Told {
            trace: &told.trace,
            propositions: &told.propositions,
            notes: &told.notes,
            landmarks: &told.landmarks,
        };
        write_told(&told, &screen, &mut out).expect("a vector takes everything");
        String::from_utf8(out).expect("it is text")
    }

    fn terminal(columns: usize) -> Screen {
        Screen {
            columns: Some(columns),
            colours: Colours::ON,
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for columns in [30, 40, 80, 132] {
            let text = written(&told(3, 4, Vec::new()), terminal(columns));
            for line in text.lines() {
                assert!(width(line) <= columns, "{columns}: {line:?}");
            }
        }
        let narrow = written(&told(3, 4, Vec::new()), terminal(30));
        assert!(narrow.contains("a name that is rath…"), "{narrow}");
    }

    #[test]
    fn colours_and_wrapping_change_no_word() {
        let plain = written(&told(3, 4, Vec::new()), Screen::default());
        assert!(!plain.contains('\x1b'));
        let wide = Screen {
            columns: Some(1000),
            colours: Colours::ON,
        };
        let coloured = written(&told(3, 4, Vec::new()), wide);
        assert!(coloured.contains("counter = \x1b[1m1\x1b[0m"), "{coloured}");
        assert!(coloured.contains("counter = 0"), "the first state is whole");
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    }

    #[test]
    fn of_a_long_run_a_terminal_shows_where_something_happens() {
        let told = told(2000, 3000, vec![501]);
        let text = written(&told, terminal(80));
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert!(plain.lines().count() < 300, "{}", plain.lines().count());
        for number in [0, 8, 493, 501, 509, 1992, 2000, 2008, 4991, 4999] {
            assert!(plain.contains(&format!("counter = {number}")), "{number}");
        }
        assert!(
            plain.contains("… 484 states, 9 to 492, are left out here"),
            "{plain}"
        );
        assert!(plain.contains("╭▸ 2000") && plain.contains("back to 2000"));
        // Behind a gap the state is shown whole again.
        assert!(plain.contains("counter = 2008\n"), "{plain}");
        assert!(plain.contains("counter = 4991, cells = [99,"), "{plain}");
        let piped = written(&told, Screen::default());
        assert!(piped.contains("counter = 3333") && !piped.contains("left out"));
    }

    #[test]
    fn a_place_that_loses_its_tokens_is_told() {
        let mut told = told(1, 1, Vec::new());
        told.trace.cycle[0].state.shift_remove("cells");
        let text = written(&told, Screen::default());
        assert!(text.contains("counter = 1, cells = 0"), "{text}");
    }

    #[test]
    fn the_last_step_of_a_trace_that_ends_fails_only_in_a_fault() {
        let mut told = told(2, 0, Vec::new());
        told.notes = vec![Note::Decided("whatever follows".to_owned())];
        let decided = written(&told, Screen::default());
        assert_eq!(decided.matches("↓ P\n").count(), 2, "{decided}");
        told.notes = vec![Note::Fault("the next step of P fails".to_owned())];
        let failed = written(&told, Screen::default());
        assert!(failed.contains("↓ P fails\n"), "{failed}");
    }

    #[test]
    fn a_few_states_are_not_worth_leaving_out() {
        let gaps = |landmark| {
            let text = written(&told(0, 101, vec![landmark]), terminal(80));
            let plain = anstream::adapter::strip_str(&text).to_string();
            plain.matches("left out").count()
        };
        let near = 2 * AROUND + FEW;
        assert_eq!([gaps(near), gaps(near + 1)], [1, 2]);
    }
}

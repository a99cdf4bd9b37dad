//! Writing formulas as text, in each dialect and for people.
//!
//! There are as few parentheses as the notation allows, and what is printed in a dialect reads
//! back as the same formula there.  Operators that a dialect lacks are spelled by equivalent ones,
//! copying the smaller operand where one must be copied; the past cannot be spelled so, and is an
//! error in dialects without it.
//!
//! ```
//! use lariat_ltl::{Formulas, Notation, Syntax, parse, print};
//! let mut formulas = Formulas::new();
//! let f = parse(&mut formulas, "GF(p -> (q W r))", Syntax::Spot)?;
//! assert_eq!(print(&formulas, f, Notation::Spot)?, "GF(p -> q W r)");
//! assert_eq!(print(&formulas, f, Notation::Spin)?, "[]<>(p -> (q U r || []q))");
//! assert_eq!(print(&formulas, f, Notation::Lbt)?, "G F i \"p\" W \"q\" \"r\"");
//! assert_eq!(print(&formulas, f, Notation::Unicode)?, "□◇(p → q W r)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod piece;
mod spelling;

use rustc_hash::FxHashMap;

use crate::{Formula, Formulas, Node, Syntax};
use piece::{Piece, view};

/// A way to write formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// Spot's dialect.
    Spot,
    /// Spin's dialect.
    Spin,
    /// LTSmin's dialect.
    Ltsmin,
    /// LBT's prefix notation.
    Lbt,
    /// Mathematical symbols; Spot's precedences.
    Unicode,
    /// LaTeX, for math mode; Spot's precedences.
    Latex,
}

impl From<Syntax> for Notation {
    fn from(syntax: Syntax) -> Self {
        match syntax {
            Syntax::Spot => Notation::Spot,
            Syntax::Spin => Notation::Spin,
            Syntax::Ltsmin => Notation::Ltsmin,
            Syntax::Lbt => Notation::Lbt,
        }
    }
}

impl Notation {
    /// The dialect whose precedences decide where parentheses go.
    fn syntax(self) -> Syntax {
        match self {
            Notation::Spin => Syntax::Spin,
            Notation::Ltsmin => Syntax::Ltsmin,
            Notation::Lbt => Syntax::Lbt,
            Notation::Spot | Notation::Unicode | Notation::Latex => Syntax::Spot,
        }
    }

    fn has_past(self) -> bool {
        self.syntax() == Syntax::Spot
    }
}

/// Why a formula has no text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PrintError {
    /// The dialect has no past operators.
    #[error("the syntax {0} has no past operators")]
    NoPast(Syntax),
    /// The formula shares so many subformulas that its text would not fit.
    #[error("written out, the formula would have more than {limit} operators and propositions")]
    TooLarge {
        /// The most that are written.
        limit: u64,
    },
}

/// How many operators and propositions are written at most.
const SIZE_LIMIT: u64 = 5_000_000;

/// Writes a formula.
pub fn print(
    formulas: &Formulas,
    formula: Formula,
    notation: Notation,
) -> Result<String, PrintError> {
    let sizes = sizes(formulas, formula, notation)?;
    let mut printer = Printer {
        formulas,
        notation,
        sizes,
        text: String::new(),
        after_letter: None,
    };
    printer.print(formula);
    Ok(printer.text)
}

/// How much text each subformula takes, in operators and propositions.
fn sizes(
    formulas: &Formulas,
    formula: Formula,
    notation: Notation,
) -> Result<FxHashMap<Formula, u64>, PrintError> {
    let mut sizes = FxHashMap::default();
    for sub in formulas.subformulas(formula) {
        let node = formulas.node(sub);
        let past = matches!(
            node,
            Node::Yesterday(_) | Node::Once(_) | Node::Historically(_) | Node::Since(..)
        );
        if past && !notation.has_past() {
            return Err(PrintError::NoPast(notation.syntax()));
        }
        let (mut sum, mut smallest) = (1u64, u64::MAX);
        node.each_operand(|operand| {
            sum = sum.saturating_add(sizes[&operand]);
            smallest = smallest.min(sizes[&operand]);
        });
        if piece::copies_an_operand(node, notation) {
            sum = sum.saturating_add(smallest + 2);
        }
        sizes.insert(sub, sum);
    }
    match sizes[&formula] {
        size if size > SIZE_LIMIT => Err(PrintError::TooLarge { limit: SIZE_LIMIT }),
        _ => Ok(sizes),
    }
}

/// What an operand must satisfy to go without parentheses.
#[derive(Clone, Copy)]
struct Context {
    /// How tightly its operator must bind, at least.
    strength: u8,
    /// Whether this strength itself is enough.
    equal: bool,
}

impl Context {
    const ANYTHING: Context = Context {
        strength: 0,
        equal: true,
    };
    const NOTHING_BINARY: Context = Context {
        strength: u8::MAX,
        equal: false,
    };
}

enum Work {
    Piece(Piece, Context),
    Text(&'static str),
}

struct Printer<'f> {
    formulas: &'f Formulas,
    notation: Notation,
    sizes: FxHashMap<Formula, u64>,
    text: String,
    /// Whether the text ends with an operator that is a letter, and whether that is X, F or G.
    after_letter: Option<bool>,
}

impl Printer<'_> {
    fn print(&mut self, formula: Formula) {
        let mut stack = vec![Work::Piece(Piece::Formula(formula), Context::ANYTHING)];
        while let Some(work) = stack.pop() {
            match work {
                Work::Text(text) => self.emit(text),
                Work::Piece(piece, context) => self.print_piece(piece, context, &mut stack),
            }
        }
    }

    fn print_piece(&mut self, piece: Piece, context: Context, stack: &mut Vec<Work>) {
        match piece {
            Piece::Formula(formula) => {
                let piece = view(self.formulas, formula, self.notation, &self.sizes);
                stack.push(Work::Piece(piece, context));
            }
            Piece::Constant(value) => self.emit(self.notation.constant(value)),
            Piece::Atom(atom) => {
                let mut name = String::new();
                self.notation.push_name(&mut name, self.formulas.name(atom));
                self.emit(&name);
            }
            Piece::Prefix(operator, operand) => {
                self.emit_prefix(self.notation.prefix(operator));
                stack.push(Work::Piece(*operand, Context::NOTHING_BINARY));
            }
            Piece::Infix(operator, operands) if self.notation == Notation::Lbt => {
                let last = operands.len() - 1;
                for (index, operand) in operands.into_iter().enumerate().rev() {
                    stack.push(Work::Piece(operand, Context::ANYTHING));
                    if index < last {
                        stack.push(Work::Text(self.notation.infix(operator)));
                    }
                }
            }
            Piece::Infix(operator, operands) => {
                let binding = operator.binding(self.notation.syntax());
                let tight = binding.strength > context.strength
                    || binding.strength == context.strength && context.equal;
                if !tight {
                    self.emit("(");
                    stack.push(Work::Text(")"));
                }
                let last = operands.len() - 1;
                for (index, operand) in operands.into_iter().enumerate().rev() {
                    let equal = if binding.left {
                        index == 0
                    } else {
                        index == last
                    };
                    let context = Context {
                        strength: binding.strength,
                        equal,
                    };
                    stack.push(Work::Piece(operand, context));
                    if index > 0 {
                        stack.push(Work::Text(self.notation.infix(operator)));
                    }
                }
            }
        }
    }

    /// Appends text, with a space before it where it would run into an operator.
    fn emit(&mut self, text: &str) {
        let wordlike = |letter: char| letter.is_alphanumeric() || letter == '_';
        if self.notation == Notation::Lbt {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
        } else if self.after_letter.is_some() && text.starts_with(wordlike) {
            self.text.push(' ');
        }
        self.after_letter = None;
        self.text.push_str(text);
    }

    /// Appends an operator; X, F and G may follow one another without a space in Spot.
    fn emit_prefix(&mut self, spelling: &str) {
        let is_letter = spelling.ends_with(|letter: char| letter.is_alphanumeric());
        let splits = self.notation == Notation::Spot && matches!(spelling, "X" | "F" | "G");
        if self.after_letter == Some(true) && splits {
            self.text.push_str(spelling);
        } else {
            self.emit(spelling);
        }
        self.after_letter = is_letter.then_some(splits);
    }
}

#[cfg(test)]
mod tests;

//! Where DVE groups an expression otherwise than readers expect.
//!
//! In DVE `and` and `or` share one level, and `not` binds tighter than comparisons ([`super::expression`]).  An expression is therefore read a
//! second time, with the usual precedence: `and` before `or`, and `not` before both but after comparisons.  If the two readings have the
//! same shape, or the same value wherever they are tried, all is well.  Otherwise both are written down with all their parentheses.

use lariat_program::{Binary, Expressions, Op, Test, TruthRule, Unary};

use super::expression::{Precedence, level};
use super::lexer::Span;
use super::parser::parse_with;
use super::syntax::{Expression, Logical, Term};

/// Longer expressions are not looked at.
const MOST_TERMS: usize = 200;
/// So many valuations are tried.
const TRIALS: u64 = 1 << 10;
/// The values of numbers in them.
const VALUES: [i32; 5] = [0, 1, 2, 3, -1];

/// An expression that can be misread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Readings {
    /// What it means.
    pub(crate) ours: String,
    /// What a reader may take it for.
    pub(crate) usual: String,
}

/// Both readings of an expression of a text, if they differ.
pub(crate) fn readings(text: &str, expression: &Expression) -> Option<Readings> {
    let ours = &expression.terms;
    let has = |wanted: Term| ours.iter().any(|&(term, _)| term == wanted);
    let mixes = has(Term::Logical(Logical::And)) && has(Term::Logical(Logical::Or));
    if !(mixes || has(Term::Unary(Unary::Not))) || ours.len() > MOST_TERMS {
        return None;
    }
    let own_text = expression.span.of(text);
    let usual = parse_with(own_text, Precedence::Usual).ok()?.terms;
    let ours = parse_with(own_text, Precedence::Dve).ok()?.terms;
    let is_same = |(a, b): (&(Term, Span), &(Term, Span))| is_alike(a.0, b.0);
    if ours.len() == usual.len() && ours.iter().zip(&usual).all(is_same) {
        return None;
    }
    let ours = render(own_text, &ours);
    let usual = render(own_text, &usual);
    (!agree(&ours, &usual)).then_some(Readings {
        ours: ours.text,
        usual: usual.text,
    })
}

/// Whether two terms do the same, wherever they stand.
fn is_alike(a: Term, b: Term) -> bool {
    match (a, b) {
        (Term::Unary(a), Term::Unary(b)) => a == b,
        (Term::Binary(a), Term::Binary(b)) => a == b,
        (Term::Logical(a), Term::Logical(b)) | (Term::Left(a), Term::Left(b)) => a == b,
        (a, b) => std::mem::discriminant(&a) == std::mem::discriminant(&b),
    }
}

/// What a part of an expression is, as far as parentheses depend on it.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Atom,
    Not,
    Unary,
    Binary(Binary),
    Logical(Logical),
}

/// A part of an expression, written down.
struct Part {
    text: String,
    shape: Shape,
}

impl Part {
    fn in_parentheses(self, wanted: bool) -> String {
        match wanted {
            true => format!("({})", self.text),
            false => self.text,
        }
    }
}

/// An expression with its parentheses, and in a form that can be evaluated: numbers, variables and operators.
struct Rendered {
    text: String,
    terms: Vec<Tried>,
}

/// A term of an expression that is tried out.
enum Tried {
    Number(i32),
    /// A variable, by its text; a state of a process is 0 or 1.
    Variable {
        name: String,
        is_state: bool,
    },
    Other(Term),
}

/// Writes an expression down.
fn render(text: &str, terms: &[(Term, Span)]) -> Rendered {
    let mut parts: Vec<Part> = Vec::new();
    let mut tried: Vec<Tried> = Vec::new();
    // Where in `tried` each part starts.
    let mut starts: Vec<usize> = Vec::new();
    for &(term, span) in terms {
        let spelled = span.of(text);
        let atom = |text: String| Part {
            text,
            shape: Shape::Atom,
        };
        match term {
            Term::Number(value) => {
                starts.push(tried.len());
                tried.push(Tried::Number(value));
                parts.push(atom(spelled.to_owned()));
            }
            Term::Name | Term::Dotted { .. } | Term::Foreign { .. } => {
                starts.push(tried.len());
                tried.push(Tried::Variable {
                    name: spelled.to_owned(),
                    is_state: matches!(term, Term::Dotted { .. }),
                });
                parts.push(atom(spelled.to_owned()));
            }
            Term::Index | Term::DottedIndex { .. } | Term::ForeignIndex { .. } => {
                let index = parts.pop().map_or(String::new(), |index| index.text);
                let name = format!("{spelled}[{index}]");
                let start = starts.last().copied().unwrap_or_default();
                tried.truncate(start);
                tried.push(Tried::Variable {
                    name: name.clone(),
                    is_state: false,
                });
                parts.push(atom(name));
            }
            Term::Left(_) => tried.push(Tried::Other(term)),
            Term::Unary(operator) => {
                tried.push(Tried::Other(term));
                let operand = parts.pop();
                parts.extend(operand.map(|operand| unary(operator, operand)));
            }
            Term::Binary(_) | Term::Logical(_) => {
                tried.push(Tried::Other(term));
                starts.pop();
                let (right, left) = (parts.pop(), parts.pop());
                let both = left.zip(right);
                parts.extend(both.map(|(left, right)| joined(term, spelled, left, right)));
            }
        }
    }
    Rendered {
        text: parts.pop().map_or(String::new(), |part| part.text),
        terms: tried,
    }
}

fn unary(operator: Unary, operand: Part) -> Part {
    let is_compound = !matches!(operand.shape, Shape::Atom);
    let operand = operand.in_parentheses(is_compound);
    let (spelling, shape) = match operator {
        Unary::Not => ("not ", Shape::Not),
        Unary::Negate => ("-", Shape::Unary),
        Unary::Complement => ("~", Shape::Unary),
    };
    Part {
        text: format!("{spelling}{operand}"),
        shape,
    }
}

fn joined(term: Term, spelling: &str, left: Part, right: Part) -> Part {
    let shape = match term {
        Term::Binary(operator) => Shape::Binary(operator),
        Term::Logical(logical) => Shape::Logical(logical),
        _ => Shape::Atom,
    };
    let is_lower = |part: &Part, is_right: bool| match (shape, part.shape) {
        (_, Shape::Atom | Shape::Unary) | (Shape::Logical(_), Shape::Not | Shape::Binary(_)) => {
            false
        }
        (Shape::Logical(a), Shape::Logical(b)) => a != b || (a == Logical::Imply && is_right),
        (Shape::Binary(a), Shape::Binary(b)) => {
            let (a, b) = (level(a), level(b));
            b < a || b == a && is_right
        }
        _ => true,
    };
    let (in_left, in_right) = (is_lower(&left, false), is_lower(&right, true));
    let left = left.in_parentheses(in_left);
    let right = right.in_parentheses(in_right);
    Part {
        text: format!("{left} {spelling} {right}"),
        shape,
    }
}

/// Whether two readings are both true or both false, wherever they are tried.
fn agree(a: &Rendered, b: &Rendered) -> bool {
    let mut names: Vec<(&str, bool)> = Vec::new();
    for term in &a.terms {
        if let Tried::Variable { name, is_state } = term
            && !names.iter().any(|(other, _)| other == name)
        {
            names.push((name, *is_state));
        }
    }
    let mut random = 1u64;
    (0..TRIALS).all(|trial| {
        let mut digits = trial;
        let values: Vec<i32> = names
            .iter()
            .map(|&(_, is_state)| {
                // All combinations of a few variables; of many, whatever comes.
                let choice = match names.len() {
                    ..=4 => digits,
                    _ => {
                        random = random
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1);
                        random >> 33
                    }
                };
                digits /= VALUES.len() as u64;
                let value = VALUES[(choice % VALUES.len() as u64) as usize];
                if is_state { value & 1 } else { value }
            })
            .collect();
        let value = |name: &str| {
            let place = names.iter().position(|(other, _)| *other == name);
            place.map_or(0, |place| values[place])
        };
        let is_true = |read: &Rendered| evaluate(&read.terms, &value).map(|value| value != 0);
        is_true(a) == is_true(b)
    })
}

/// The value of an expression, unless its evaluation fails: the arena computes constants at once.
fn evaluate(terms: &[Tried], value: &dyn Fn(&str) -> i32) -> Option<i32> {
    let mut arena = Expressions::default();
    let mut draft = arena.begin();
    for term in terms {
        match term {
            Tried::Number(number) => arena.push(&mut draft, Op::Constant(*number)),
            Tried::Variable { name, .. } => arena.push(&mut draft, Op::Constant(value(name))),
            Tried::Other(Term::Unary(operator)) => arena.unary(&mut draft, *operator),
            Tried::Other(Term::Binary(operator)) => arena.binary(&mut draft, *operator),
            Tried::Other(Term::Left(logical)) => {
                let test = match logical {
                    Logical::And => Test::And,
                    Logical::Or => Test::Or,
                    Logical::Imply => Test::Imply,
                };
                arena.left(&mut draft, test);
            }
            Tried::Other(_) => arena.right(&mut draft, TruthRule::NonZero),
        }
    }
    let code = arena.finish(draft);
    match arena.code(code) {
        [Op::Constant(value)] => Some(*value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parser::parse_expression;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let expression = parse_expression(text).expect("an expression");
        let found = readings(text, &expression);
        let found = found.map(|found| (found.ours, found.usual));
        let expected = expected.map(|(ours, usual)| (ours.to_owned(), usual.to_owned()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn and_after_or_is_read_otherwise() {
        check(
            "a == 1 or b == 1 and c == 1",
            Some((
                "(a == 1 or b == 1) and c == 1",
                "a == 1 or (b == 1 and c == 1)",
            )),
        );
        check(
            "a || b && c[i+1]",
            Some(("(a || b) && c[i + 1]", "a || (b && c[i + 1])")),
        );
        check(
            "x and (a or b and P.q) imply y",
            Some((
                "(x and (a or b) and P.q) imply y",
                "(x and (a or (b and P.q))) imply y",
            )),
        );
    }

    #[test]
    fn not_before_a_comparison_is_read_otherwise() {
        check("not x == 1", Some(("(not x) == 1", "not (x == 1)")));
        check(
            "not (x + 1) < 2",
            Some(("(not (x + 1)) < 2", "not (x + 1 < 2)")),
        );
    }

    #[test]
    fn clear_expressions_and_equal_readings_are_let_pass() {
        for text in [
            "a and b or c",
            "(a or b) and c",
            "a or (b and c)",
            "a or b and a",
            "not x and y or z",
            "(not x) == 1",
            "not (x == 1)",
            "not x == 0",
            "not P.q == 1",
            "x == 1",
        ] {
            check(text, None);
        }
    }
}

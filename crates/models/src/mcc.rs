//! The formulas of the Model Checking Contest: XML, linear temporal logic about place/transition nets.
//!
//! A formula speaks of all paths; its atoms compare sums of tokens or say that one of some transitions can fire.  Elements are
//! followed with an explicit stack, so that nesting costs no recursion.

use std::ops::Range;

use lariat_ltl::{Formula, Formulas, Node};

use crate::pnml::{Comparison, Error, ErrorKind, Errors, MarkingProposition, Net, Sort, Sum};
use crate::xml::{Open, Token, Tokens};
use lariat_model::{NamedFormula, closest};

/// The formulas of a file.
#[derive(Clone, Debug, Default)]
pub struct Contest {
    /// The formulas, in order.
    pub asked: Vec<NamedFormula>,
    /// The atoms' names, each with the number of its proposition in the letters of the net.
    pub atoms: Vec<(String, usize)>,
}

/// Reads the formulas of a file about a net, which then watches their propositions.
///
/// # Errors
/// The first fault that was found.
///
/// ```
/// use lariat_ltl::{Formulas, Notation, print};
/// use lariat_models::{mcc, pnml::Net};
///
/// let mut net = Net::parse(
///     r#"<pnml><net id="n" type="ptnet"><place id="p"/><transition id="t"/>
///        <arc source="t" target="p"/></net></pnml>"#,
/// )?;
/// let mut formulas = Formulas::new();
/// let contest = mcc::read(
///     "<property-set><property><id>one</id><formula><all-paths><globally>
///        <integer-le><tokens-count><place>p</place></tokens-count>
///                    <integer-constant>2</integer-constant></integer-le>
///      </globally></all-paths></formula></property></property-set>",
///     &mut net,
///     &mut formulas,
/// )?;
/// assert_eq!(contest.asked[0].name, "one");
/// let text = print(&formulas, contest.asked[0].formula, Notation::Spot).expect("it has no past");
/// assert_eq!(text, "G\"p <= 2\"");
/// # Ok::<(), lariat_models::pnml::Errors>(())
/// ```
pub fn read(text: &str, net: &mut Net, formulas: &mut Formulas) -> Result<Contest, Errors> {
    let mut reading = Reading {
        tokens: Tokens::new(text),
        net,
        formulas,
        open: Vec::new(),
        contest: Contest::default(),
    };
    reading.read_all()?;
    Ok(reading.contest)
}

/// An element that is open, with what stands in it so far.
struct Frame {
    name: String,
    span: Range<usize>,
    /// The text in it, without that of inner elements, and where it stands.
    text: String,
    text_span: Range<usize>,
    formulas: Vec<Formula>,
    sums: Vec<Sum>,
    /// Numbers of places or of transitions.
    nodes: Vec<u32>,
    /// The id of a property.
    id: Option<String>,
}

struct Reading<'r, 't> {
    tokens: Tokens<'t>,
    net: &'r mut Net,
    formulas: &'r mut Formulas,
    open: Vec<Frame>,
    contest: Contest,
}

impl Reading<'_, '_> {
    fn read_all(&mut self) -> Result<(), Error> {
        loop {
            match self.tokens.next()? {
                Token::Open(tag) => self.enter(&tag)?,
                Token::Close => {
                    if let Some(frame) = self.open.pop() {
                        self.leave(&frame)?;
                    }
                }
                Token::Text(text) => self.text(&text),
                Token::Comment(_) => {}
                Token::End => return Ok(()),
            }
        }
    }

    fn enter(&mut self, tag: &Open<'_>) -> Result<(), Error> {
        if self.open.is_empty() && tag.name() != "property-set" {
            let kind = ErrorKind::WrongElement {
                wanted: "property-set",
                found: tag.name().to_owned(),
            };
            return Err(Error::new(kind, tag.span()));
        }
        let end = tag.span().end;
        self.open.push(Frame {
            name: tag.name().to_owned(),
            span: tag.span(),
            text: String::new(),
            text_span: end..end,
            formulas: Vec::new(),
            sums: Vec::new(),
            nodes: Vec::new(),
            id: None,
        });
        Ok(())
    }

    fn text(&mut self, text: &str) {
        let span = self.tokens.span();
        if let Some(frame) = self.open.last_mut() {
            frame.text.push_str(text);
            frame.text_span.end = span.end;
        }
    }

    /// Makes of an element that is complete what it means, for the element around it.
    fn leave(&mut self, frame: &Frame) -> Result<(), Error> {
        match frame.name.as_str() {
            "property-set" | "description" | "tags" => Ok(()),
            "id" => {
                if let Some(parent) = self.open.last_mut() {
                    parent.id = Some(frame.text.trim().to_owned());
                }
                Ok(())
            }
            "property" => self.property(frame),
            "place" => {
                let place = self.net.place(frame.text.trim());
                let node = place.ok_or_else(|| self.unknown(frame, Sort::Place))?;
                self.give_node(node);
                Ok(())
            }
            "transition" => {
                let transition = self.net.transition(frame.text.trim());
                let node = transition.ok_or_else(|| self.unknown(frame, Sort::Transition))?;
                self.give_node(node);
                Ok(())
            }
            "integer-constant" | "tokens-count" | "integer-sum" | "integer-difference" => {
                let sum = self.sum(frame)?;
                if let Some(parent) = self.open.last_mut() {
                    parent.sums.push(sum);
                }
                Ok(())
            }
            _ => {
                let formula = self.formula(frame)?;
                if let Some(parent) = self.open.last_mut() {
                    parent.formulas.push(formula);
                }
                Ok(())
            }
        }
    }

    fn give_node(&mut self, node: u32) {
        if let Some(parent) = self.open.last_mut() {
            parent.nodes.push(node);
        }
    }

    fn property(&mut self, frame: &Frame) -> Result<(), Error> {
        let missing = || {
            let kind = ErrorKind::WrongElement {
                wanted: "id",
                found: "property".to_owned(),
            };
            Error::new(kind, frame.span.clone())
        };
        let id = frame.id.clone().ok_or_else(missing)?;
        let formula = one(frame, &frame.formulas)?;
        self.contest.asked.push(NamedFormula { name: id, formula });
        Ok(())
    }

    fn unknown(&self, frame: &Frame, sort: Sort) -> Error {
        let name = frame.text.trim();
        let suggestion = match sort {
            Sort::Transition => closest(name, self.net.transition_ids()),
            Sort::Place | Sort::Node => closest(name, self.net.place_ids()),
        };
        let kind = ErrorKind::Undeclared {
            sort,
            name: name.to_owned(),
            suggestion,
        };
        Error::new(kind, frame.text_span.clone())
    }

    fn sum(&self, frame: &Frame) -> Result<Sum, Error> {
        let too_large = || Error::new(ErrorKind::NumberTooLarge, frame.span.clone());
        let mut sum = Sum::default();
        match frame.name.as_str() {
            "integer-constant" => {
                let number = frame.text.trim().parse().map_err(|_| {
                    let kind = ErrorKind::Expected {
                        wanted: "a number",
                        found: format!("`{}`", frame.text.trim()),
                    };
                    Error::new(kind, frame.text_span.clone())
                })?;
                sum.add_number(number).ok_or_else(too_large)?;
            }
            "integer-difference" => {
                let [left, right] = two(frame, &frame.sums)?;
                sum.add(&left, 1).ok_or_else(too_large)?;
                sum.add(&right, -1).ok_or_else(too_large)?;
            }
            _ => {
                for &place in &frame.nodes {
                    sum.add_place(place, 1).ok_or_else(too_large)?;
                }
                for other in &frame.sums {
                    sum.add(other, 1).ok_or_else(too_large)?;
                }
            }
        }
        Ok(sum)
    }

    fn formula(&mut self, frame: &Frame) -> Result<Formula, Error> {
        let operands = &frame.formulas;
        let comparison = match frame.name.as_str() {
            "integer-le" => Comparison::AtMost,
            "integer-lt" => Comparison::Less,
            "integer-ge" => Comparison::AtLeast,
            "integer-gt" => Comparison::Greater,
            "integer-eq" => Comparison::Equal,
            "integer-ne" => Comparison::Differ,
            "is-fireable" => {
                return Ok(self.atom(MarkingProposition::fireable(frame.nodes.clone())));
            }
            _ => return self.operator(frame, operands),
        };
        let [left, right] = two(frame, &frame.sums)?;
        let proposition = MarkingProposition::comparison(left, comparison, right);
        let too_large = || Error::new(ErrorKind::NumberTooLarge, frame.span.clone());
        Ok(self.atom(proposition.ok_or_else(too_large)?))
    }

    fn operator(&mut self, frame: &Frame, operands: &[Formula]) -> Result<Formula, Error> {
        let node = match frame.name.as_str() {
            "formula" | "all-paths" | "before" | "reach" => return one(frame, operands),
            "true" => Node::True,
            "false" => Node::False,
            "negation" => Node::Not(one(frame, operands)?),
            "conjunction" => return Ok(self.formulas.all(operands.iter().copied())),
            "disjunction" => return Ok(self.formulas.any(operands.iter().copied())),
            "implication" => {
                let [a, b] = two(frame, operands)?;
                Node::Implies(a, b)
            }
            "equivalence" => {
                let [a, b] = two(frame, operands)?;
                Node::Iff(a, b)
            }
            "exclusive-disjunction" => {
                let [a, b] = two(frame, operands)?;
                Node::Xor(a, b)
            }
            "next" => Node::Next(one(frame, operands)?),
            "finally" => Node::Finally(one(frame, operands)?),
            "globally" => Node::Globally(one(frame, operands)?),
            "until" => {
                let [a, b] = two(frame, operands)?;
                Node::Until(a, b)
            }
            other => {
                let kind = ErrorKind::NotLtl(other.to_owned());
                return Err(Error::new(kind, frame.span.clone()));
            }
        };
        Ok(self.formulas.make(node))
    }

    /// A proposition as a formula; what is true everywhere or nowhere is a constant.
    fn atom(&mut self, proposition: MarkingProposition) -> Formula {
        let proposition = self.net.simplified(proposition);
        if let MarkingProposition::Constant(value) = proposition {
            return self
                .formulas
                .make(if value { Node::True } else { Node::False });
        }
        let name = self.net.spell(&proposition);
        let number = self.net.watch_proposition(proposition);
        let formula = self.formulas.atom(&name);
        self.contest.atoms.push((name, number));
        formula
    }
}

/// The only operand of an element.
fn one<T: Clone>(frame: &Frame, operands: &[T]) -> Result<T, Error> {
    match operands {
        [only] => Ok(only.clone()),
        _ => Err(count(frame, "one operand", operands.len())),
    }
}

/// The two operands of an element.
fn two<T: Clone>(frame: &Frame, operands: &[T]) -> Result<[T; 2], Error> {
    match operands {
        [first, second] => Ok([first.clone(), second.clone()]),
        _ => Err(count(frame, "two operands", operands.len())),
    }
}

fn count(frame: &Frame, wanted: &'static str, given: usize) -> Error {
    let kind = ErrorKind::OperandCount {
        operator: frame.name.clone(),
        wanted,
        given,
    };
    Error::new(kind, frame.span.clone())
}

//! Reads PNML (ISO/IEC 15909-2) into a list of nodes and arcs, as the text has them.
//!
//! What a place/transition net is made of is read; names, graphics and what tools keep for themselves is skipped, but
//! nothing that would change the meaning is: colours, inhibitor arcs and the like are refused.  Elements
//! are followed with an explicit stack, so that nesting costs no recursion.

use std::ops::Range;

use super::error::{Error, ErrorKind, Warning, WarningKind};
use crate::xml::{Open, Token, Tokens};
use lariat_model::{Comments, UnknownRequest};

/// A word of the text, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub(super) word: String,
    pub(super) span: Range<usize>,
}

/// What a node of the text is.
#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    Place {
        tokens: u32,
    },
    Transition,
    /// A stand-in for a place on another page.
    PlaceReference(Located),
    /// A stand-in for a transition on another page.
    TransitionReference(Located),
}

/// A node of the text.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) id: Located,
    pub(super) kind: NodeKind,
}

/// An arc of the text.
#[derive(Clone, Debug)]
pub(super) struct Arc {
    /// It need not have one.
    pub(super) id: Option<Located>,
    pub(super) source: Located,
    pub(super) target: Located,
    pub(super) weight: u32,
    pub(super) span: Range<usize>,
}

/// A net as the text has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) nodes: Vec<Node>,
    pub(super) arcs: Vec<Arc>,
    pub(super) comments: Comments,
    pub(super) warnings: Vec<Warning>,
}

/// The heaviest weight of an arc.
pub(super) const MOST_WEIGHT: u32 = 1 << 31;

/// An element that is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    Pnml,
    Net,
    Page,
    Place,
    Transition,
    Arc,
    /// The initial marking of the place that was met last.
    Marking,
    /// The weight of the arc that was met last.
    Weight,
    /// The number in one of the two.
    Number,
    /// Nothing in here counts.
    Skipped,
}

/// The state of reading.
struct Reading<'t> {
    tokens: Tokens<'t>,
    open: Vec<Element>,
    draft: Draft,
    has_net: bool,
    /// The number that is being read, if its element has begun.
    number: Option<(String, Range<usize>)>,
    /// Where the marking or the weight begins.
    label: Range<usize>,
}

/// Reads a document.
pub(super) fn read(text: &str) -> Result<Draft, Error> {
    let mut reading = Reading {
        tokens: Tokens::new(text),
        open: Vec::new(),
        draft: Draft::default(),
        has_net: false,
        number: None,
        label: 0..0,
    };
    reading.read_all()?;
    if !reading.has_net {
        return Err(Error::new(ErrorKind::NoNet, text.len()..text.len()));
    }
    Ok(reading.draft)
}

impl Reading<'_> {
    fn read_all(&mut self) -> Result<(), Error> {
        loop {
            match self.tokens.next()? {
                Token::Open(tag) => {
                    let element = self.enter(&tag)?;
                    self.open.push(element);
                }
                Token::Close => {
                    let closed = self.open.pop();
                    self.leave(closed)?;
                }
                Token::Text(text) => {
                    if let (Some(Element::Number), Some((number, span))) =
                        (self.open.last(), &mut self.number)
                    {
                        number.push_str(&text);
                        span.end = self.tokens.span().end;
                    }
                }
                Token::Comment(comment) => self.comment(comment),
                Token::End => return Ok(()),
            }
        }
    }

    /// What the element that begins is, where it stands.
    fn enter(&mut self, tag: &Open<'_>) -> Result<Element, Error> {
        let Some(&parent) = self.open.last() else {
            return match tag.name() {
                "pnml" => Ok(Element::Pnml),
                other => Err(Error::new(
                    ErrorKind::WrongElement {
                        wanted: "pnml",
                        found: other.to_owned(),
                    },
                    tag.span(),
                )),
            };
        };
        match (parent, tag.name()) {
            (Element::Pnml, "net") => self.enter_net(tag),
            (Element::Net | Element::Page, name) => self.enter_page_part(tag, name),
            (Element::Place, "initialMarking") => Ok(self.enter_label(tag, Element::Marking)),
            (Element::Arc, "inscription") => Ok(self.enter_label(tag, Element::Weight)),
            (Element::Marking | Element::Weight, "text") => {
                let end = self.tokens.span().end;
                self.number = Some((String::new(), end..end));
                Ok(Element::Number)
            }
            (Element::Place, "hlinitialMarking" | "type")
            | (Element::Transition, "condition")
            | (Element::Arc, "hlinscription") => Err(Error::new(ErrorKind::Coloured, tag.span())),
            (Element::Arc, "type") => plain_arc(tag),
            _ => Ok(Element::Skipped),
        }
    }

    fn enter_net(&mut self, tag: &Open<'_>) -> Result<Element, Error> {
        if self.has_net {
            return Err(Error::new(ErrorKind::SeveralNets, tag.span()));
        }
        self.has_net = true;
        let kind = required(tag, "type")?;
        let is = |ending: &str| kind.word.trim_end_matches('/').ends_with(ending);
        if is("/ptnet") || kind.word == "ptnet" {
            return Ok(Element::Net);
        }
        let is_coloured = ["symmetricnet", "highlevelnet", "pt-hlpng", "hlpn"];
        let kind_of_error = match is_coloured.into_iter().any(is) {
            true => ErrorKind::Coloured,
            false => ErrorKind::OtherType(kind.word.clone()),
        };
        Err(Error::new(kind_of_error, kind.span))
    }

    fn enter_page_part(&mut self, tag: &Open<'_>, name: &str) -> Result<Element, Error> {
        let (kind, element) = match name {
            "page" => return Ok(Element::Page),
            "place" => (NodeKind::Place { tokens: 0 }, Element::Place),
            "transition" => (NodeKind::Transition, Element::Transition),
            "referencePlace" => {
                let place = required(tag, "ref")?;
                (NodeKind::PlaceReference(place), Element::Skipped)
            }
            "referenceTransition" => {
                let transition = required(tag, "ref")?;
                (NodeKind::TransitionReference(transition), Element::Skipped)
            }
            "arc" => {
                let id = tag.attribute("id")?;
                self.draft.arcs.push(Arc {
                    id: id.map(|(word, span)| Located { word, span }),
                    source: required(tag, "source")?,
                    target: required(tag, "target")?,
                    weight: 1,
                    span: tag.span(),
                });
                return Ok(Element::Arc);
            }
            "declaration" => return Err(Error::new(ErrorKind::Coloured, tag.span())),
            _ => return Ok(Element::Skipped),
        };
        let id = required(tag, "id")?;
        self.draft.nodes.push(Node { id, kind });
        Ok(element)
    }

    fn enter_label(&mut self, tag: &Open<'_>, element: Element) -> Element {
        self.label = tag.span();
        self.number = None;
        element
    }

    fn leave(&mut self, closed: Option<Element>) -> Result<(), Error> {
        let missing = |name| Error::new(ErrorKind::NoNumber(name), self.label.clone());
        match closed {
            Some(Element::Marking) => {
                let (text, span) = self.number.take().ok_or(missing("initialMarking"))?;
                let bad = || Error::new(ErrorKind::BadMarking(text.trim().to_owned()), span);
                let number = text.trim().parse().map_err(|_| bad())?;
                if let Some(Node {
                    kind: NodeKind::Place { tokens },
                    ..
                }) = self.draft.nodes.last_mut()
                {
                    *tokens = number;
                }
            }
            Some(Element::Weight) => {
                let (text, span) = self.number.take().ok_or(missing("inscription"))?;
                let number = text.trim().parse().ok();
                let number = number.filter(|number| (1..=MOST_WEIGHT).contains(number));
                let bad = || Error::new(ErrorKind::BadWeight(text.trim().to_owned()), span);
                let number = number.ok_or_else(bad)?;
                if let Some(arc) = self.draft.arcs.last_mut() {
                    arc.weight = number;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes what a comment asks of Lariat.
    fn comment(&mut self, comment: &str) {
        let span = self.tokens.span();
        let comments = &mut self.draft.comments;
        let noted = comments.note(comment, span.start + "<!--".len());
        // The transitions of a net have names anyway.
        if noted == Err(UnknownRequest) || !comments.labels.is_empty() {
            comments.labels.clear();
            let warning = Warning::new(WarningKind::UnknownRequest, span);
            self.draft.warnings.push(warning);
        }
    }
}

/// An arc that says of itself what it is must be a plain one.
fn plain_arc(tag: &Open<'_>) -> Result<Element, Error> {
    match tag.attribute("value")? {
        Some((value, _)) if value == "normal" => Ok(Element::Skipped),
        Some((value, span)) => Err(Error::new(ErrorKind::SpecialArc(value), span)),
        None => Err(Error::new(
            ErrorKind::SpecialArc("typed".to_owned()),
            tag.span(),
        )),
    }
}

fn required(tag: &Open<'_>, attribute: &'static str) -> Result<Located, Error> {
    let missing = || {
        Error::new(
            ErrorKind::MissingAttribute {
                element: tag.name().to_owned(),
                attribute,
            },
            tag.span(),
        )
    };
    let (word, span) = tag.attribute(attribute)?.ok_or_else(missing)?;
    Ok(Located { word, span })
}

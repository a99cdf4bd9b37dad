//! Reads the part of DOT that Lariat writes: nodes and arrows with their attributes, one graph, no ports, no
//! subgraphs, no markup.

use std::collections::HashMap;

use crate::PictureError;
use crate::diagram::{Diagram, DiagramEdge, DiagramNode, Shape};

/// A part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    /// A name, a number or a quoted text.
    Word(String),
    Arrow,
    Sign(char),
}

type Attributes = HashMap<String, String>;

/// Reads a graph.
pub(crate) fn read(text: &str) -> Result<Diagram, PictureError> {
    let tokens = tokens(text)?;
    let body = tokens.iter().position(|token| *token == Token::Sign('{'));
    let mut reader = Reader {
        tokens: &tokens,
        next: body.map_or(tokens.len(), |place| place + 1),
        defaults: Attributes::new(),
        numbers: HashMap::new(),
        diagram: Diagram::default(),
    };
    while reader.statement()? {}
    Ok(reader.diagram)
}

fn tokens(text: &str) -> Result<Vec<Token>, PictureError> {
    let mut tokens = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' => tokens.push(Token::Word(quoted(&mut rest)?)),
            '-' if rest.next_if_eq(&'>').is_some() => tokens.push(Token::Arrow),
            '{' | '}' | '[' | ']' | '=' | ',' | ';' => tokens.push(Token::Sign(c)),
            c if c.is_whitespace() => {}
            c => {
                let mut word = String::from(c);
                let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '.');
                while let Some(c) = rest.next_if(is_part) {
                    word.push(c);
                }
                tokens.push(Token::Word(word));
            }
        }
    }
    Ok(tokens)
}

/// The text up to the closing quote.
fn quoted(rest: &mut impl Iterator<Item = char>) -> Result<String, PictureError> {
    let mut text = String::new();
    while let Some(c) = rest.next() {
        match c {
            '"' => return Ok(text),
            '\\' => match rest.next() {
                Some('n') => text.push('\n'),
                escaped => text.extend(escaped),
            },
            c => text.push(c),
        }
    }
    Err(PictureError::Syntax)
}

struct Reader<'t> {
    tokens: &'t [Token],
    next: usize,
    /// The attributes of nodes that do not say otherwise.
    defaults: Attributes,
    numbers: HashMap<String, usize>,
    diagram: Diagram,
}

impl Reader<'_> {
    fn take(&mut self, sign: &Token) -> bool {
        let is_next = self.tokens.get(self.next) == Some(sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn word(&mut self) -> Result<String, PictureError> {
        match self.tokens.get(self.next) {
            Some(Token::Word(word)) => {
                self.next += 1;
                Ok(word.clone())
            }
            _ => Err(PictureError::Syntax),
        }
    }

    /// Reads a statement; false at the end of the graph.
    fn statement(&mut self) -> Result<bool, PictureError> {
        if self.take(&Token::Sign('}')) {
            return Ok(false);
        }
        if self.take(&Token::Sign(';')) {
            return Ok(true);
        }
        let word = self.word()?;
        if self.take(&Token::Sign('=')) {
            let value = self.word()?;
            self.diagram.sideways |= word == "rankdir" && value == "LR";
        } else if word == "node" {
            self.defaults = self.attributes()?;
        } else if self.take(&Token::Arrow) {
            let to = self.word()?;
            let attributes = self.attributes()?;
            self.edge(&word, &to, &attributes);
        } else {
            let attributes = self.attributes()?;
            let number = self.number(&word);
            self.diagram.nodes[number] = node(&word, &self.defaults, &attributes);
        }
        Ok(true)
    }

    fn attributes(&mut self) -> Result<Attributes, PictureError> {
        let mut attributes = Attributes::new();
        if !self.take(&Token::Sign('[')) {
            return Ok(attributes);
        }
        while !self.take(&Token::Sign(']')) {
            let name = self.word()?;
            if !self.take(&Token::Sign('=')) {
                return Err(PictureError::Syntax);
            }
            attributes.insert(name, self.word()?);
            self.take(&Token::Sign(','));
        }
        Ok(attributes)
    }

    /// The number of a node; one that is not declared has its name for a label.
    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.numbers.len();
        self.numbers.insert(name.to_owned(), number);
        let node = node(name, &self.defaults, &Attributes::new());
        self.diagram.nodes.push(node);
        number
    }

    /// Adds an arrow; loops at one node share one.
    fn edge(&mut self, from: &str, to: &str, attributes: &Attributes) {
        let (from, to) = (self.number(from), self.number(to));
        let label = attributes.get("label").map_or(Vec::new(), |it| lines(it));
        let mut edges = self.diagram.edges.iter_mut();
        if let Some(other) = edges.find(|edge| from == to && (edge.from, edge.to) == (from, to)) {
            return other.label.extend(label);
        }
        let has_head = attributes.get("dir").is_none_or(|way| way != "none");
        self.diagram.edges.push(DiagramEdge {
            from,
            to,
            label,
            has_head,
        });
    }
}

/// The lines of a label; an empty one has none.
fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn node(name: &str, defaults: &Attributes, own: &Attributes) -> DiagramNode {
    let attribute = |key: &str| {
        let value = own.get(key).or_else(|| defaults.get(key));
        value.map_or("", String::as_str)
    };
    let label = own.get("label").map_or(name, String::as_str);
    let is_twice = attribute("peripheries") == "2";
    let shape = match attribute("shape") {
        "point" if attribute("style").contains("invis") => Shape::Start,
        "point" => Shape::Fork,
        "box" if label.is_empty() => Shape::End,
        "box" if is_twice => Shape::AcceptingBox,
        "box" => Shape::Box,
        "doublecircle" => Shape::DoubleCircle,
        _ => Shape::Circle,
    };
    DiagramNode {
        name: name.to_owned(),
        label: lines(label),
        shape,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_and_arrows_are_read() {
        let text = "digraph \"a {\\\"}\" {\n rankdir=LR\n label=\"x\"; node [shape=box, style=\"rounded\"]\n \
                    I [label=\"\", shape=point, style=invis]\n I -> 0\n 0 [label=\"p\\nq\"]; 0 -> 1 [label=\"a \\\\ {0}\", dir=none]\n }";
        let diagram = read(text).expect("it is a graph");
        assert!(diagram.sideways);
        let shapes: Vec<Shape> = diagram.nodes.iter().map(|node| node.shape).collect();
        assert_eq!(shapes, [Shape::Start, Shape::Box, Shape::Box]);
        assert_eq!(diagram.nodes[1].label, ["p", "q"]);
        assert_eq!(diagram.nodes[2].label, ["1"]);
        assert_eq!(diagram.edges[1].label, ["a \\ {0}"]);
        assert!(diagram.edges[0].has_head && !diagram.edges[1].has_head);
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        for text in [
            "",
            "digraph",
            "digraph { a -> ",
            "digraph { a [label=\"",
            "digraph { a [x y] }",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

//! XML as a stream of tokens, each with its place in the text.
//!
//! quick-xml splits the text; what this layer adds is what its readers rely on: elements are closed, there is one root, and a
//! document type declaration is refused, because that is where entities come from, those that blow a text up and
//! those that fetch other files.  Of references only characters and the five predefined entities are known.

use std::borrow::Cow;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

/// A piece of a document.
pub(crate) enum Token<'t> {
    /// The begin of an element.
    Open(Open<'t>),
    /// The end of the element that was opened last and is not closed yet.
    Close,
    /// Text inside an element, or a part of it.
    Text(Cow<'t, str>),
    /// The inside of a comment.
    Comment(&'t str),
    /// The end of the document.
    End,
}

/// The begin of an element.
pub(crate) struct Open<'t> {
    text: &'t str,
    tag: BytesStart<'t>,
    span: Range<usize>,
}

/// What is wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum XmlErrorKind {
    /// The text is not XML.
    #[error("this is not XML: {0}")]
    Malformed(String),
    /// An element is never closed.
    #[error("the element `{0}` is never closed")]
    Unclosed(String),
    /// There is no element at all.
    #[error("there is no XML element in this text")]
    Empty,
    /// Something stands outside the outermost element.
    #[error("nothing may stand behind the outermost element")]
    BehindRoot,
    /// Text stands outside all elements.
    #[error("text may only stand inside an element")]
    TextOutside,
    /// A document type declaration, where entities come from.
    #[error("a document type declaration is refused: entities are neither expanded nor fetched")]
    DocumentType,
    /// A reference to an entity that nobody declared.
    #[error(
        "the entity `&{0};` is not known: only characters and &lt; &gt; &amp; &apos; &quot; are"
    )]
    UnknownEntity(String),
}

/// A fault of a document, located in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct XmlError {
    pub(crate) kind: XmlErrorKind,
    pub(crate) span: Range<usize>,
}

/// The tokens of a document.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    /// Reads the text behind the byte order mark.
    reader: Reader<&'t [u8]>,
    /// Where the reader began.
    begin: usize,
    /// The names of the elements that are open, as stretches of the text.
    open: Vec<Range<usize>>,
    has_root: bool,
    /// Where the token that was read last stands.
    span: Range<usize>,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let behind_mark = text.trim_start_matches('\u{feff}');
        let mut reader = Reader::from_str(behind_mark);
        reader.config_mut().expand_empty_elements = true;
        Self {
            text,
            reader,
            begin: text.len() - behind_mark.len(),
            open: Vec::new(),
            has_root: false,
            span: 0..0,
        }
    }

    /// Where the token that was read last stands.
    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn position(&self) -> usize {
        self.place(self.reader.buffer_position())
    }

    /// The place in the text that the reader calls so.
    fn place(&self, position: u64) -> usize {
        (self.begin + position as usize).min(self.text.len())
    }

    fn error(&self, kind: XmlErrorKind) -> XmlError {
        XmlError {
            kind,
            span: self.span.clone(),
        }
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<Token<'t>, XmlError> {
        loop {
            let start = self.position();
            let event = self.reader.read_event();
            self.span = start..self.position();
            let event = event.map_err(|error| {
                let place = self.place(self.reader.error_position());
                self.span.start = place.min(self.span.end);
                self.error(XmlErrorKind::Malformed(error.to_string()))
            })?;
            if let Some(token) = self.token(event)? {
                return Ok(token);
            }
        }
    }

    /// The token of an event, if it is one that readers look at.
    fn token(&mut self, event: Event<'t>) -> Result<Option<Token<'t>>, XmlError> {
        let token = match event {
            Event::Start(tag) => Token::Open(self.open(tag)?),
            Event::End(_) => {
                self.open.pop();
                Token::Close
            }
            Event::Text(text) => match self.inside(text.xml10_content())? {
                Some(text) => Token::Text(text),
                None => return Ok(None),
            },
            Event::CData(data) => match self.inside(data.xml10_content())? {
                Some(text) => Token::Text(text),
                None => return Ok(None),
            },
            Event::GeneralRef(reference) => {
                let name = reference.xml10_content().into_owned();
                let unknown = || self.error(XmlErrorKind::UnknownEntity(name.clone()));
                let resolved: Cow<'t, str> = match reference.resolve_char_ref() {
                    Ok(Some(character)) => character.to_string().into(),
                    Ok(None) => resolve_xml_entity(&name).ok_or_else(unknown)?.into(),
                    Err(_) => return Err(unknown()),
                };
                match self.inside(resolved)? {
                    Some(text) => Token::Text(text),
                    None => return Ok(None),
                }
            }
            Event::Comment(_) => {
                let comment = &self.text[self.span.clone()];
                let comment = comment.strip_prefix("<!--").unwrap_or(comment);
                Token::Comment(comment.strip_suffix("-->").unwrap_or(comment))
            }
            Event::DocType(_) => return Err(self.error(XmlErrorKind::DocumentType)),
            Event::Eof => return self.end().map(Some),
            Event::Decl(_) | Event::PI(_) | Event::Empty(_) => return Ok(None),
        };
        Ok(Some(token))
    }

    /// Text, which may be blank only outside the root.
    fn inside(&self, text: Cow<'t, str>) -> Result<Option<Cow<'t, str>>, XmlError> {
        if !self.open.is_empty() {
            return Ok(Some(text));
        }
        match text.trim().is_empty() {
            true => Ok(None),
            false if self.has_root => Err(self.error(XmlErrorKind::BehindRoot)),
            false => Err(self.error(XmlErrorKind::TextOutside)),
        }
    }

    fn open(&mut self, tag: BytesStart<'t>) -> Result<Open<'t>, XmlError> {
        if self.open.is_empty() && self.has_root {
            return Err(self.error(XmlErrorKind::BehindRoot));
        }
        self.has_root = true;
        let malformed = |message: String| self.error(XmlErrorKind::Malformed(message));
        if !is_name(tag.name().0) {
            return Err(malformed(format!("`{}` is no name", tag.name().0)));
        }
        for attribute in tag.attributes() {
            attribute.map_err(|error| malformed(without_offset(&error.to_string())))?;
        }
        let span = self.span();
        let name = span.start + 1..(span.start + 1 + tag.name().0.len()).min(self.text.len());
        self.open.push(name);
        Ok(Open {
            text: self.text,
            tag,
            span,
        })
    }

    fn end(&mut self) -> Result<Token<'t>, XmlError> {
        if let Some(name) = self.open.pop() {
            self.span = name.clone();
            let name = self.text.get(name).unwrap_or_default().to_owned();
            return Err(self.error(XmlErrorKind::Unclosed(name)));
        }
        match self.has_root {
            true => Ok(Token::End),
            false => Err(self.error(XmlErrorKind::Empty)),
        }
    }
}

/// The message of the library without its `position 16: `, which counts from nowhere that a reader can see.
fn without_offset(message: &str) -> String {
    let behind = message
        .strip_prefix("position ")
        .and_then(|rest| rest.split_once(": "));
    behind.map_or(message, |(_, words)| words).to_owned()
}

/// Whether an element may be called so.
fn is_name(word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.');
    word.starts_with(|c: char| c.is_alphabetic() || c == '_') && word.chars().all(is_part)
}

impl Open<'_> {
    /// The element's name, without the prefix of a namespace.
    pub(crate) fn name(&self) -> &str {
        self.tag.local_name().into_inner()
    }

    /// Where the tag stands.
    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The value of an attribute, and where it stands.
    pub(crate) fn attribute(&self, name: &str) -> Result<Option<(String, Range<usize>)>, XmlError> {
        // Malformed ones were refused when the element was opened.
        for attribute in self.tag.attributes().flatten() {
            if attribute.key.local_name().into_inner() != name {
                continue;
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|error| XmlError {
                kind: XmlErrorKind::Malformed(error.to_string()),
                span: self.span.clone(),
            })?;
            let span = self.place_of(&attribute.value);
            return Ok(Some((value.into_owned(), span)));
        }
        Ok(None)
    }

    /// Where a part of the tag stands in the text; the tag itself if that cannot be told.
    fn place_of(&self, part: &str) -> Range<usize> {
        let offset = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        match offset {
            Some(start) if start + part.len() <= self.text.len() => start..start + part.len(),
            _ => self.span.clone(),
        }
    }
}

//! Front ends: model texts to models that are explored on the fly.
//!
//! * [`dve`] reads DVE, the language of DiVinE and of the BEEM benchmark set.
//! * [`aut`] reads labelled transition systems in the Aldebaran format.
//! * [`kripke`] reads Kripke structures, fair or not, in the Hanoi format.
//! * [`pnml`] reads place/transition nets, the format of the Model Checking Contest.
//! * [`mcc`] reads the contest's formulas about them.
//! * [`FORMATS`] is the table of all of them.
//!
//! ```
//! use lariat_diagnostics::Text;
//! use lariat_models::format_named;
//!
//! let dve = format_named("dve").expect("it is in the table");
//! let text = Text::new("lamp.dve", "process P { state q; init q; trans q -> q {}; } system async;");
//! let lamp = dve.read(&text)?.source;
//! assert_eq!(lamp.events(), ["P"]);
//! # Ok::<(), lariat_diagnostics::Diagnostics>(())
//! ```

pub mod aut;
pub mod dve;
mod formats;
pub mod kripke;
pub mod mcc;
pub mod pnml;
mod texts;
mod xml;

pub use formats::{format_named, format_of, names_of_formats};
pub use xml::XmlErrorKind;

use lariat_model::Format;

/// Every language of models: a new one is a folder, its module above, and its line here.  The command line, the page, messages, tests
/// and fuzzers read this table.
pub const FORMATS: &[&dyn Format] = &[
    &dve::DveFormat,
    &pnml::PnmlFormat,
    &aut::AldebaranFormat,
    &kripke::HanoiFormat,
];

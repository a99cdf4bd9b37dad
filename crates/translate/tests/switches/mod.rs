//! The tableau's improvements, each of which can be switched off.

use lariat_translate::tableau::TableauOptions;

/// One of the improvements.
pub(crate) type Switch = fn(&mut TableauOptions) -> &mut bool;

/// All of them, by name.
pub(crate) const SWITCHES: [(&str, Switch); 5] = [
    ("merging", |options| &mut options.merge),
    ("GF identity", |options| &mut options.gf_identity),
    ("subsumption", |options| &mut options.subsumption),
    ("sharing", |options| &mut options.share_acceptance),
    ("suspension", |options| &mut options.suspension),
];

//! The tests of this crate that go through its public interface, one program to link.

mod common;
mod conversions;
mod formats;
mod graphs;
mod hoa;
mod mutations;
mod operations;
mod stopping;
mod strength;

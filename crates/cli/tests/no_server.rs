//! A build without the server: `cargo test -p lariat-cli --no-default-features --test no_server`.

#![cfg(not(feature = "serve"))]

mod common;

#[test]
fn a_build_without_the_server_says_so() {
    for arguments in [&["serve"][..], &["serve", "--port", "0"]] {
        let (out, err) = common::check(arguments, "", 2);
        assert_eq!(out, "");
        assert!(err.contains("this build of lariat has no server"), "{err}");
    }
}

//! Texts that are no nets, and formulas that are none: each fault is told at its place, and no text is too odd or too deep.

use lariat_ltl::Formulas;
use lariat_model::{Model, Source, Strength, Successors};
use lariat_models::mcc;
use lariat_models::pnml::{Errors, Net};
use lariat_testkit::{any_text::model, rounds};

/// A net around some parts.
fn around(parts: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n\
         <net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n\
         <place id=\"idle\"/><place id=\"busy\"/><transition id=\"work\"/>{parts}</page></net></pnml>"
    )
}

#[track_caller]
fn told(errors: &Errors, text: &str, said: &str, of: &str) {
    let error = &errors.0[0];
    assert!(error.to_string().contains(said), "{text}: {error}");
    assert_eq!(&text[error.span.clone()], of, "{text}: {error}");
}

/// Reads a text with one fault: what is said of it, and the words that it is said of.
#[track_caller]
fn check(text: &str, said: &str, of: &str) {
    told(&Net::parse(text).expect_err(text), text, said, of);
}

#[test]
fn faults_of_xml_are_told_at_their_place() {
    check("", "no XML element", "");
    check("p -> t -> q", "inside an element", "p -> t -> q");
    check("<pnml><net type=\"ptnet\"></pnml>", "not XML", "</pnml>");
    check("<pnml>\n<net type=\"ptnet\">", "never closed", "net");
    check(
        "<pnml></pnml><pnml></pnml>",
        "behind the outermost",
        "<pnml>",
    );
    check("<html></html>", "expected the element `pnml`", "<html>");
    check("<pnml></pnml>", "no `net`", "");
    let bomb = "<!DOCTYPE pnml [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>";
    check(&format!("{bomb}<pnml>&b;</pnml>"), "document type", bomb);
    let external = "<!DOCTYPE pnml SYSTEM \"file:///etc/passwd\">";
    check(
        &format!("{external}<pnml></pnml>"),
        "document type",
        external,
    );
    check("<pnml>&b;</pnml>", "entity `&b;` is not known", "&b;");
    check("\u{feff}~<pnml/>", "inside an element", "~");
    check("\u{feff}\u{feff}<pnml", "not XML", "<pnml");
    check(
        "<pnml><place=\"p\"/></pnml>",
        "is no name",
        "<place=\"p\"/>",
    );
    check("<pnml><place id=p/></pnml>", "not XML", "<place id=p/>");
}

#[test]
fn faults_of_nets_are_told_at_their_place() {
    let net = |kind: &str| format!("<pnml><net id=\"n\" type=\"{kind}\"></net></pnml>");
    check(
        &net("http://x/grammar/symmetricnet"),
        "coloured",
        "http://x/grammar/symmetricnet",
    );
    check(
        &net("http://x/grammar/timednet"),
        "not supported",
        "http://x/grammar/timednet",
    );
    check(
        "<pnml><net></net></pnml>",
        "needs an attribute `type`",
        "<net>",
    );
    let two = "<pnml><net type=\"ptnet\"></net><net type=\"ptnet\"></net></pnml>";
    check(two, "more than one", "<net type=\"ptnet\">");
    let cases = [
        ("<place/>", "needs an attribute `id`", "<place/>"),
        ("<place id=\"work\"/>", "given twice", "work"),
        (
            "<arc id=\"twin\" source=\"idle\" target=\"work\"/><arc source=\"idle\" target=\"work\"/><arc id=\"twin\" source=\"work\" target=\"idle\"/>",
            "the id `twin` is given twice",
            "twin",
        ),
        (
            "<arc source=\"idel\" target=\"work\"/>",
            "did you mean `idle`?",
            "idel",
        ),
        (
            "<arc source=\"idle\" target=\"elsewhere\"/>",
            "no place or transition",
            "elsewhere",
        ),
        (
            "<arc source=\"idle\"/>",
            "needs an attribute `target`",
            "<arc source=\"idle\"/>",
        ),
        (
            "<arc source=\"idle\" target=\"busy\"/>",
            "both a place",
            "<arc source=\"idle\" target=\"busy\"/>",
        ),
        (
            "<arc source=\"work\" target=\"work\"/>",
            "both a transition",
            "<arc source=\"work\" target=\"work\"/>",
        ),
        (
            "<place id=\"q\"><initialMarking><text>-1</text></initialMarking></place>",
            "not `-1`",
            "-1",
        ),
        (
            "<place id=\"q\"><initialMarking><text>4294967296</text></initialMarking></place>",
            "initial marking",
            "4294967296",
        ),
        (
            "<place id=\"q\"><initialMarking/></place>",
            "holds no number",
            "<initialMarking/>",
        ),
        (
            "<place id=\"q\"><hlinitialMarking/></place>",
            "coloured",
            "<hlinitialMarking/>",
        ),
        (
            "<transition id=\"u\"><condition/></transition>",
            "coloured",
            "<condition/>",
        ),
        (
            "<referencePlace id=\"r\" ref=\"ilde\"/>",
            "did you mean `idle`?",
            "ilde",
        ),
        (
            "<referencePlace id=\"r\" ref=\"work\"/>",
            "no place `work`",
            "work",
        ),
        (
            "<referencePlace id=\"r\" ref=\"r\"/>",
            "leads back to itself",
            "r",
        ),
    ];
    for (parts, said, of) in cases {
        check(&around(parts), said, of);
    }
    for (inside, said, of) in [
        (
            "<inscription><text>2147483649</text></inscription>",
            "from 1 to 2147483648",
            "2147483649",
        ),
        ("<inscription><text>0</text></inscription>", "not `0`", "0"),
        ("<inscription><text>x</text></inscription>", "not `x`", "x"),
        (
            "<inscription></inscription>",
            "holds no number",
            "<inscription>",
        ),
        ("<hlinscription/>", "coloured", "<hlinscription/>"),
        (
            "<type value=\"inhibitor\"/>",
            "not inhibitor arcs",
            "inhibitor",
        ),
    ] {
        let arc = format!("<arc source=\"idle\" target=\"work\">{inside}</arc>");
        check(&around(&arc), said, of);
    }
    let heavy = "<arc source=\"idle\" target=\"work\"><inscription><text>2147483648</text></inscription></arc>";
    let light = "<arc target=\"work\" source=\"idle\"/>";
    check(&around(&format!("{heavy}{light}")), "together", light);
}

#[test]
fn every_fault_of_a_net_is_told() {
    let text = around(
        "<arc source=\"a\" target=\"b\"/><place id=\"idle\"/><arc source=\"idle\" target=\"busy\"/>",
    );
    assert_eq!(Net::parse(&text).expect_err("faults").0.len(), 4);
}

#[test]
fn pages_references_and_requests_are_read() {
    let text = around(
        "<!-- lariat: strong-fair work -->
         <page id=\"inner\"><page id=\"inmost\">
           <referencePlace id=\"far\" ref=\"near\"/><referencePlace id=\"near\" ref=\"idle\"/>
           <referenceTransition id=\"w\" ref=\"work\"/>
           <arc source=\"w\" target=\"far\"/><arc source=\"busy\" target=\"w\"><type value=\"normal\"/></arc>
         </page></page>
         <toolspecific tool=\"x\" version=\"1\"><place/><arc/></toolspecific>
         <!-- lariat: be fair -->",
    );
    let net = Net::parse(&text).expect("a net");
    assert_eq!(
        (net.places(), &net.schema().events[..]),
        (
            &["idle", "busy"].map(String::from)[..],
            &["work".to_owned()][..]
        )
    );
    let mut found = Successors::default();
    net.reference().successors(&[0, 1], &mut found);
    assert_eq!(
        found.states,
        [1, 0],
        "the arcs of references are those of what they stand for"
    );
    let comments = net.comments();
    let request = &comments.fairness[0];
    assert_eq!(
        (request.strength, request.glob.as_str()),
        (Strength::Strong, "work")
    );
    assert_eq!(&text[request.span.clone()], "work");
    let warning = &net.warnings()[0];
    assert_eq!(&text[warning.span.clone()], "<!-- lariat: be fair -->");
}

#[test]
fn nesting_a_hundred_thousand_deep_is_read() {
    let deep = 100_000;
    let text = around(&format!(
        "{}{}",
        "<page id=\"x\">".repeat(deep),
        "</page>".repeat(deep)
    ));
    assert_eq!(Net::parse(&text).expect("a net").places().len(), 2);
    let mut net = Net::parse(&around("")).expect("a net");
    let formula = format!(
        "{}<true/>{}",
        "<negation>".repeat(deep),
        "</negation>".repeat(deep)
    );
    let text = format!(
        "<property-set><property><id>d</id><formula>{formula}</formula></property></property-set>"
    );
    let read = mcc::read(&text, &mut net, &mut Formulas::new()).expect("a formula");
    assert_eq!(read.asked.len(), 1);
}

#[test]
fn propositions_that_mean_nothing_are_told_at_their_place() {
    let mut net = Net::parse(&around("<place id=\"P-start_1\"/>")).expect("a net");
    for (text, said, of) in [
        ("", "expected a place or a number", ""),
        ("idel <= 3", "did you mean `idle`?", "idel"),
        ("idle + <= 3", "expected a place or a number", "<"),
        ("idle <= 3 busy", "expected the end", "busy"),
        (
            "idle <= 99999999999999999999",
            "too large",
            "99999999999999999999",
        ),
        ("3000000000000*idle > 1", "too large", "3000000000000*idle"),
        ("fireable(wrok)", "did you mean `work`?", "wrok"),
        ("fireable(work", "expected `,` or `)`", ""),
        ("fireable()", "expected a transition", ")"),
        ("P-start_12 > 0", "there is no place", "P-start_12"),
    ] {
        told(&net.watch(text).expect_err(text), text, said, of);
    }
    let known = net
        .watch("P-start_1 - idle >= 1")
        .expect("ids may hold a dash");
    assert_eq!(net.watch("idle < P-start_1").expect("the same"), known);
    let marked = net.watch("busy").expect("a place is marked or not");
    assert_eq!(net.watch("busy >= 1").expect("the same"), marked);
}

#[test]
fn formulas_that_are_none_are_told_at_their_place() {
    let formula = |inside: &str| {
        format!(
            "<property-set><property><id>f</id><formula>{inside}</formula></property></property-set>"
        )
    };
    let place = "<place>idle</place>";
    let cases = [
        (
            "<exists-path/>".to_owned(),
            "not part of linear temporal logic",
            "<exists-path/>",
        ),
        ("<next/>".to_owned(), "takes one operand, not 0", "<next/>"),
        (
            "<until><before><true/></before></until>".to_owned(),
            "two operands",
            "<until>",
        ),
        (
            "<is-fireable><transition>wokr</transition></is-fireable>".to_owned(),
            "did you mean `work`?",
            "wokr",
        ),
        (
            format!("<integer-le><tokens-count>{place}</tokens-count></integer-le>"),
            "two operands",
            "<integer-le>",
        ),
        (
            "<integer-constant>many</integer-constant>".to_owned(),
            "expected a number",
            "many",
        ),
        (
            "<tokens-count><place>ilde</place></tokens-count>".to_owned(),
            "did you mean `idle`?",
            "ilde",
        ),
    ];
    for (inside, said, of) in cases {
        let text = formula(&inside);
        let mut net = Net::parse(&around("")).expect("a net");
        let errors = mcc::read(&text, &mut net, &mut Formulas::new()).expect_err(&text);
        told(&errors, &text, said, of);
    }
}

const FORMULAS: &str = "<property-set xmlns=\"http://mcc.lip6.fr/\"><property><id>one</id><description>d</description>
  <formula><all-paths><until><before><negation><is-fireable><transition>work</transition></is-fireable></negation></before>
  <reach><conjunction><integer-le><integer-constant>1</integer-constant><tokens-count><place>idle</place><place>busy</place>
  </tokens-count></integer-le><next><finally><globally><false/></globally></finally></next></conjunction></reach></until>
  </all-paths></formula></property></property-set>";

/// A text with a few pieces removed, doubled, or put elsewhere.
fn mutated(text: &str, random: &mut fastrand::Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        let start = random.usize(..bytes.len());
        let end = (start + random.usize(1..12)).min(bytes.len());
        let piece = bytes[start..end].to_vec();
        match random.u8(..4) {
            0 => drop(bytes.splice(start..end, [])),
            1 => drop(bytes.splice(start..start, piece)),
            2 => {
                let at = random.usize(..=bytes.len());
                bytes.splice(at..at, piece);
            }
            _ => bytes[start] = *random.choice(b"<>&\"'/=!-01a \n").expect("some"),
        }
        if bytes.is_empty() {
            bytes.push(b'<');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_texts_are_read_or_refused_at_a_place() {
    let net = around(
        "<arc source=\"idle\" target=\"work\"><inscription><text>2</text></inscription></arc>
         <place id=\"q\"><name><text>&lt;q&gt;</text></name><initialMarking><text>7</text></initialMarking></place>
         <referencePlace id=\"r\" ref=\"q\"/><arc source=\"work\" target=\"r\"/><!-- lariat: weak-fair work -->",
    );
    let rounds = rounds(20_000, 1_000_000);
    let (mut read, mut refused) = ([0; 2], [0; 2]);
    for seed in 0..rounds {
        let mut random = fastrand::Rng::with_seed(seed);
        for (kind, text) in [&net[..], FORMULAS].into_iter().enumerate() {
            let text = mutated(text, &mut random);
            let outcome = std::panic::catch_unwind(|| match kind {
                0 => model::check_net(&text),
                _ => model::check_contest(&text),
            });
            match outcome.unwrap_or_else(|_| panic!("seed {seed}: {text}")) {
                true => read[kind] += 1,
                false => refused[kind] += 1,
            }
        }
    }
    for (read, refused) in read.into_iter().zip(refused) {
        assert!(
            read > rounds / 50 && refused > rounds / 5,
            "lopsided: {read} read, {refused} refused"
        );
    }
}

//! The generalized buffer for n senders and two receivers [bloem.07.entcs], as one conjunction of
//! its assumptions A and guarantees G, numbered as there.
//!
//! Senders hand data to a buffer by a four-phase handshake (`StoB_REQ`, `BtoS_ACK`), receivers take
//! it in turn (`BtoR_REQ`, `RtoB_ACK`), and a queue is in between (`ENQ`, `DEQ`, `FULL`, `EMPTY`; the
//! bits of `SLC` select the sender).  The original speaks of rising and falling signals; everything
//! is low at first, so "p rises" is ¬p ∧ X p one step earlier.  `genbuf-gr1` is the variant for
//! GR(1) synthesis [piterman.06.vmcai], in which monitors replace W, as an implication.

use super::bits::{bits, conjunction, width};

/// p rises in the next step.
fn rises(p: &str) -> String {
    format!("(!{p} & X {p})")
}

/// p falls in the next step.
fn falls(p: &str) -> String {
    format!("({p} & X!{p})")
}

fn request(i: usize) -> String {
    format!("StoB_REQ{i}")
}

fn acknowledged(i: usize) -> String {
    format!("BtoS_ACK{i}")
}

/// A1: a sender keeps its request until it is acknowledged, and then drops it.
fn senders(n: usize) -> Vec<String> {
    let rules = |i| {
        let (request, ack) = (request(i), acknowledged(i));
        [
            format!("G({request} & !{ack} -> X {request})"),
            format!("G({ack} -> X!{request})"),
        ]
    };
    (0..n).flat_map(rules).collect()
}

/// A3 and A4 for one receiver: no answer without a request, and it stays while the request does.
fn answers(j: usize) -> [String; 2] {
    [
        format!("G(!BtoR_REQ{j} -> X!RtoB_ACK{j})"),
        format!("G(BtoR_REQ{j} & RtoB_ACK{j} -> X RtoB_ACK{j})"),
    ]
}

/// A5: the queue is empty or full as it is filled and emptied.
fn queue() -> [String; 3] {
    [
        "G(ENQ & !DEQ -> X!EMPTY)".to_owned(),
        "G(DEQ & !ENQ -> X!FULL)".to_owned(),
        "G((ENQ <-> DEQ) -> (FULL <-> X FULL) & (EMPTY <-> X EMPTY))".to_owned(),
    ]
}

/// G2 to G4 for one sender: acknowledged after its request, not without, and as long as it stays.
fn acknowledgements(i: usize) -> [String; 3] {
    let (request, ack) = (request(i), acknowledged(i));
    [
        format!("G({} -> X!{ack})", rises(&request)),
        format!("G(!{ack} & !{request} -> X!{ack})"),
        format!("G({ack} & {request} -> X {ack})"),
    ]
}

/// G5 for one sender and each later one: not both at a time.
fn one_at_a_time(i: usize, n: usize) -> Vec<String> {
    (i + 1..n)
        .map(|k| format!("G(!{} | !{})", acknowledged(i), acknowledged(k)))
        .collect()
}

/// G6: a request to a receiver is kept.
fn kept(j: usize) -> String {
    format!("G(BtoR_REQ{j} & !RtoB_ACK{j} -> X BtoR_REQ{j})")
}

/// G7, first half: one receiver at a time.
const ONE_RECEIVER: &str = "G(!BtoR_REQ0 | !BtoR_REQ1)";

/// G8: a request is dropped once it is answered.
fn dropped(j: usize) -> String {
    format!("G(RtoB_ACK{j} -> X!BtoR_REQ{j})")
}

/// G9: a rising acknowledgement enqueues and selects its sender, and nothing else enqueues.
fn enqueue(n: usize) -> Vec<String> {
    let mut all = Vec::new();
    for i in 0..n {
        let rises = rises(&acknowledged(i));
        let operator = if i == 0 { "->" } else { "<->" };
        all.push(format!("G({rises} -> X ENQ)"));
        all.push(format!(
            "G({rises} {operator} X({}))",
            bits("SLC", width(n), i)
        ));
    }
    let none: Vec<_> = (0..n)
        .map(|i| format!("!{}", rises(&acknowledged(i))))
        .collect();
    all.push(format!("G({} -> X!ENQ)", none.join(" & ")));
    all
}

/// G10: a receiver that is done dequeues, and nothing else does; G11: no overflow, no underflow.
fn dequeue() -> Vec<String> {
    let falls = ["RtoB_ACK0", "RtoB_ACK1"].map(falls);
    let mut all: Vec<_> = falls
        .iter()
        .map(|done| format!("G({done} -> X DEQ)"))
        .collect();
    all.push(format!("G(!{} & !{} -> X!DEQ)", falls[0], falls[1]));
    all.push("G(FULL & !DEQ -> !ENQ)".to_owned());
    all.push("G(EMPTY -> !DEQ)".to_owned());
    all
}

fn low(names: impl Iterator<Item = String>) -> String {
    names
        .map(|name| format!("!{name}"))
        .collect::<Vec<_>>()
        .join(" & ")
}

/// The inputs at first.
fn inputs_start(n: usize) -> String {
    let receivers = (0..2).map(|j| format!("RtoB_ACK{j}"));
    format!(
        "{} & !FULL & EMPTY",
        low((0..n).map(request).chain(receivers))
    )
}

/// The signals of the senders and receivers that the buffer drives, and the selection.
fn driven(n: usize) -> (String, String) {
    let receivers = (0..2).map(|j| format!("BtoR_REQ{j}"));
    (
        low((0..n).map(acknowledged).chain(receivers)),
        bits("SLC", width(n), 0),
    )
}

pub(super) fn genbuf(n: usize) -> String {
    let mut all = senders(n);
    all.extend((0..2).map(|j| format!("G(BtoR_REQ{j} -> F RtoB_ACK{j})"))); // A2
    all.extend((0..2).flat_map(answers));
    all.extend(queue());
    all.extend((0..n).map(|i| format!("G({} -> F {})", request(i), acknowledged(i)))); // G1
    for i in 0..n {
        all.extend(acknowledgements(i));
        all.extend(one_at_a_time(i, n));
    }
    all.extend((0..2).map(kept));
    all.push(ONE_RECEIVER.to_owned());
    for (own, other) in [("BtoR_REQ0", "BtoR_REQ1"), ("BtoR_REQ1", "BtoR_REQ0")] {
        let (own, other) = (rises(own), rises(other));
        all.push(format!("G({own} -> X(!{own} W {other}))")); // G7
    }
    all.extend((0..2).map(dropped));
    all.extend(enqueue(n));
    all.extend(dequeue());
    all.push("G(!EMPTY -> F DEQ)".to_owned()); // G12
    let (signals, selection) = driven(n);
    all.push(format!(
        "{} & {signals} & !ENQ & !DEQ & {selection}",
        inputs_start(n)
    ));
    conjunction(&all)
}

pub(super) fn genbuf_gr1(n: usize) -> String {
    let mut assumptions: Vec<_> = (0..2)
        .map(|j| format!("GF(BtoR_REQ{j} <-> RtoB_ACK{j})"))
        .collect();
    assumptions.push(inputs_start(n));
    assumptions.extend(senders(n));
    assumptions.extend((0..2).flat_map(answers));
    assumptions.extend(queue());
    format!(
        "({}) -> ({})",
        conjunction(&assumptions),
        conjunction(&gr1_guarantees(n))
    )
}

fn gr1_guarantees(n: usize) -> Vec<String> {
    let mut all = Vec::new();
    for i in 0..n {
        all.extend(acknowledgements(i));
        all.extend(one_at_a_time(i, n));
    }
    all.extend([
        kept(0),
        ONE_RECEIVER.to_owned(),
        dropped(0),
        kept(1),
        dropped(1),
    ]);
    all.extend(monitor_g7());
    all.extend(enqueue(n));
    all.extend(dequeue());
    all.extend(monitor_g12());
    let (signals, selection) = driven(n);
    let monitors = "!stateG7_0 & stateG7_1 & !ENQ & !DEQ & !stateG12";
    all.push(format!("{signals} & {monitors} & {selection}"));
    all.extend((0..n).map(|i| format!("GF({} <-> {})", request(i), acknowledged(i))));
    all.push("GF!stateG12".to_owned());
    all
}

/// `stateG7_1`: receiver 1 was served last; `stateG7_0`: and nobody asks now.
fn monitor_g7() -> [String; 9] {
    [
        "G!(a & b)",
        "G(!p & !a & b -> X(p & !q))",
        "G(p & a & !b -> X(!p & !q))",
        "G(!p & !a & !b -> X(!p & q))",
        "G(p & !a & !b -> X(p & q))",
        "G(!p & !q & a & !b -> X(!p & !q))",
        "G(p & !q & !a & b -> X(p & !q))",
        "G!(!p & q & a)",
        "G!(p & q & b)",
    ]
    .map(|rule| {
        let named = |letter: char| match letter {
            'a' => "BtoR_REQ0".to_owned(),
            'b' => "BtoR_REQ1".to_owned(),
            'p' => "stateG7_1".to_owned(),
            'q' => "stateG7_0".to_owned(),
            other => other.to_string(),
        };
        rule.chars().map(named).collect()
    })
}

/// `stateG12`: the buffer is to be emptied.
fn monitor_g12() -> [String; 5] {
    [
        "G(!stateG12 & EMPTY -> X!stateG12)",
        "G(!stateG12 & DEQ -> X!stateG12)",
        "G(!stateG12 & !EMPTY & !DEQ -> XstateG12)",
        "G(stateG12 & !DEQ -> XstateG12)",
        "G(stateG12 & DEQ -> X!stateG12)",
    ]
    .map(str::to_owned)
}

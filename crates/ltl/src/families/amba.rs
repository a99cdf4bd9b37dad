//! The AMBA AHB arbiter for n masters [bloem.07.date], as one conjunction of its assumptions A and
//! guarantees G, numbered as there.
//!
//! The owner of the bus is a binary number in the bits `hmaster0`, … (bit 0 lowest).  Where the
//! literature has an auxiliary signal `busreq`, the request of the owner, `amba` speaks of each
//! master in turn; G8 is split into one invariant for each grant, but for `amba-unsplit`.  `amba-gr1` is the variant for
//! GR(1) synthesis [piterman.06.vmcai], in which monitors replace W, as an implication.

use super::bits::{at_index, bits, conjunction, width};

/// The signals of n masters.
struct Bus {
    n: usize,
    /// The codes of `hburst0 hburst1` for a burst of four.
    burst4: &'static str,
}

const INCR: &str = "!hburst0 & !hburst1";

impl Bus {
    /// Master i owns the bus.
    fn owner(&self, i: usize) -> String {
        bits("hmaster", width(self.n), i)
    }

    fn each(&self, formula: impl Fn(usize) -> String) -> Vec<String> {
        (0..self.n).map(formula).collect()
    }

    /// Like `each`, without master 0.
    fn each_but_first(&self, formula: impl Fn(usize) -> String) -> Vec<String> {
        (1..self.n).map(formula).collect()
    }

    /// G4 to G6: the owner and the lock follow the grants, and stay while no access starts.
    fn follow(&self) -> Vec<String> {
        let mut all = self.each(|i| format!("G(hready -> (hgrant{i} <-> X({})))", self.owner(i)));
        all.push("G(hready -> (locked <-> Xhmastlock))".to_owned());
        all.extend(self.each(|i| format!("G(X!start -> (({0}) <-> X({0})))", self.owner(i))));
        all.push("G(X!start -> (hmastlock <-> Xhmastlock))".to_owned());
        all
    }

    /// G8, first half: without a decision each grant stays.
    fn grants_stay(&self) -> Vec<String> {
        self.each(|i| format!("G(!decide -> (hgrant{i} <-> Xhgrant{i}))"))
    }

    /// The same as one invariant.
    fn all_grants_stay(&self) -> Vec<String> {
        let grants = self.each(|i| format!("(hgrant{i} <-> Xhgrant{i})"));
        vec![format!("G(!decide -> {})", grants.join(" & "))]
    }

    /// G10, second half: nobody asks, so master 0 gets the bus.
    fn default_master(&self) -> String {
        let nobody = self.each(|i| format!("!hbusreq{i}")).join(" & ");
        format!("G(decide & {nobody} -> Xhgrant0)")
    }

    /// A4: the inputs are low at first.
    fn inputs_low(&self) -> String {
        let masters = self
            .each(|i| format!("!hbusreq{i} & !hlock{i}"))
            .join(" & ");
        format!("!hready & {masters} & !hburst0 & !hburst1")
    }
}

/// `!start` until the count-th `hready`, weakly.
fn no_start_before_ready(count: usize) -> String {
    let innermost = "!start W (!start & hready)".to_owned();
    (1..count).fold(innermost, |inner, _| {
        format!("!start W (!start & hready & X({inner}))")
    })
}

/// G8, second half: without a decision `locked` stays.
const LOCKED_STAYS: &str = "G(!decide -> (locked <-> Xlocked))";

pub(super) fn amba(n: usize) -> String {
    specification(n, Bus::grants_stay)
}

pub(super) fn amba_unsplit(n: usize) -> String {
    specification(n, Bus::all_grants_stay)
}

/// All assumptions and guarantees, with the first half of G8 in one form or another.
fn specification(n: usize, grants_stay: fn(&Bus) -> Vec<String>) -> String {
    let bus = Bus {
        n,
        burst4: "hburst0 & !hburst1",
    };
    let burst4 = bus.burst4;
    let mut all = bus.each(|i| {
        format!("G(hmastlock & {INCR} & {} -> XF!hbusreq{i})", bus.owner(i)) // A1
    });
    all.push("GFhready".to_owned()); // A2
    all.extend(bus.each(|i| format!("G(hlock{i} -> hbusreq{i})"))); // A3
    all.push(bus.inputs_low()); // A4
    all.push("G(!hready -> X!start)".to_owned()); // G1
    all.extend(bus.each(|i| {
        let until = format!("!start W (!start & !hbusreq{i})");
        format!(
            "G(hmastlock & {INCR} & start & {} -> X({until}))",
            bus.owner(i)
        ) // G2
    }));
    for (ready, count) in [("hready", 3), ("!hready", 4)] {
        let wait = no_start_before_ready(count);
        all.push(format!(
            "G(hmastlock & {burst4} & start & {ready} -> X({wait}))"
        )); // G3
    }
    all.extend(bus.follow());
    all.extend(bus.each(|i| format!("G(decide & Xhgrant{i} -> (hlock{i} <-> Xlocked))"))); // G7
    all.extend(grants_stay(&bus));
    all.push(LOCKED_STAYS.to_owned());
    all.extend(bus.each(|i| format!("G(hbusreq{i} -> F(!hbusreq{i} | ({})))", bus.owner(i)))); // G9
    all.extend(bus.each_but_first(|i| format!("G(!hgrant{i} -> (!hgrant{i} W hbusreq{i}))"))); // G10
    all.push(bus.default_master());
    let others = bus.each_but_first(|i| format!(" & !hgrant{i}")).concat();
    let owner = bus.owner(0);
    all.push(format!(
        "decide & start & hgrant0 & {owner} & !hmastlock{others}"
    )); // G11
    conjunction(&all)
}

pub(super) fn amba_gr1(n: usize) -> String {
    let bus = Bus {
        n,
        burst4: "!hburst0 & hburst1",
    };
    let mut assumptions = vec![
        "GF!stateA1".to_owned(),
        "GFhready".to_owned(),
        bus.inputs_low(),
    ];
    assumptions.extend(bus.each(|i| format!("G(hlock{i} -> hbusreq{i})")));
    format!(
        "({}) -> ({})",
        conjunction(&assumptions),
        conjunction(&gr1_guarantees(&bus))
    )
}

fn gr1_guarantees(bus: &Bus) -> Vec<String> {
    let mut all = bus.each(|i| format!("G({} -> (hbusreq{i} <-> busreq))", bus.owner(i)));
    all.extend(monitor_a1());
    all.push("G(!hready -> X!start)".to_owned());
    all.extend(monitor_g2());
    all.extend(monitor_g3(bus.burst4));
    all.extend(bus.follow());
    for i in 0..bus.n {
        all.push(format!("G(decide & hlock{i} & Xhgrant{i} -> Xlocked)"));
        all.push(format!("G(decide & !hlock{i} & Xhgrant{i} -> X!locked)"));
    }
    all.extend(bus.grants_stay());
    all.push(LOCKED_STAYS.to_owned());
    all.extend((1..bus.n).flat_map(monitor_g10));
    all.push(bus.default_master());
    all.push(gr1_start(bus));
    all.push("GF!stateG2".to_owned());
    all.push(format!("GF({})", step(0)));
    all.extend(bus.each(|i| format!("GF(({}) | !hbusreq{i})", bus.owner(i))));
    all
}

/// `stateA1`: a locked burst of unspecified length is going on.
fn monitor_a1() -> [String; 4] {
    [
        format!("G(!stateA1 & !(hmastlock & {INCR}) -> X!stateA1)"),
        format!("G(!stateA1 & hmastlock & {INCR} -> XstateA1)"),
        "G(stateA1 & busreq -> XstateA1)".to_owned(),
        "G(stateA1 & !busreq -> X!stateA1)".to_owned(),
    ]
}

/// `stateG2`: no access may start until the owner lowers its request.
fn monitor_g2() -> [String; 5] {
    let trigger = format!("hmastlock & start & {INCR}");
    [
        format!("G(!stateG2 & !({trigger}) -> X!stateG2)"),
        format!("G(!stateG2 & {trigger} -> XstateG2)"),
        "G(stateG2 & !start & busreq -> XstateG2)".to_owned(),
        "G!(stateG2 & start)".to_owned(),
        "G(stateG2 & !start & !busreq -> X!stateG2)".to_owned(),
    ]
}

/// How far a burst of four has come.
fn step(value: usize) -> String {
    bits("stateG3_", 3, value)
}

fn monitor_g3(burst4: &str) -> Vec<String> {
    let trigger = format!("hmastlock & start & {burst4}");
    let mut all = vec![
        format!("G({0} & !({trigger}) -> X({0}))", step(0)),
        format!("G({} & {trigger} & !hready -> X({}))", step(0), step(1)),
        format!("G({} & {trigger} & hready -> X({}))", step(0), step(2)),
    ];
    for value in 1..=4 {
        let (now, next) = (step(value), step((value + 1) % 5));
        all.push(format!("G({now} & !start & !hready -> X({now}))"));
        all.push(format!("G({now} & !start & hready -> X({next}))"));
        all.push(format!("G!({now} & start)"));
    }
    all
}

/// `stateG10_i`: master i has neither the bus nor asked for it.
fn monitor_g10(i: usize) -> [String; 5] {
    let state = at_index("stateG10", i);
    [
        format!("G(!{state} & (hgrant{i} | hbusreq{i}) -> X!{state})"),
        format!("G(!{state} & !hgrant{i} & !hbusreq{i} -> X{state})"),
        format!("G({state} & !hgrant{i} & !hbusreq{i} -> X{state})"),
        format!("G!({state} & hgrant{i} & !hbusreq{i})"),
        format!("G({state} & hbusreq{i} -> X!{state})"),
    ]
}

fn gr1_start(bus: &Bus) -> String {
    let owner = bus.owner(0);
    let others = bus.each_but_first(|i| format!("!hgrant{i} & ")).concat();
    let monitors = bus
        .each_but_first(|i| format!(" & !{}", at_index("stateG10", i)))
        .concat();
    format!(
        "{owner} & !hmastlock & start & decide & !locked & hgrant0 & {others}\
         !busreq & !stateA1 & !stateG2 & {}{monitors}",
        step(0),
    )
}

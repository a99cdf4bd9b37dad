//! The families of benchmark formulas that the literature measures translations with.
//!
//! ```
//! use lariat_ltl::families::family;
//! let and_gf = family("and-gf").expect("a family");
//! assert_eq!(and_gf.generate(3)?, "GFp1 & GFp2 & GFp3");
//! assert!(and_gf.generate(0).is_err());
//! # Ok::<(), lariat_ltl::families::OutOfRange>(())
//! ```
//!
//! Every formula is written from its definition in the paper that the family cites, in Spot's
//! syntax; `dac`, `eh` and `sb` are lists, of which `n` picks one.

mod amba;
mod bits;
mod genbuf;
mod patterns;
mod scalable;

use std::ops::RangeInclusive;

/// A sequence of formulas, one for each number of a range.
pub struct Family {
    /// Its name on the command line.
    pub name: &'static str,
    /// What the n-th formula is.
    pub description: &'static str,
    /// The key of the paper that it comes from.
    pub citation: &'static str,
    /// The numbers that it is defined for.
    pub range: RangeInclusive<usize>,
    make: fn(usize) -> String,
}

/// A number for which a family has no formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} is defined for {} to {}, not for {n}", range.start(), range.end())]
pub struct OutOfRange {
    /// The family.
    pub name: &'static str,
    /// The number.
    pub n: usize,
    /// The numbers that the family is defined for.
    pub range: RangeInclusive<usize>,
}

impl Family {
    /// The n-th formula, in Spot's syntax.
    pub fn generate(&self, n: usize) -> Result<String, OutOfRange> {
        if self.range.contains(&n) {
            return Ok((self.make)(n));
        }
        Err(OutOfRange {
            name: self.name,
            n,
            range: self.range.clone(),
        })
    }
}

/// The family of that name.
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// All families, by name.
pub fn families() -> &'static [Family] {
    FAMILIES
}

/// The largest number for families whose formulas are linear in it.
const LARGE: usize = 100_000;

/// The largest number for families whose formulas are quadratic in it.
const MEDIUM: usize = 1_000;

static FAMILIES: &[Family] = &[
    Family {
        name: "amba",
        description: "the AMBA AHB arbiter for n masters, all assumptions and guarantees",
        citation: "bloem.07.date",
        range: 2..=MEDIUM,
        make: amba::amba,
    },
    Family {
        name: "amba-gr1",
        description: "the AMBA AHB arbiter for n masters, for GR(1) synthesis",
        citation: "piterman.06.vmcai",
        range: 2..=MEDIUM,
        make: amba::amba_gr1,
    },
    Family {
        name: "amba-unsplit",
        description: "like amba, with one invariant for all grants",
        citation: "bloem.07.date",
        range: 2..=MEDIUM,
        make: amba::amba_unsplit,
    },
    Family {
        name: "and-gf",
        description: "GFp1 & … & GFpn",
        citation: "geldenhuys.06.spin",
        range: 1..=LARGE,
        make: scalable::and_gf,
    },
    Family {
        name: "ccj-alpha",
        description: "F(p1 & F(p2 & … Fpn)) & F(q1 & F(q2 & … Fqn))",
        citation: "cichon.09.depcos",
        range: 1..=LARGE,
        make: scalable::ccj_alpha,
    },
    Family {
        name: "dac",
        description: "the n-th of the 55 property specification patterns",
        citation: "dwyer.98.fmsp",
        range: 1..=55,
        make: patterns::dac,
    },
    Family {
        name: "eh",
        description: "the n-th of the 12 formulas of Etessami and Holzmann",
        citation: "etessami.00.concur",
        range: 1..=12,
        make: patterns::eh,
    },
    Family {
        name: "fairness",
        description: "n strong fairness assumptions: ((GFe1 -> GFt1) & … & (GFen -> GFtn)) -> GFg",
        citation: "duret.09.atva",
        range: 1..=LARGE,
        make: scalable::fairness,
    },
    Family {
        name: "genbuf",
        description: "the generalized buffer for n senders, all assumptions and guarantees",
        citation: "bloem.07.entcs",
        range: 1..=MEDIUM,
        make: genbuf::genbuf,
    },
    Family {
        name: "genbuf-gr1",
        description: "the generalized buffer for n senders, for GR(1) synthesis",
        citation: "piterman.06.vmcai",
        range: 1..=MEDIUM,
        make: genbuf::genbuf_gr1,
    },
    Family {
        name: "gh-q",
        description: "(Fp1 | Gp2) & (Fp2 | Gp3) & … & (Fpn | Gp(n+1))",
        citation: "geldenhuys.06.spin",
        range: 1..=LARGE,
        make: scalable::gh_q,
    },
    Family {
        name: "gh-r",
        description: "(GFp1 | FGp2) & (GFp2 | FGp3) & … & (GFpn | FGp(n+1))",
        citation: "geldenhuys.06.spin",
        range: 1..=LARGE,
        make: scalable::gh_r,
    },
    Family {
        name: "kr-n",
        description: "linear formula, doubly exponential deterministic automaton",
        citation: "kupferman.10.mochart",
        range: 1..=LARGE,
        make: scalable::kr_n,
    },
    Family {
        name: "ms-phi-s",
        description: "(FGan | GFbn) & ((FGa(n-1) & GFb(n-1)) | (… a0, b0))",
        citation: "mueller.17.gandalf",
        range: 0..=LARGE,
        make: scalable::ms_phi_s,
    },
    Family {
        name: "or-fg",
        description: "FGp1 | … | FGpn",
        citation: "cichon.09.depcos",
        range: 1..=LARGE,
        make: scalable::or_fg,
    },
    Family {
        name: "r-left",
        description: "((p1 R p2) R … ) R pn",
        citation: "geldenhuys.06.spin",
        range: 1..=LARGE,
        make: scalable::r_left,
    },
    Family {
        name: "rv-counter",
        description: "a counter of n bits",
        citation: "rozier.07.spin",
        range: 1..=MEDIUM,
        make: scalable::rv_counter,
    },
    Family {
        name: "sb",
        description: "the n-th of the 27 formulas of Somenzi and Bloem",
        citation: "somenzi.00.cav",
        range: 1..=27,
        make: patterns::sb,
    },
    Family {
        name: "sejk-k",
        description: "(GFa1 | FGb1) & … & (GFan | FGbn)",
        citation: "sickert.16.cav",
        range: 1..=LARGE,
        make: scalable::sejk_k,
    },
    Family {
        name: "tv-uu",
        description: "G(p1 -> (p1 U (p2 & (p2 U (… (pn U p(n+1)))))))",
        citation: "tabakov.10.rv",
        range: 1..=LARGE,
        make: scalable::tv_uu,
    },
    Family {
        name: "u-left",
        description: "((p1 U p2) U … ) U pn",
        citation: "geldenhuys.06.spin",
        range: 1..=LARGE,
        make: scalable::u_left,
    },
    Family {
        name: "u-right",
        description: "p1 U (p2 U ( … U pn))",
        citation: "geldenhuys.06.spin",
        range: 1..=LARGE,
        make: scalable::u_right,
    },
];

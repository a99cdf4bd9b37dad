//! The families that are lists from a paper.

/// The property specification patterns [dwyer.98.fmsp]: each pattern globally, before r, after q,
/// between q and r, and after q until r.
const DAC: [&str; 55] = [
    // p does not occur.
    "G!p",
    "Fr -> (!p U r)",
    "G(q -> G!p)",
    "G((q & !r & Fr) -> (!p U r))",
    "G((q & !r) -> (!p W r))",
    // p occurs.
    "Fp",
    "!r W (p & !r)",
    "G!q | F(q & Fp)",
    "G((q & !r) -> (!r W (p & !r)))",
    "G((q & !r) -> (!r U (p & !r)))",
    // p occurs at most twice.
    "!p W (p W (!p W (p W G!p)))",
    "Fr -> ((!p & !r) U (r | ((p & !r) U (r | ((!p & !r) U (r | ((p & !r) U (r | (!p U r)))))))))",
    "Fq -> (!q U (q & (!p W (p W (!p W (p W G!p))))))",
    "G((q & Fr) -> ((!p & !r) U (r | ((p & !r) U (r | ((!p & !r) U (r | ((p & !r) U (r | (!p U r))))))))))",
    "G(q -> ((!p & !r) U (r | ((p & !r) U (r | ((!p & !r) U (r | ((p & !r) U (r | (!p W r) | Gp)))))))))",
    // p holds throughout.
    "Gp",
    "Fr -> (p U r)",
    "G(q -> Gp)",
    "G((q & !r & Fr) -> (p U r))",
    "G((q & !r) -> (p W r))",
    // s precedes p.
    "!p W s",
    "Fr -> (!p U (s | r))",
    "G!q | F(q & (!p W s))",
    "G((q & !r & Fr) -> (!p U (s | r)))",
    "G((q & !r) -> (!p W (s | r)))",
    // s responds to p.
    "G(p -> Fs)",
    "Fr -> ((p -> (!r U (s & !r))) U r)",
    "G(q -> G(p -> Fs))",
    "G((q & !r & Fr) -> ((p -> (!r U (s & !r))) U r))",
    "G((q & !r) -> ((p -> (!r U (s & !r))) W r))",
    // s and then t precede p.
    "Fp -> (!p U (s & !p & X(!p U t)))",
    "Fr -> (!p U (r | (s & !p & X(!p U t))))",
    "G!q | (!q U ((q & Fp) -> (!p U (s & !p & X(!p U t)))))",
    "G((q & Fr) -> (!p U (r | (s & !p & X(!p U t)))))",
    "G(q -> (Fp -> (!p U (r | (s & !p & X(!p U t))))))",
    // p precedes s and then t.
    "F(s & XFt) -> (!s U p)",
    "Fr -> (!(s & !r & X(!r U (t & !r))) U (r | p))",
    "G!q | (!q U (q & (F(s & XFt) -> (!s U p))))",
    "G((q & Fr) -> (!(s & !r & X(!r U (t & !r))) U (r | p)))",
    "G(q -> ((!(s & !r & X(!r U (t & !r))) U (r | p)) | G!(s & XFt)))",
    // p responds to s and then t.
    "G((s & XFt) -> XF(t & Fp))",
    "Fr -> (((s & X(!r U t)) -> X(!r U (t & Fp))) U r)",
    "G(q -> G((s & XFt) -> X(!t U (t & Fp))))",
    "G((q & Fr) -> (((s & X(!r U t)) -> X(!r U (t & Fp))) U r))",
    "G(q -> (((s & X(!r U t)) -> X(!r U (t & Fp))) U (r | G((s & X(!r U t)) -> X(!r U (t & Fp))))))",
    // s and then t respond to p.
    "G(p -> F(s & XFt))",
    "Fr -> ((p -> (!r U (s & !r & X(!r U t)))) U r)",
    "G(q -> G(p -> (s & XFt)))",
    "G((q & Fr) -> ((p -> (!r U (s & !r & X(!r U t)))) U r))",
    "G(q -> ((p -> (!r U (s & !r & X(!r U t)))) U (r | G(p -> (s & XFt)))))",
    // s and then t, with no z between them, respond to p.
    "G(p -> F(s & !z & X(!z U t)))",
    "Fr -> ((p -> (!r U (s & !r & !z & X((!r & !z) U t)))) U r)",
    "G(q -> G(p -> (s & !z & X(!z U t))))",
    "G((q & Fr) -> ((p -> (!r U (s & !r & !z & X((!r & !z) U t)))) U r))",
    "G(q -> ((p -> (!r U (s & !r & !z & X((!r & !z) U t)))) U (r | G(p -> (s & !z & X(!z U t))))))",
];

/// The formulas of Etessami and Holzmann [etessami.00.concur].
const EH: [&str; 12] = [
    "p0 U (p1 & Gp2)",
    "p0 U (p1 & X(p2 U p3))",
    "p0 U (p1 & X(p2 & F(p3 & XF(p4 & XF(p5 & XFp6)))))",
    "F(p0 & XGp1)",
    "F(p0 & X(p1 & XFp2))",
    "F(p0 & X(p1 U p2))",
    "FGp0 | GFp1",
    "G(p0 -> (p1 U p2))",
    "G(p0 & XF(p1 & XF(p2 & XFp3)))",
    "GFp0 & GFp1 & GFp2 & GFp3 & GFp4",
    "(p0 U (p1 U p2)) | (p1 U (p2 U p0)) | (p2 U (p0 U p1))",
    "G(p0 -> (p1 U (Gp2 | Gp3)))",
];

/// The formulas of Somenzi and Bloem [somenzi.00.cav].
const SB: [&str; 27] = [
    "p U q",
    "p U (q U r)",
    "!(p U (q U r))",
    "GFp -> GFq",
    "Fp U Gq",
    "Gp U q",
    "!(Fp <-> Fq)",
    "!(GFp -> GFq)",
    "!(GFp <-> GFq)",
    "p R (p | q)",
    "(Xp U Xq) | !X(p U q)",
    "(Xp U q) | !X(p U (p & q))",
    "G(p -> Fq) & ((Xp U q) | !X(p U (p & q)))",
    "G(p -> Fq) & ((Xp U Xq) | !X(p U q))",
    "G(p -> Fq)",
    "!G(p -> X(q R r))",
    "!(FGp | FGq)",
    "G(Fp & Fq)",
    "Fp & F!p",
    "(p & Xq) R X(((r U s) R p) U (r R p))",
    "(G(q | GFp) & G(r | GF!p)) | Gq | Gr",
    "(G(q | FGp) & G(r | FG!p)) | Gq | Gr",
    "!((G(q | GFp) & G(r | GF!p)) | Gq | Gr)",
    "!((G(q | FGp) & G(r | FG!p)) | Gq | Gr)",
    "G(q | XGp) & G(r | XG!p)",
    "G(q | (Xp & X!p))",
    "p | (q U p)",
];

pub(super) fn dac(n: usize) -> String {
    DAC[n - 1].to_owned()
}

pub(super) fn eh(n: usize) -> String {
    EH[n - 1].to_owned()
}

pub(super) fn sb(n: usize) -> String {
    SB[n - 1].to_owned()
}

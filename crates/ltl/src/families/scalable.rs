//! The families that grow with their number.

/// The formulas for 1, …, n, joined.
fn join(n: usize, operator: &str, formula: impl Fn(usize) -> String) -> String {
    (1..=n).map(formula).collect::<Vec<_>>().join(operator)
}

pub(super) fn and_gf(n: usize) -> String {
    join(n, " & ", |i| format!("GFp{i}"))
}

pub(super) fn or_fg(n: usize) -> String {
    join(n, " | ", |i| format!("FGp{i}"))
}

pub(super) fn fairness(n: usize) -> String {
    let assumptions = join(n, " & ", |i| format!("(GFe{i} -> GFt{i})"));
    format!("({assumptions}) -> GFg")
}

pub(super) fn gh_q(n: usize) -> String {
    join(n, " & ", |i| format!("(Fp{i} | Gp{})", i + 1))
}

pub(super) fn gh_r(n: usize) -> String {
    join(n, " & ", |i| format!("(GFp{i} | FGp{})", i + 1))
}

pub(super) fn sejk_k(n: usize) -> String {
    join(n, " & ", |i| format!("(GFa{i} | FGb{i})"))
}

/// ((p1 ∘ p2) ∘ p3) ∘ … ∘ pn
fn left(n: usize, operator: &str) -> String {
    let rest = (2..=n).map(|i| format!(" {operator} p{i}"));
    "(".repeat(n.saturating_sub(2)) + "p1" + &rest.collect::<Vec<_>>().join(")")
}

pub(super) fn u_left(n: usize) -> String {
    left(n, "U")
}

pub(super) fn r_left(n: usize) -> String {
    left(n, "R")
}

pub(super) fn u_right(n: usize) -> String {
    let opened: Vec<_> = (1..n).map(|i| format!("p{i} U ")).collect();
    opened.join("(") + &format!("p{n}") + &")".repeat(n.saturating_sub(2))
}

pub(super) fn ccj_alpha(n: usize) -> String {
    let chain = |name: char| {
        let opened: String = (1..n).map(|i| format!("F({name}{i} & ")).collect();
        opened + &format!("F{name}{n}") + &")".repeat(n - 1)
    };
    format!("{} & {}", chain('p'), chain('q'))
}

pub(super) fn tv_uu(n: usize) -> String {
    let opened: String = (1..n).map(|i| format!("p{i} U (p{} & (", i + 1)).collect();
    let closed = "))".repeat(n - 1);
    format!("G(p1 -> ({opened}p{n} U p{}{closed}))", n + 1)
}

/// Disjunctions and conjunctions of fairness in turn: (FGaₙ ∨ GFbₙ) ∧ ((FGaₙ₋₁ ∧ GFbₙ₋₁) ∨ …).
pub(super) fn ms_phi_s(n: usize) -> String {
    let mut opened = String::new();
    for (depth, i) in (1..=n).rev().enumerate() {
        let (inner, outer) = if depth % 2 == 0 {
            ('|', '&')
        } else {
            ('&', '|')
        };
        opened += &format!("(FGa{i} {inner} GFb{i}) {outer} (");
    }
    let innermost = if n.is_multiple_of(2) { '|' } else { '&' };
    opened + &format!("FGa0 {innermost} GFb0") + &")".repeat(n)
}

/// A counter of n bits, one bit a step, the lowest first: `m` marks the lowest bit, `b` is the bit.
/// It starts at 0, and each value is the one before plus 1.
pub(super) fn rv_counter(n: usize) -> String {
    let next = |i: usize| "X".repeat(i);
    let later = |bit: &str| format!("{}({bit})", next(n));
    let unmarked = join(n - 1, "", |i| format!("{}!m & ", next(i)));
    let zero = (0..n)
        .map(|i| format!("{}!b", next(i)))
        .collect::<Vec<_>>()
        .join(" & ");
    let copy = format!("(!m & (b <-> {})) U m", later("b"));
    let carry = format!(
        "(b & !m & {}) U (m | (!m & !b & {} & X({copy})))",
        later("!b"),
        later("b")
    );
    [
        "m".to_owned(),
        format!("G(m -> ({unmarked}{}))", later("m")),
        zero,
        format!("G(m & !b -> ({} & X({copy})))", later("b")),
        format!("G(m & b -> ({} & X({carry})))", later("!b")),
    ]
    .join(" & ")
}

/// Words of n letters, the i-th of them aᵢ or bᵢ, each word after a `c`; one of them after `d`, and
/// then `c` for ever.  Some word before the `d` is the one after it: a deterministic automaton has
/// to remember the set of words seen.
pub(super) fn kr_n(n: usize) -> String {
    let letter = |i: usize| format!("(a{i} | b{i})");
    let steps = join(n - 1, "", |i| {
        format!("G({} -> X{}) & ", letter(i), letter(i + 1))
    });
    let again = join(n, " | ", |i| {
        format!("(a{i} & F(d & Fa{i})) | (b{i} & F(d & Fb{i}))")
    });
    let some_letter = join(n, " | ", |i| format!("a{i} | b{i}"));
    let exclusive = join(n, "", |i| format!(" & G!(a{i} & b{i})"));
    format!(
        "c & X(a1 | b1 | d) & {steps}G({} -> X(c & X(a1 | b1 | d | Gc))) \
         & (!d U (d & X((a1 | b1) & {}Gc))) & F(c & X(!c & (({again}) U c))) \
         & G(({some_letter}) -> !c & !d) & G!(c & d){exclusive}",
        letter(n),
        "X".repeat(n),
    )
}

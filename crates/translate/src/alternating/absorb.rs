//! Leaving out what is no better than something else that is there.

/// Among more elements than this nothing is absorbed: it costs their square.
const ABSORB_LIMIT: usize = 1 << 11;

/// Drops every element that another one absorbs; of two that absorb each other the first stays.
pub(super) fn absorb<T>(
    elements: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    absorbs: impl Fn(&T, &T) -> bool,
) -> Vec<T> {
    let elements = elements.into_iter();
    if elements.len() > ABSORB_LIMIT {
        return elements.collect();
    }
    let mut kept: Vec<T> = Vec::new();
    for element in elements {
        if !kept.iter().any(|known| absorbs(known, &element)) {
            kept.retain(|known| !absorbs(&element, known));
            kept.push(element);
        }
    }
    kept
}

//! A hint to the processor.

/// Brings a place of memory into the cache while the processor goes on.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline]
pub fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing; the address is that of a live reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// Does nothing on this processor.
#[cfg(not(target_arch = "x86_64"))]
pub fn prefetch<T>(_: &T) {}

//! Stacks that may become as long as a state space is deep.
//!
//! Such a stack grows chunk by chunk: nothing is copied, so no second half is in memory meanwhile, and no more than a
//! chunk is held in reserve.

/// How many elements a chunk has.
const CHUNK: usize = 1 << 13;

/// A stack in chunks.
pub(crate) struct Stack<T> {
    /// The chunks below, all of them full.
    below: Vec<Vec<T>>,
    /// The chunk on top; it is empty only if the stack is.
    top: Vec<T>,
    /// A chunk for when the top is full.
    spare: Vec<T>,
}

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Self {
            below: Vec::new(),
            top: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<T> Stack<T> {
    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        if self.top.len() == CHUNK {
            self.begin_chunk();
        }
        self.top.push(element);
    }

    #[cold]
    fn begin_chunk(&mut self) {
        let mut chunk = std::mem::take(&mut self.spare);
        chunk.reserve_exact(CHUNK);
        self.below.push(std::mem::replace(&mut self.top, chunk));
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let element = self.top.pop();
        if self.top.is_empty() {
            self.end_chunk();
        }
        element
    }

    #[cold]
    fn end_chunk(&mut self) {
        if let Some(chunk) = self.below.pop() {
            self.spare = std::mem::replace(&mut self.top, chunk);
        }
    }

    /// Removes the last element if it is as wanted.
    #[inline]
    pub(crate) fn pop_if(&mut self, wanted: impl FnOnce(&T) -> bool) -> Option<T> {
        self.last().is_some_and(wanted).then(|| self.pop())?
    }

    #[inline]
    pub(crate) fn last(&self) -> Option<&T> {
        self.top.last()
    }

    #[inline]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.top.last_mut()
    }

    pub(crate) fn len(&self) -> usize {
        self.below.len() * CHUNK + self.top.len()
    }

    /// The elements from the first on.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.below.iter().flatten().chain(&self.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_in_chunks_is_a_stack() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut stack, mut twin) = (Stack::default(), Vec::new());
        let mut highest = 0;
        for number in 0..400_000u32 {
            // Up and down across the ends of chunks.
            let grows = (number / 50_000) % 2 == 0;
            if rng.u32(0..10) < if grows { 7 } else { 3 } {
                stack.push(number);
                twin.push(number);
            } else if rng.bool() {
                assert_eq!(stack.pop(), twin.pop());
            } else {
                let wanted = |&number: &u32| number % 4 > 0;
                assert_eq!(stack.pop_if(wanted), twin.pop_if(|number| wanted(number)));
            }
            assert_eq!((stack.last(), stack.len()), (twin.last(), twin.len()));
            highest = highest.max(twin.len());
        }
        assert!(highest > 2 * CHUNK, "{highest}");
        assert!(stack.iter().eq(&twin));
        while let Some(element) = twin.pop() {
            assert_eq!(stack.last_mut().copied(), Some(element));
            assert_eq!(stack.pop(), Some(element));
        }
        assert_eq!((stack.pop(), stack.len()), (None, 0));
    }
}

//! Ids of nodes and their numbers.

use rustc_hash::FxHashMap;

/// The numbers of ids.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    numbers: FxHashMap<String, u32>,
    /// How many bytes the longest id has.
    most_bytes: usize,
}

impl Numbers {
    /// Ids are numbered as they come.
    pub(super) fn new(names: &[String]) -> Self {
        let numbers = names.iter().cloned().zip(0..).collect();
        let most_bytes = names.iter().map(String::len).max().unwrap_or(0);
        Self {
            numbers,
            most_bytes,
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.numbers.keys().map(String::as_str)
    }

    /// The longest id at the beginning of a text that no letter or digit continues: its bytes and its number.
    pub(super) fn longest(&self, text: &str) -> Option<(usize, u32)> {
        let continues = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
        ends.take_while(|&end| end <= self.most_bytes)
            .filter(|&end| !continues(&text[end..]))
            .filter_map(|end| Some((end, self.get(&text[..end])?)))
            .last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_id_wins_and_words_are_not_torn() {
        let names = ["P", "P-start", "P-start_1", "a b"].map(str::to_owned);
        let numbers = Numbers::new(&names);
        let longest = |text| numbers.longest(text);
        assert_eq!(longest("P-start_1 <= 3"), Some((9, 2)));
        assert_eq!(
            longest("P-start_12"),
            Some((1, 0)),
            "there is no P-start_12"
        );
        assert_eq!(longest("P-start-2"), Some((7, 1)));
        assert_eq!(longest("P+1"), Some((1, 0)));
        assert_eq!(longest("a b+c"), Some((3, 3)));
        assert_eq!(longest("Pstart"), None);
        assert_eq!(longest(""), None);
    }
}

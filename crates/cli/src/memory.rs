//! How much memory the process takes, and how much it may take, as Linux tells.

use std::fs;
use std::path::Path;

/// The bytes that the process takes now; `None` where the system does not tell.
pub(crate) fn resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:")
}

/// The bytes that another process takes now; `None` where the system does not tell.
#[cfg(feature = "serve")]
pub(crate) fn resident_in(process: u32) -> Option<u64> {
    kilobytes(&format!("/proc/{process}/status"), "VmRSS:")
}

/// The most bytes that the process has taken at once; `None` where the system does not tell.
pub(crate) fn peak() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// The bytes that the machine, or the control group around the process, allows.
pub(crate) fn allowed() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let of_groups = groups.lines().filter_map(group_limit);
    let of_machine = kilobytes("/proc/meminfo", "MemTotal:");
    of_groups.chain(of_machine).min()
}

/// The number that stands behind a word of a file such as `/proc/meminfo`, which counts kilobytes.
fn kilobytes(file: &str, word: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    let number: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(number * 1024)
}

/// The least limit of a control group and those around it; a line is `number:controllers:path`, in
/// version 2 without controllers.
fn group_limit(line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (root, file) = match parts.next()? {
        "" => ("/sys/fs/cgroup", "memory.max"),
        "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        _ => return None,
    };
    let own = Path::new(root).join(parts.next()?.trim_start_matches('/'));
    let around = own.ancestors().take_while(|group| group.starts_with(root));
    let limit = |group: &Path| -> Option<u64> {
        let text = fs::read_to_string(group.join(file)).ok()?;
        text.trim().parse().ok() // `max` is no limit
    };
    around.filter_map(limit).min()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_in_use_is_noticed() {
        let before = resident().expect("Linux tells");
        // Other tests may give memory back meanwhile.
        let block = vec![1u8; 128 << 20];
        let after = resident().expect("Linux tells");
        assert!(after >= before + (64 << 20), "{before} {after}");
        assert!(peak().expect("Linux tells") >= after);
        assert!(allowed().expect("Linux tells") > after);
        assert_eq!(std::hint::black_box(block).len(), 128 << 20);
    }
}

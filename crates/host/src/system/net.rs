//! Network interfaces.

use crate::root::{self, Root};

/// The speed that the driver of an interface states, in bits per second; `None`: none, as of virtual ones.
pub fn link_speed(root: &Root, interface: &str) -> Option<u64> {
    let megabits: i64 = root::number(&root.sys("class/net").join(interface).join("speed"))?;
    // -1 is an interface that does not know.
    u64::try_from(megabits)
        .ok()
        .filter(|megabits| *megabits > 0)
        .map(|megabits| megabits * 1_000_000)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_speed_is_what_the_driver_states() {
        let folder = tempfile::tempdir().unwrap();
        for (name, speed) in [("eth0", "25000\n"), ("veth0", "-1\n"), ("down", "")] {
            let dir = folder.path().join("sys/class/net").join(name);
            fs::create_dir_all(&dir).unwrap();
            fs::write(dir.join("speed"), speed).unwrap();
        }
        let speed = |name| link_speed(&Root::at(folder.path()), name);
        assert_eq!(speed("eth0"), Some(25_000_000_000));
        assert_eq!((speed("veth0"), speed("down"), speed("none")), (None, None, None));
    }
}

//! Caches of the CPU (`Documentation/ABI/testing/sysfs-devices-system-cpu`), and huge pages of this process (proc_pid_smaps(5)).

use crate::root::{self, Root};

/// Level and bytes of each cache that the first CPU uses for data, the smallest first.
pub fn data_caches(root: &Root) -> Vec<(u32, u64)> {
    let dir = root.sys("devices/system/cpu/cpu0/cache");
    let cache = |name: &String| {
        let dir = dir.join(name);
        let kind = root::word(&dir.join("type"))?;
        let size = root::word(&dir.join("size"))?;
        let (digits, unit) =
            size.split_at(size.len() - usize::from(!size.ends_with(|c: char| c.is_ascii_digit())));
        let shift = match unit {
            "" => 0,
            "K" => 10,
            "M" => 20,
            _ => return None,
        };
        let level = root::number(&dir.join("level"))?;
        (kind != "Instruction").then_some((level, digits.parse::<u64>().ok()? << shift))
    };
    let mut caches: Vec<(u32, u64)> = root::names(&dir).iter().filter_map(cache).collect();
    caches.sort_unstable();
    caches
}

/// Bytes in transparent huge pages of this process's mapping that has the address. `None`: the kernel does not tell.
pub fn huge_bytes(root: &Root, address: usize) -> Option<u64> {
    huge_bytes_of(&root::text(&root.proc("self/smaps"))?, address)
}

fn huge_bytes_of(smaps: &str, address: usize) -> Option<u64> {
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    let mut lines = smaps.lines().skip_while(|line| {
        let range = line.split(' ').next().and_then(|range| range.split_once('-'));
        let range = range.and_then(|(from, to)| Some(number(from)?..number(to)?));
        !range.is_some_and(|range| range.contains(&address))
    });
    let kib = lines.find_map(|line| line.strip_prefix("AnonHugePages:"))?;
    Some(kib.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn caches_for_data_are_read() {
        let tree = tempfile::tempdir().unwrap();
        let write = |index: u32, kind: &str, level: u32, size: &str| {
            let dir = tree
                .path()
                .join(format!("sys/devices/system/cpu/cpu0/cache/index{index}"));
            std::fs::create_dir_all(&dir).unwrap();
            for (name, text) in [("type", kind), ("level", &level.to_string()), ("size", size)] {
                std::fs::write(dir.join(name), format!("{text}\n")).unwrap();
            }
        };
        write(0, "Data", 1, "32K");
        write(1, "Instruction", 1, "64K");
        write(2, "Unified", 2, "1024K");
        write(3, "Unified", 3, "32M");
        let found = data_caches(&Root::at(tree.path()));
        assert_eq!(found, [(1, 32 << 10), (2, 1 << 20), (3, 32 << 20)]);
        assert_eq!(data_caches(&Root::at("/nowhere")), []);
    }

    #[test]
    fn the_mapping_with_the_address_counts() {
        let smaps = "55d0-55e0 r--p 00000000 fe:00 1 /bin/x\nAnonHugePages:         0 kB\n\
                     7f000000-7f400000 rw-p 00000000 00:00 0 \nSize: 4096 kB\nAnonHugePages:      2048 kB\n";
        assert_eq!(huge_bytes_of(smaps, 0x7f10_0000), Some(2 << 20));
        assert_eq!(huge_bytes_of(smaps, 0x55d5), Some(0));
        assert_eq!(huge_bytes_of(smaps, 0x1), None);
    }
}

//! The points of the survey: which jobs it runs, as fio commands that anyone can repeat.

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    /// What the row is called.
    pub(crate) label: &'static str,
    /// fio options of the row, without file, size, time and direct.
    pub(crate) options: &'static [&'static str],
    /// Whether it writes.
    pub(crate) writes: bool,
    /// Whether it goes through the page cache on purpose (buffered write with `fsync`).
    pub(crate) buffered: bool,
    /// Options of a second job that works on the other half of the file meanwhile and is not in the table.
    pub(crate) meanwhile: &'static [&'static str],
}

const fn read(label: &'static str, options: &'static [&'static str]) -> Point {
    Point {
        label,
        options,
        writes: false,
        buffered: false,
        meanwhile: &[],
    }
}

const fn write(label: &'static str, options: &'static [&'static str], buffered: bool) -> Point {
    Point {
        label,
        options,
        writes: true,
        buffered,
        meanwhile: &[],
    }
}

/// In the order of the table: reads from small to large, then depth, then writes.
pub(crate) const POINTS: [Point; 12] = [
    read("seq read 4k", &["--rw=read", "--bs=4k"]),
    read("seq read 64k", &["--rw=read", "--bs=64k"]),
    read("seq read 1M", &["--rw=read", "--bs=1M"]),
    read("rand read 4k", &["--rw=randread", "--bs=4k"]),
    read("rand read 64k", &["--rw=randread", "--bs=64k"]),
    read("rand read 1M", &["--rw=randread", "--bs=1M"]),
    read(
        "rand read 4k qd32",
        &["--rw=randread", "--bs=4k", "--ioengine=libaio", "--iodepth=32"],
    ),
    read(
        "rand read 64k qd32",
        &["--rw=randread", "--bs=64k", "--ioengine=libaio", "--iodepth=32"],
    ),
    write("seq write 1M", &["--rw=write", "--bs=1M"], false),
    write("rand write 4k", &["--rw=randwrite", "--bs=4k"], false),
    write(
        "rand write 4k qd32",
        &["--rw=randwrite", "--bs=4k", "--ioengine=libaio", "--iodepth=32"],
        false,
    ),
    write(
        "write 4k, fsync each",
        &["--rw=write", "--bs=4k", "--fsync=1"],
        true,
    ),
];

/// What a survey has besides from three minutes on: depth, batches of syncs, and readers next to the writer of a log.
pub(crate) const FURTHER: [Point; 7] = [
    read(
        "rand read 4k qd4",
        &["--rw=randread", "--bs=4k", "--ioengine=libaio", "--iodepth=4"],
    ),
    read(
        "rand read 4k qd8",
        &["--rw=randread", "--bs=4k", "--ioengine=libaio", "--iodepth=8"],
    ),
    read(
        "rand read 4k qd128",
        &["--rw=randread", "--bs=4k", "--ioengine=libaio", "--iodepth=128"],
    ),
    write(
        "write 4k, fsync per 8",
        &["--rw=write", "--bs=4k", "--fsync=8"],
        true,
    ),
    write(
        "write 4k, fsync per 64",
        &["--rw=write", "--bs=4k", "--fsync=64"],
        true,
    ),
    Point {
        meanwhile: LOG,
        ..read("rand read 4k by a log", &["--rw=randread", "--bs=4k"])
    },
    Point {
        meanwhile: LOG,
        ..read("rand read 1M by a log", &["--rw=randread", "--bs=1M"])
    },
];

/// The writer of a log: each write is synced.
const LOG: &[&str] = &["--name=log", "--rw=write", "--bs=4k", "--fsync=1", "--direct=0"];

impl Point {
    /// Whether anything of it writes.
    pub(crate) fn is_writing(&self) -> bool {
        self.writes || !self.meanwhile.is_empty()
    }

    /// The whole fio command of the row: arguments behind the program's name.
    pub(crate) fn arguments(
        &self,
        file: &str,
        size_bytes: u64,
        direct: bool,
        runtime_ms: u64,
        seed: u64,
    ) -> Vec<String> {
        let mut args = vec![format!(
            "--name={}",
            self.label.replace([' ', ','], "-").replace("--", "-")
        )];
        let mib = size_bytes >> 20;
        let mine = if self.meanwhile.is_empty() { mib } else { mib / 2 };
        args.extend(self.options.iter().map(|option| (*option).to_owned()));
        args.push(format!("--filename={file}"));
        args.push(format!("--size={mine}M"));
        args.push(format!("--direct={}", u8::from(direct && !self.buffered)));
        // Another seed in every repeat: the same offsets again would find the caches warm.
        args.push(format!("--randseed={seed}"));
        args.push("--time_based".to_owned());
        args.push(format!("--runtime={runtime_ms}ms"));
        if !self.meanwhile.is_empty() {
            args.extend(self.meanwhile.iter().map(|option| (*option).to_owned()));
            args.push(format!("--filename={file}"));
            args.push(format!("--size={}M", mib - mine));
            args.push(format!("--offset={mine}M"));
            args.push("--time_based".to_owned());
            args.push(format!("--runtime={runtime_ms}ms"));
        }
        args
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn names_have_no_blanks_and_labels_are_unique() {
        let all = || POINTS.into_iter().chain(FURTHER);
        let mut labels: Vec<_> = all().map(|point| point.label).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), POINTS.len() + FURTHER.len());
        // The table and its head fit a screen of 24 lines.
        assert!(labels.len() < 23);
        for point in all() {
            let args = point.arguments("f", 64 << 20, true, 1000, 1);
            assert!(args.iter().all(|arg| !arg.contains(' ')), "{args:?}");
        }
    }
}

//! What known differences ask of a random job.

use std::collections::BTreeSet;

use crate::parity::random::generate::RandomJob;

impl RandomJob {
    /// Whether one of these options is given.
    pub(super) fn sets(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.has(name, |_| true))
    }

    /// Whether an option has a value that begins with one of these.
    pub(super) fn begins(&self, name: &str, values: &[&str]) -> bool {
        self.has(name, |value| values.iter().any(|begin| value.starts_with(begin)))
    }

    pub(super) fn contains(&self, name: &str, part: &str) -> bool {
        self.has(name, |value| value.contains(part))
    }

    pub(super) fn equals(&self, name: &str, values: &[&str]) -> bool {
        self.has(name, |value| values.contains(&value))
    }

    pub(super) fn rw(&self, modes: &[&str]) -> bool {
        self.begins("rw", modes)
    }

    pub(super) fn engine(&self, names: &[&str]) -> bool {
        self.begins("ioengine", names)
    }

    pub(super) fn verifies(&self) -> bool {
        self.sets(&["verify", "verify_pattern"])
    }

    pub(super) fn syncs(&self) -> bool {
        self.sets(&["fsync", "fdatasync", "sync_file_range"])
    }

    pub(super) fn aligns(&self) -> bool {
        self.sets(&["ba", "blockalign"])
    }

    pub(super) fn is_direct(&self) -> bool {
        self.begins("direct", &["1"]) || self.begins("buffered", &["0"])
    }

    pub(super) fn is_mixed(&self) -> bool {
        self.rw(&["rw", "randrw"])
    }

    pub(super) fn is_random(&self) -> bool {
        self.rw(&["rand"])
    }

    pub(super) fn is_zoned(&self) -> bool {
        self.begins("zonemode", &["zbd"])
    }

    /// Whether an option is given with a value and, later, without one.
    pub(super) fn repeats_as_flag(&self) -> bool {
        let options = self.options.iter().enumerate();
        let mut flags = options.filter(|(_, (_, value))| value.is_empty());
        flags.any(|(at, (name, _))| {
            self.options[..at]
                .iter()
                .any(|(earlier, value)| earlier == name && !value.is_empty())
        })
    }

    pub(super) fn is_deep_vsync(&self) -> bool {
        self.engine(&["vsync"]) && self.sets(&["iodepth"])
    }
}

fn values<'a>(job: &'a RandomJob, names: &'static [&'static str]) -> impl Iterator<Item = &'a str> {
    job.options
        .iter()
        .filter(|(name, _)| names.contains(&name.as_str()))
        .map(|(_, value)| value.as_str())
}

/// Whether `filename` has a name twice, in one value or in several.
pub(super) fn names_a_file_twice(job: &RandomJob) -> bool {
    let mut seen = BTreeSet::new();
    let mut names = values(job, &["filename"]).flat_map(|value| value.split(':'));
    names.any(|name| !seen.insert(name))
}

/// Whether some direction that is issued has larger blocks than the smallest of all three. `bs=4k-8k` is read as `bs=4k,8k`.
pub(super) fn has_mixed_map(job: &RandomJob) -> bool {
    let modes: Vec<&str> = values(job, &["rw", "readwrite"]).collect();
    let issues = |at: usize| {
        modes.iter().any(|mode| match at {
            0 => mode.contains("read") || mode.contains("rw"),
            1 => mode.contains("write") || mode.contains("rw"),
            _ => mode.contains("trim"),
        })
    };
    values(job, &["bs", "blocksize"]).any(|text| {
        // What is not given stays, and what is left out at the end is as the one before.
        let mut sizes = [4096; 3];
        let parts: Vec<&str> = text.split([',', '-']).collect();
        for (at, size) in sizes.iter_mut().enumerate() {
            let part = parts.get(at).or(parts.last()).copied().unwrap_or_default();
            *size = bytes(part).unwrap_or(*size);
        }
        let least = sizes.iter().min().copied().unwrap_or(0);
        (0..3).any(|at| issues(at) && sizes[at] > least)
    })
}

/// Whether some job has one of `zonemode=strided` and `zonesize` without the other.
pub(super) fn is_refused_for_zones(job: &RandomJob) -> bool {
    let mut jobs: Vec<(bool, bool)> = vec![(false, false)];
    for (name, value) in &job.options {
        let global = jobs[0];
        if name == "name" {
            jobs.push(global);
        }
        if let Some((strided, sized)) = jobs.last_mut() {
            match name.as_str() {
                "zonemode" => *strided = value == "strided",
                "zonesize" => *sized = true,
                _ => {}
            }
        }
    }
    jobs.iter().skip(1).any(|(strided, sized)| strided != sized)
}

/// Whether the zones of `zoned_abs` end behind the region that is drawn from.
pub(super) fn reaches_beyond(job: &RandomJob) -> bool {
    const REGIONS: [&str; 4] = ["size", "filesize", "zonesize", "zonerange"];
    let files = values(job, &["nrfiles", "nr_files"])
        .filter_map(|value| value.parse::<u64>().ok())
        .max();
    let least = values(job, &REGIONS)
        .flat_map(|value| value.split('-'))
        .filter_map(bytes)
        .min();
    let least = least.unwrap_or(u64::MAX) / files.unwrap_or(1).max(1);
    values(job, &["random_distribution"])
        .filter_map(|value| value.strip_prefix("zoned_abs:"))
        .any(|zones| {
            let reach: u64 = zones
                .split(':')
                .filter_map(|zone| bytes(zone.split_once('/')?.1))
                .sum();
            reach > least
        })
}

/// Whether some size or offset of the job is not a multiple of some block size, or may not be one (percentages).
pub(super) fn has_tail(job: &RandomJob) -> bool {
    const AMOUNTS: [&str; 7] = [
        "size",
        "filesize",
        "offset",
        "fileoffset",
        "offset_increment",
        "zonesize",
        "zonerange",
    ];
    const BLOCKS: [&str; 6] = ["bs", "blocksize", "bsrange", "blocksize_range", "bssplit", "ba"];
    let blocks: Vec<u64> = values(job, &BLOCKS)
        .flat_map(|value| value.split([',', '-', ':']))
        .filter_map(|part| bytes(part.split('/').next().unwrap_or_default()))
        .chain([4096])
        .filter(|bytes| *bytes > 0)
        .collect();
    if job.has("kb_base", |base| base == "1000") {
        return true;
    }
    // An amount is divided among the files.
    let files = values(job, &["nrfiles", "nr_files"])
        .filter_map(|value| value.parse().ok())
        .chain(values(job, &["filename"]).map(|names| names.split(':').count() as u64))
        .max()
        .unwrap_or(1)
        .max(1);
    values(job, &AMOUNTS)
        .flat_map(|value| value.split('-'))
        .any(|part| {
            bytes(part).is_none_or(|amount| {
                blocks
                    .iter()
                    .any(|block| amount % block != 0 || amount % files != 0 || amount / files % block != 0)
            })
        })
}

/// A number of the lists in `values`: digits, and `k` or `m`.
pub(in crate::parity::random) fn bytes(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1024),
        b'm' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    Some(digits.parse::<u64>().ok()? * unit)
}

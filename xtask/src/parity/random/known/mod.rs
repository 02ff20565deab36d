//! Differences of random jobs that are known and meant: which jobs have them, what differs, and why.

mod jobs;
mod list;

use std::cmp::Ordering;

use super::generate::RandomJob;

pub(in crate::parity::random) use self::jobs::bytes;
pub(in crate::parity::random) use self::list::KNOWN;

/// A difference that is meant.
pub(super) struct KnownDifference {
    pub(super) name: &'static str,
    /// [`LISTED`]: the row of that name says it.
    pub(super) reason: &'static str,
    /// Whether a job has the options that this is about.
    pub(super) is_about: fn(&RandomJob) -> bool,
    /// Whether it is what differs.
    excuses: fn(&Difference) -> bool,
}

impl KnownDifference {
    const fn because(self, reason: &'static str) -> KnownDifference {
        KnownDifference { reason, ..self }
    }

    const fn about(self, is_about: fn(&RandomJob) -> bool) -> KnownDifference {
        KnownDifference { is_about, ..self }
    }

    const fn excuses(self, excuses: fn(&Difference) -> bool) -> KnownDifference {
        KnownDifference { excuses, ..self }
    }

    /// Whether this explains one difference of this job.
    pub(super) fn explains(&self, job: &RandomJob, difference: &str) -> bool {
        (self.is_about)(job) && (self.excuses)(&Difference(difference))
    }
}

/// A difference as [`compare`](crate::parity::compare::compare) prints it.
struct Difference<'a>(&'a str);

impl Difference<'_> {
    fn has(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.0.contains(text))
    }

    /// Whether fio's number is the smaller one.
    fn less(&self, texts: &[&str]) -> bool {
        self.has(texts) && self.order() == Some(Ordering::Less)
    }

    /// Whether fio's number is the larger one.
    fn more(&self, texts: &[&str]) -> bool {
        self.has(texts) && self.order() == Some(Ordering::Greater)
    }

    /// Whether neither number is more than `factor` times the other.
    fn within(&self, factor: f64, texts: &[&str]) -> bool {
        let is_near = |(theirs, mine): (f64, f64)| theirs.max(mine) <= factor * theirs.min(mine);
        self.has(texts) && self.numbers().is_some_and(is_near)
    }

    fn fio(&self, what: &str, theirs: &str) -> bool {
        self.0.contains(&format!("{what}: fio {theirs}"))
    }

    fn fiord(&self, what: &str, mine: &str) -> bool {
        self.0.contains(what) && self.0.contains(&format!(", fiord {mine}"))
    }

    fn both(&self, what: &str, theirs: i32, mine: i32) -> bool {
        self.0.contains(&format!("{what}: fio {theirs}, fiord {mine}"))
    }

    fn order(&self) -> Option<Ordering> {
        let (theirs, mine) = self.numbers()?;
        theirs.partial_cmp(&mine)
    }

    /// fio's number and ours.
    fn numbers(&self) -> Option<(f64, f64)> {
        let (_, numbers) = self.0.rsplit_once(": fio ")?;
        let (theirs, mine) = numbers.split_once(", fiord ")?;
        Some((theirs.parse().ok()?, mine.parse().ok()?))
    }

    /// fio's exit code and error say that a block it wrote itself is wrong.
    fn is_wrong_block(&self) -> bool {
        self.more(&["exit code"]) || self.both(".error", 84, 0)
    }

    /// fio's job ended early, with EINVAL.
    fn is_ended_early(&self) -> bool {
        self.more(&["exit code"])
            || self.both(".error", 22, 0)
            || self.less(COUNTS)
            || self.has(&["key only in fiord"])
    }
}

/// I/Os and bytes of a direction, and their sums.
const COUNTS: &[&str] = &["io_bytes", "total_ios"];
/// The same, and syncs.
const ALL_COUNTS: &[&str] = &["io_bytes", "total_ios", "sync"];

const LISTED: &str = "docs/fio-differences.md";

/// A difference that is of no job yet, and excuses nothing.
const fn known(name: &'static str) -> KnownDifference {
    KnownDifference {
        name,
        reason: LISTED,
        is_about: |_| false,
        excuses: |_| false,
    }
}

#[cfg(test)]
mod tests {
    use super::jobs::{has_mixed_map, has_tail, reaches_beyond};
    use super::*;

    fn draw(words: &[(&str, &str)]) -> RandomJob {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        RandomJob {
            options: words.iter().map(owned).collect(),
        }
    }

    fn excused(words: &[(&str, &str)], difference: &str) -> Vec<&'static str> {
        let job = draw(words);
        let known = KNOWN.iter().filter(|known| known.explains(&job, difference));
        known.map(|known| known.name).collect()
    }

    #[test]
    fn a_known_difference_needs_its_options_and_its_text() {
        let vsync = [("ioengine", "vsync"), ("iodepth", "4")];
        assert_eq!(
            excused(&vsync, "jobs[0].read.io_bytes: fio 1, fiord 2"),
            ["vsync-bytes"]
        );
        assert_eq!(excused(&vsync, "jobs[0].read.io_bytes: fio 2, fiord 1"), [""; 0]);
        assert_eq!(excused(&vsync, "jobs[0].read.short_ios: fio 1, fiord 2"), [""; 0]);
        assert_eq!(
            excused(&vsync[..1], "jobs[0].read.io_bytes: fio 1, fiord 2"),
            [""; 0]
        );
        let aligned = [("rw", "randread"), ("ba", "512")];
        assert_eq!(
            excused(&aligned, "jobs[0].read.total_ios: fio 8, fiord 32"),
            ["blockalign-map"]
        );
        assert_eq!(
            excused(&aligned, "jobs[0].read.total_ios: fio 32, fiord 8"),
            ["blockalign-map"]
        );
        assert_eq!(
            excused(&aligned, "jobs[0].read.total_ios: fio 33, fiord 8"),
            [""; 0]
        );
        assert_eq!(
            excused(&aligned, "jobs[0].read.total_ios: fio 0, fiord 8"),
            [""; 0]
        );
        let echo = "jobs[0].job options: fio {\"name\":\"a\",\"new_group\":\"0\"}, fiord {\"name\":\"a\"}";
        let flag_last = [("new_group", "0"), ("new_group", "")];
        assert_eq!(excused(&flag_last, echo), ["json-later"]);
        assert_eq!(excused(&[flag_last[1], flag_last[0]], echo), [""; 0]);
        let pattern = [("verify", "pattern")];
        let refused = "files left: fio {}, fiord {\"a\": 1}";
        assert_eq!(excused(&pattern, refused), ["verify-no-pattern"]);
        assert_eq!(excused(&pattern, "files left: fio {\"a\": 1}, fiord {}"), [""; 0]);
        assert_eq!(
            excused(&[pattern[0], ("verify_pattern", "0xaa")], refused),
            [""; 0]
        );
    }

    #[test]
    fn what_jobs_are_asked_is_counted() {
        let tail = |words: &[(&str, &str)]| has_tail(&draw(words));
        assert!(tail(&[("size", "66000")]) && tail(&[("size", "64k"), ("bs", "1000")]));
        assert!(tail(&[("size", "50%")]) && !tail(&[("size", "64k"), ("bs", "4k,8k")]));
        let mixed = |words: &[(&str, &str)]| has_mixed_map(&draw(words));
        assert!(
            mixed(&[("rw", "randread"), ("bs", "4k,8k,2k")])
                && !mixed(&[("rw", "randread"), ("bs", "4k,8k")])
        );
        assert!(mixed(&[("rw", "randwrite"), ("bs", ",8k")]) && mixed(&[("rw", "randrw"), ("bs", "4k-8k")]));
        assert!(!mixed(&[("rw", "randrw"), ("bs", "8k")]));
        let beyond = |size| {
            let zones = ("random_distribution", "zoned_abs:60/16k:40/64k");
            reaches_beyond(&draw(&[zones, ("size", size)]))
        };
        assert!(beyond("64k") && !beyond("256k"));
    }

    #[test]
    fn the_list_is_sorted_and_what_it_says_is_listed_is() {
        assert!(KNOWN.is_sorted_by_key(|known| known.name));
        let rows = std::fs::read_to_string(crate::shell::workspace().join(LISTED)).unwrap();
        let is_unlisted = |known: &&KnownDifference| {
            known.reason == LISTED && !rows.contains(&format!("| `{}`", known.name))
        };
        assert_eq!(KNOWN.iter().find(is_unlisted).map(|known| known.name), None);
    }
}

//! Pressure stall information (`Documentation/accounting/psi.rst`): time in which tasks waited for a resource.

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// Waiting for one resource.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Pressure {
    /// Percent of the last 10 s in which some task waited.
    pub some_avg10: f64,
    /// Percent of the last 60 s.
    pub some_avg60: f64,
    /// Microseconds since boot in which some task waited.
    pub some_total_us: u64,
    /// Percent of the last 10 s in which all tasks waited.
    pub full_avg10: Option<f64>,
    /// Microseconds since boot in which all tasks waited.
    pub full_total_us: Option<u64>,
}

/// All three resources; `None` where the kernel does not keep them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Pressures {
    /// Processors.
    pub cpu: Option<Pressure>,
    /// Memory.
    pub memory: Option<Pressure>,
    /// Block devices.
    pub io: Option<Pressure>,
}

impl Pressures {
    /// Of the whole machine.
    pub fn read(root: &Root) -> Pressures {
        let one = |name: &str| Pressure::parse(&root::text(&root.proc("pressure").join(name))?);
        Pressures {
            cpu: one("cpu"),
            memory: one("memory"),
            io: one("io"),
        }
    }
}

impl Pressure {
    /// Parses a pressure file.
    pub fn parse(text: &str) -> Option<Pressure> {
        let line = |kind: &str| text.lines().find_map(|l| l.strip_prefix(kind));
        let field = |line: &str, name: &str| -> Option<String> {
            let pairs = line.split_whitespace().filter_map(|f| f.split_once('='));
            pairs
                .into_iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.to_owned())
        };
        let some = line("some ")?;
        let full = line("full ");
        Some(Pressure {
            some_avg10: field(some, "avg10")?.parse().ok()?,
            some_avg60: field(some, "avg60")?.parse().ok()?,
            some_total_us: field(some, "total")?.parse().ok()?,
            full_avg10: full.and_then(|l| field(l, "avg10")?.parse().ok()),
            full_total_us: full.and_then(|l| field(l, "total")?.parse().ok()),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_lines_or_one() {
        let p = Pressure::parse(
            "some avg10=0.42 avg60=0.16 avg300=0.36 total=17343145\nfull avg10=0.24 avg60=0.12 avg300=0.34 total=17021250",
        );
        let p = p.unwrap();
        assert_eq!(
            (p.some_avg10, p.some_total_us, p.full_avg10),
            (0.42, 17_343_145, Some(0.24))
        );
        assert_eq!(
            Pressure::parse("some avg10=1.00 avg60=0.00 avg300=0.00 total=5")
                .unwrap()
                .full_total_us,
            None
        );
        assert_eq!(Pressure::parse(""), None);
    }
}

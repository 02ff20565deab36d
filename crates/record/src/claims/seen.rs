//! A result that somebody typed: `iops=6164,lat=7-10us`.

use fiord_job::nearest::nearest;
use fiord_messages::{Lang, typed_result as messages};

use super::units::{self, Spread, TimeUnit};

/// A typed result: mean values of one job, all its workers together.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Seen {
    /// The job it belongs to, where several are given.
    pub job: Option<String>,
    /// I/Os per second.
    pub iops: Option<Spread>,
    /// Whether that is a sum of both directions, written so.
    pub both_directions: bool,
    /// Bytes per second.
    pub bandwidth: Option<Spread>,
    /// Mean latency.
    pub latency: Option<SeenLatency>,
}

/// A typed mean latency.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SeenLatency {
    /// Whether it is completion latency alone (`clat`).
    pub completion_only: bool,
    /// In nanoseconds, as the unit says.
    pub ns: Spread,
    /// The unit that was typed.
    pub unit: TimeUnit,
}

/// What may be typed.
const KEYS: [&str; 5] = ["iops", "bw", "lat", "clat", "job"];

impl Seen {
    /// Reads `key=value` pairs with commas between, also as fio prints them: `read: IOPS=651k, BW=2543MiB/s (2667MB/s)(149GiB/60001msec)`.
    /// A piece without `=` belongs to the number before (`iops=6,164`).
    ///
    /// # Errors
    /// A sentence about the first thing that cannot be read, and what could stand there.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut pairs: Vec<String> = Vec::new();
        for piece in text.split(',') {
            match pairs.last_mut() {
                Some(last) if !piece.contains('=') => *last = format!("{last},{piece}"),
                _ => pairs.push(piece.to_owned()),
            }
        }
        let lang = Lang::current();
        let mut seen = Seen {
            job: None,
            iops: None,
            both_directions: false,
            bandwidth: None,
            latency: None,
        };
        for pair in &pairs {
            let (key, value) = pair
                .split_once('=')
                .ok_or_else(|| messages::NoValue { pair }.text(lang))?;
            // fio puts the direction in front, and other units and the total in parentheses behind.
            let key = key.rsplit(':').next().unwrap_or(key).trim().to_ascii_lowercase();
            let value = match value.split_once('(') {
                Some((before, _)) if key != "job" => before,
                _ => value,
            };
            seen.take(&key, value.trim())?;
        }
        if seen.iops.is_none() && seen.bandwidth.is_none() {
            return Err(messages::NoRate { text: &text }.text(lang));
        }
        Ok(seen)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        let lang = Lang::current();
        let twice = |given: bool| {
            if given {
                Err(messages::KeyTwice { key: &key }.text(lang))
            } else {
                Ok(())
            }
        };
        match key {
            "iops" => {
                twice(self.iops.is_some())?;
                self.iops = Some(units::iops(value)?);
                self.both_directions = value.contains('+');
            }
            "bw" => {
                twice(self.bandwidth.is_some())?;
                self.bandwidth = Some(units::bandwidth(value)?);
                self.both_directions |= value.contains('+');
            }
            "lat" | "clat" => {
                twice(self.latency.is_some())?;
                let (ns, unit) = units::latency(value)?;
                self.latency = Some(SeenLatency {
                    completion_only: key == "clat",
                    ns,
                    unit,
                });
            }
            "job" => self.job = Some(value.to_owned()),
            other => {
                let (key, allowed) = (&other, &KEYS.join(", "));
                return Err(match nearest(other, KEYS) {
                    Some(near) => {
                        let near = &near;
                        messages::KeyNear { key, near, allowed }.text(lang)
                    }
                    None => messages::KeyUnknown { key, allowed }.text(lang),
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_pairs() {
        let seen = Seen::read("iops=6,164,lat=7-10us,job=a").unwrap();
        assert_eq!(seen.iops, Some(Spread::of(6164.0)));
        assert_eq!(seen.job.as_deref(), Some("a"));
        let latency = seen.latency.unwrap();
        assert_eq!(
            (latency.ns.low, latency.ns.high, latency.unit),
            (7e3, 1e4, TimeUnit::Us)
        );
        assert!(Seen::read("iops=4312+1852, clat=10ms").unwrap().both_directions);
        assert!(Seen::read("iops=1000,bw=4MB/s").is_ok());
        assert_eq!(Seen::read("iops=651k").unwrap().iops, Some(Spread::of(651e3)));
    }

    #[test]
    fn a_line_of_fio_is_a_result() {
        let line = "  read: IOPS=651k, BW=2543MiB/s (2667MB/s)(149GiB/60001msec)";
        for text in [line, "BW=2543MiB/s,IOPS=651k"] {
            let seen = Seen::read(text).unwrap();
            assert_eq!(seen.iops, Some(Spread::of(651e3)), "{text}");
            assert_eq!(seen.bandwidth, Some(Spread::of(2543.0 * 1_048_576.0)), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, words) in [
            ("lat=3ms", "expected a rate"),
            ("iops=6164,lta=3ms", "did you mean `lat`?"),
            ("iops=6164,lat=3", "a latency with a unit"),
            ("iops=1,lat=1ms,clat=1ms", "twice"),
            ("6164", "expected key=value"),
            ("speed of light=3,lat=1ms", "is unknown; use one of iops"),
        ] {
            let said = Seen::read(text).unwrap_err();
            assert!(said.contains(words), "{text}: {said}");
        }
    }
}

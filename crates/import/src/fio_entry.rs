//! One job's report in fio's normal output, line by line.

use fiord_job::plan::{Ddir, OptionEcho, UnifiedReporting};

use super::fio_group::{is_group_line, mismatches};
use super::fio_json;
use super::fio_sizes::{Decimals, agreed};
use super::shown::{Printed, after, bytes, count_after, leading, scaled, unit_ns};
use fiord_record::imported::{Mismatch, UnknownCount};
use fiord_report::fio::{DdirEntry, Entry, LatencySummary, SampleSummary};

/// An entry that is being read.
#[derive(Debug, Default)]
pub(super) struct EntryText {
    pub(super) entry: Entry,
    pub(super) time: String,
    ddir: Option<usize>,
    /// Whose percentiles follow, and their unit in nanoseconds.
    percentiles: Option<(LatencyKind, f64)>,
    /// Bytes of each direction as printed, and by how much they may be rounded.
    bytes: [Option<Printed>; 3],
    /// Rates of fio 2 and 3, for what was cut before the counts.
    iops: [Option<f64>; 3],
    /// Bandwidths of fio 3 that have more digits than the bytes that make them.
    pub(super) rates: [Option<f64>; 3],
    has_counts: bool,
    /// Its one direction is the sum of all.
    sums_directions: bool,
    decimals: Decimals,
    /// Numbers of a direction's line that cannot both be true.
    pub(super) mismatches: Vec<Mismatch>,
    /// What its lines counted besides.
    known: Vec<UnknownCount>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LatencyKind {
    Slat,
    Clat,
    Lat,
    Sync,
}

/// `name: (groupid=0, jobs=1): err= 0: pid=258871: Tue Feb 23 14:12:23 2021`.
pub(super) fn head(text: &str, decimals: Decimals) -> Option<EntryText> {
    let (name, rest) = text.split_once(": (groupid=")?;
    let (_, status) = rest.split_once("): err=")?;
    let error = status.trim_start();
    let digits = error.find(|c: char| !c.is_ascii_digit()).unwrap_or(error.len());
    let error_number = error[..digits].parse().ok()?;
    if !error[digits..].starts_with([':', ' ', '(']) {
        return None;
    }
    let verror = error[digits..].trim_start();
    let verror = verror
        .strip_prefix('(')
        .and_then(|rest| rest.rsplit_once("): pid="))
        .map_or("", |(inside, _)| inside);
    let time = status
        .rsplit_once("pid=")
        .and_then(|(_, rest)| rest.split_once(": "))
        .map_or("", |(_, time)| time);
    Some(EntryText {
        entry: Entry {
            // A page has its outputs in elements of their own.
            name: name
                .trim()
                .trim_start_matches("<pre>")
                .trim_start_matches("<code>")
                .to_owned(),
            group: leading(rest).map_or(0, |(shown, _)| shown.value as u32),
            jobs: count_after(rest, "jobs=").map_or(1, |jobs| u32::try_from(jobs).unwrap_or(1)),
            pid: count_after(status, "pid=").map_or(0, |pid| u32::try_from(pid).unwrap_or(0)),
            error: error_number,
            verror: verror.to_owned(),
            ..Entry::default()
        },
        time: time.trim().to_owned(),
        decimals,
        ..EntryText::default()
    })
}

/// `fio: pid=13407, err=28/file:io_u.c:1876, func=io_u error, error=No space left on device`: what fio prints of a worker that failed.
pub(super) fn failure(text: &str) -> Option<EntryText> {
    let rest = text.strip_prefix("fio: pid=")?;
    let (error, verror) = after(rest, "err=")?.split_once('/')?;
    let verror = &rest[rest.find(verror)?..];
    Some(EntryText {
        entry: Entry {
            jobs: 1,
            pid: count_after(text, "pid=").map_or(0, |pid| u32::try_from(pid).unwrap_or(0)),
            error: error.parse().ok().filter(|error| *error != 0)?,
            verror: verror.to_owned(),
            ..Entry::default()
        },
        decimals: Decimals::of(None),
        ..EntryText::default()
    })
}

impl EntryText {
    /// A report whose head is missing: it begins with the rates of its directions, which have latencies, samples or the group summary below them.
    pub(super) fn without_head<'t>(lines: impl Iterator<Item = &'t str>) -> Option<Self> {
        let mut entry = Self::cut();
        // One line for each direction, and the one below.
        let mut lines = lines.take(Ddir::ALL.len() + 1);
        let below = lines.find(|text| entry.has_direction(text) || !entry.take_direction(text))?;
        let is_report = entry.take_latency(below) || entry.take_samples(below) || is_group_line(below);
        (entry.first_direction().is_some() && is_report).then(Self::cut)
    }

    /// A report without its head and the rates of its direction.
    pub(super) fn without_direction() -> Self {
        Self {
            ddir: Some(0),
            ..Self::cut()
        }
    }

    /// Whether a line has the rates of a direction.
    pub(super) fn is_direction(text: &str) -> bool {
        Self::cut().take_direction(text)
    }

    fn cut() -> Self {
        Self {
            entry: Entry {
                jobs: 1,
                ..Entry::default()
            },
            // Its version is unknown.
            decimals: Decimals::of(None),
            ..Self::default()
        }
    }

    /// Whether a line has the rates of a direction that it has already: another report begins.
    pub(super) fn has_direction(&self, text: &str) -> bool {
        let is_of = |ddir: &Ddir| {
            text.split(':')
                .next()
                .is_some_and(|name| name.trim() == ddir.name())
        };
        let known = Ddir::ALL.into_iter().find(is_of);
        let is_known = |ddir: Ddir| {
            let at = ddir as usize;
            self.bytes[at].is_some() || self.iops[at].is_some()
        };
        known.is_some_and(is_known) && Self::is_direction(text)
    }

    /// The first direction that it has.
    pub(super) fn first_direction(&self) -> Option<Ddir> {
        let has_bytes = |ddir: &Ddir| self.bytes[*ddir as usize].is_some();
        Ddir::ALL.into_iter().find(has_bytes)
    }

    /// Takes a line of the report; false: it is none.
    pub(super) fn take(&mut self, text: &str) -> bool {
        self.take_direction(text) || self.take_below(text)
    }

    /// Takes a line that stands below the rates of a direction.
    pub(super) fn take_below(&mut self, text: &str) -> bool {
        if text.starts_with('|') {
            return self.take_percentiles(text);
        }
        self.take_latency(text) || self.take_samples(text) || self.take_shares(text) || self.take_tail(text)
    }

    /// Whether it has these counts.
    pub(super) fn knows(&self, count: UnknownCount) -> bool {
        match count {
            UnknownCount::Syncs => self.entry.sync.samples == 0 || fio_json::counted_syncs(&self.entry) > 0,
            counted => self.known.contains(&counted),
        }
    }

    /// Whether it has a number of a direction, or an error.
    pub(super) fn has_result(&self) -> bool {
        self.entry.error != 0 || self.has_counts || self.bytes.iter().any(Option::is_some)
    }

    /// Whether the counts at its end were there.
    pub(super) fn is_whole(&self) -> bool {
        self.has_counts
    }

    /// `read: IOPS=99.8k, BW=390MiB/s (409MB/s)(11.2GiB/29432msec)`; fio 2: `read : io=…, bw=…, iops=…, runt= 12905msec`.
    fn take_direction(&mut self, text: &str) -> bool {
        let Some((name, rest)) = text.split_once(':') else {
            return false;
        };
        let index = match name.trim() {
            // With `unified_rw_reporting=both` it repeats the sum of the directions before it.
            "mixed" if self.bytes.iter().any(Option::is_some) => {
                self.ddir = None;
                return true;
            }
            "mixed" => {
                self.sums_directions = true;
                0
            }
            "read" => 0,
            "write" => 1,
            "trim" => 2,
            _ => return false,
        };
        if let Some(iops) = after(rest, "IOPS=") {
            let inside = rest
                .rsplit_once('(')
                .map(|(_, inside)| inside)
                .unwrap_or_default();
            let inside = inside.split(')').next().unwrap_or_default();
            let (total, time) = inside.split_once('/').unwrap_or_default();
            let ms = leading(time).map_or(0.0, |(shown, _)| shown.value);
            let rates = after(rest, "BW=").map_or_else(Vec::new, |rate| self.decimals.sizes(rate, false));
            let other = rest.split('(').nth(1).and_then(|inside| inside.split(')').next());
            let other = other.filter(|other| other.ends_with("/s"));
            let others = other.map_or_else(Vec::new, |rate| self.decimals.sizes(rate, false));
            let agreed = agreed(&rates, &others, &self.decimals.sizes(total, false), ms);
            self.bytes[index] = agreed.total;
            let fits = |other: &&Printed| agreed.rate.is_some_and(|rate| rate.agrees(**other));
            let printed = agreed.rate.iter().chain(others.first().filter(fits));
            let share = |one: &Printed| one.half / one.value;
            let best = printed.min_by(|one, other| share(one).total_cmp(&share(other)));
            let of_total = agreed.total.as_ref().map_or(1.0, share);
            self.rates[index] = best.filter(|best| share(best) < of_total).map(|best| best.value);
            let moved = agreed.total.zip((ms > 0.0).then_some(ms));
            self.mismatches
                .extend(mismatches(Ddir::ALL[index], agreed.rate, agreed.other, moved));
            self.entry.ddirs[index].runtime_ms = ms as u64;
            self.iops[index] = scaled(iops).map(|shown| shown.value);
        } else if rest.contains("runt=") {
            self.bytes[index] = after(rest, "io=").and_then(|value| bytes(value, true));
            self.entry.ddirs[index].runtime_ms = after(rest, "runt=")
                .and_then(leading)
                .map_or(0, |(shown, _)| shown.value as u64);
            self.iops[index] = after(rest, "iops=").and_then(scaled).map(|shown| shown.value);
        } else {
            return false;
        }
        self.ddir = Some(index);
        true
    }

    /// `clat (usec): min=2, max=4313, avg=459.80, stdev=239.61`.
    fn take_latency(&mut self, text: &str) -> bool {
        if text.starts_with("fsync/") || text.starts_with("sync (") && !text.contains("min=") {
            self.ddir = None;
            return true;
        }
        let Some((kind, unit, rest)) = latency_head(text) else {
            return false;
        };
        if rest.is_empty() {
            self.percentiles = Some((kind, unit));
            return true;
        }
        if !rest.contains("min=") {
            return false;
        }
        let value = |key: &str| after(rest, key).and_then(scaled).map(|shown| shown.value * unit);
        let summary = match (value("min="), value("max="), value("avg="), value("stdev=")) {
            (Some(min), Some(max), Some(mean), Some(stddev)) => LatencySummary {
                samples: 1,
                min: min as u64,
                max: max as u64,
                mean,
                stddev,
                ..LatencySummary::default()
            },
            (_, _, mean, _) => LatencySummary {
                mean: mean.unwrap_or(0.0),
                ..LatencySummary::default()
            },
        };
        if let Some(latency) = self.latency(kind) {
            *latency = summary;
        }
        true
    }

    fn latency(&mut self, kind: LatencyKind) -> Option<&mut LatencySummary> {
        if kind == LatencyKind::Sync {
            return Some(&mut self.entry.sync);
        }
        let ddir = self.entry.ddirs.get_mut(self.ddir?)?;
        Some(match kind {
            LatencyKind::Slat => &mut ddir.slat,
            LatencyKind::Clat => &mut ddir.clat,
            _ => &mut ddir.lat,
        })
    }

    /// `|  1.00th=[  437],  5.00th=[  668],`
    fn take_percentiles(&mut self, text: &str) -> bool {
        let Some((kind, unit)) = self.percentiles else {
            return false;
        };
        let mut given = Vec::new();
        for part in text.trim_start_matches('|').split("],") {
            let Some((percent, value)) = part.split_once("th=[") else {
                continue;
            };
            let value = value.trim_end_matches(']').trim();
            if let (Ok(percent), Some(value)) = (percent.trim().parse::<f64>(), scaled(value)) {
                given.push((percent, (value.value * unit) as u64));
            }
        }
        if let Some(latency) = self.latency(kind) {
            latency.given.extend(given);
        }
        true
    }

    /// `bw (  KiB/s): min=…, max=…, per=…%, avg=…, stdev=…, samples=…` and `iops        : …`.
    fn take_samples(&mut self, text: &str) -> bool {
        let is_bandwidth = text.starts_with("bw (");
        let is_iops = text.starts_with("iops") && text.contains("min=");
        if !is_bandwidth && !is_iops {
            return false;
        }
        let unit = text.split(['(', ')']).nth(1).map_or("", str::trim);
        let kib = match unit.chars().next() {
            Some('M') => 1024.0,
            Some('G') => 1024.0 * 1024.0,
            _ => 1.0,
        };
        let factor = match is_bandwidth {
            // `Mibit/s`: unit_base=1.
            true if unit.contains("bit") => kib / 8.0,
            true => kib,
            false => 1.0,
        };
        let value = |key: &str| {
            after(text, key)
                .and_then(scaled)
                .map(|shown| shown.value * factor)
        };
        let (min, max, mean, stddev) = (value("min="), value("max="), value("avg="), value("stdev="));
        let is_whole = min.is_some() && max.is_some() && mean.is_some() && stddev.is_some();
        let summary = SampleSummary {
            // fio 2 did not print how many.
            samples: count_after(text, "samples=").filter(|_| is_whole).unwrap_or(0),
            min: min.unwrap_or(0.0) as u64,
            max: max.unwrap_or(0.0) as u64,
            mean: mean.unwrap_or(0.0),
            stddev: stddev.unwrap_or(0.0),
        };
        if let Some(ddir) = self.ddir.and_then(|ddir| self.entry.ddirs.get_mut(ddir)) {
            if is_bandwidth {
                ddir.bw = summary;
            } else {
                ddir.iops = summary;
            }
        }
        true
    }

    /// Distributions, which repeat what was read before: depths are kept.
    fn take_shares(&mut self, text: &str) -> bool {
        let is_distribution = text.starts_with("lat (") && !text.contains("min=");
        if is_distribution {
            return true;
        }
        const DEPTHS: [&str; 7] = ["1", "2", "4", "8", "16", "32", ">=64"];
        const BATCHES: [&str; 7] = ["0", "4", "8", "16", "32", "64", ">=64"];
        let (of, keys) = if text.starts_with("IO depths") {
            self.known.push(UnknownCount::Depths);
            (&mut self.entry.level, DEPTHS)
        } else if text.starts_with("submit ") {
            self.known.push(UnknownCount::Batches);
            (&mut self.entry.submit, BATCHES)
        } else if text.starts_with("complete ") {
            (&mut self.entry.complete, BATCHES)
        } else {
            return false;
        };
        let rest = text.split_once(':').map_or("", |(_, rest)| rest);
        for part in rest.split(',') {
            if let Some((key, value)) = part.trim().rsplit_once('=')
                && let Some(at) = keys.iter().position(|known| *known == key)
                && let Some((shown, _)) = leading(value)
            {
                of[at] = shown.value;
            }
        }
        true
    }

    fn take_tail(&mut self, text: &str) -> bool {
        if is_of(text, "cpu") {
            self.known.push(UnknownCount::Processor);
            let percent = |key: &str| {
                after(text, key)
                    .and_then(leading)
                    .map_or(0.0, |(shown, _)| shown.value)
            };
            self.entry.cpu.user_percent = percent("usr=");
            self.entry.cpu.system_percent = percent("sys=");
            self.entry.cpu.context_switches = count_after(text, "ctx=").unwrap_or(0);
            self.entry.cpu.major_faults = count_after(text, "majf=").unwrap_or(0);
            self.entry.cpu.minor_faults = count_after(text, "minf=").unwrap_or(0);
            return true;
        }
        if text.starts_with("issued") {
            self.issued(text);
            return true;
        }
        if is_of(text, "errors") {
            self.entry.errors = count_after(text, "total=").unwrap_or(0);
            self.entry.first_error =
                count_after(text, "first_error=").map_or(0, |error| i32::try_from(error).unwrap_or(0));
            return true;
        }
        if is_of(text, "latency") {
            self.entry.goals.iodepth =
                count_after(text, "depth=").map_or(0, |depth| u32::try_from(depth).unwrap_or(0));
            return true;
        }
        if let Some(rest) = text.strip_prefix("Description") {
            self.entry.description = rest
                .split_once('[')
                .and_then(|(_, rest)| rest.rsplit_once(']'))
                .map(|(inside, _)| inside.to_owned());
            return true;
        }
        text.starts_with("steadystate") || text.contains("zone resets")
    }

    /// `issued rwts: total=1,2,0,0 short=…`, or `issued    : total=r=1/w=2/d=0, short=…` of fio 2.
    fn issued(&mut self, text: &str) {
        let mut of = |key: &str, put: fn(&mut DdirEntry, u64)| -> Option<u64> {
            let list = &text[text.find(key)? + key.len()..];
            let list = &list[..list
                .find([' ', ';'])
                .or_else(|| list.find(", s").or_else(|| list.find(", d")))
                .unwrap_or(list.len())];
            let mut values = list
                .split([',', '/'])
                .map(|part| part.trim_start_matches(|c: char| !c.is_ascii_digit()))
                .map(|part| part.parse::<u64>().ok());
            for ddir in &mut self.entry.ddirs {
                put(ddir, values.next().flatten()?);
            }
            values.next().flatten()
        };
        let syncs = of("total=", |ddir, value| ddir.ios = value);
        of("short=", |ddir, value| ddir.short_ios = value);
        if of("dropped=", |ddir, value| ddir.dropped_ios = value).is_none() {
            of("drop=", |ddir, value| ddir.dropped_ios = value);
        }
        self.entry.sync_ios = syncs.unwrap_or(0);
        self.has_counts = self.entry.total_ios() > 0;
        if self.has_counts {
            self.known.push(UnknownCount::Ios);
            self.check_rates();
        }
    }

    /// The printed IOPS beside the I/Os in the runtime. Some versions leave out those that were short or dropped.
    fn check_rates(&mut self) {
        /// fio before 3.26 prints 10.998k as 10.0k.
        const TOLERANCE: f64 = 0.1;
        for (index, ddir) in Ddir::ALL.into_iter().enumerate() {
            let of = &self.entry.ddirs[index];
            let Some(iops) = self.iops[index].filter(|_| !self.sums_directions) else {
                continue;
            };
            let rate = |ios: u64| ios as f64 * 1e3 / of.runtime_ms as f64;
            let is_near = |ios: u64| (iops - rate(ios)).abs() <= rate(ios) * TOLERANCE + 1.0;
            let whole = of.ios.saturating_sub(of.short_ios.saturating_add(of.dropped_ios));
            if of.ios > 0 && of.runtime_ms > 0 && !is_near(of.ios) && !is_near(whole) {
                self.mismatches.push(Mismatch::IosInTime {
                    ddir,
                    iops,
                    from_iops: rate(of.ios),
                    ios: of.ios,
                    runtime_ns: of.runtime_ms as f64 * 1e6,
                });
            }
        }
    }

    /// The entry: counts behind the latencies, exact bytes where the block size is fixed.
    pub(super) fn finish(mut self, block: Option<[u64; 3]>, options: Option<Vec<OptionEcho>>) -> Entry {
        for index in 0..3 {
            let ddir = &mut self.entry.ddirs[index];
            if !self.has_counts
                && let Some(iops) = self.iops[index]
            {
                ddir.ios = (iops * ddir.runtime_ms as f64 / 1e3) as u64;
            }
            let ios = ddir.ios;
            for latency in [&mut ddir.slat, &mut ddir.clat, &mut ddir.lat] {
                // Every I/O has one; text does not count them.
                latency.samples = if latency.samples > 0 { ios } else { 0 };
            }
            let Some(shown) = self.bytes[index] else { continue };
            let exact = block.map(|sizes| sizes[index].saturating_mul(ios));
            let exact = exact.filter(|exact| shown.agrees(Printed::exact(*exact as f64)));
            let is_whole = self.has_counts && ddir.short_ios == 0 && ddir.dropped_ios == 0;
            ddir.bytes = exact.filter(|_| is_whole).unwrap_or(shown.value as u64);
        }
        if self.entry.sync.samples > 0 {
            self.entry.sync.samples = 0;
            self.entry.sync.samples = match fio_json::syncs(&self.entry) {
                0 => fio_json::UNCOUNTED,
                syncs => syncs,
            };
        }
        let longest = self
            .entry
            .ddirs
            .iter()
            .map(|ddir| ddir.runtime_ms)
            .max()
            .unwrap_or(0);
        self.entry.runtime_ms = longest.saturating_mul(u64::from(self.entry.jobs.max(1)));
        let mut settings = fio_json::settings(&[], options.as_deref().unwrap_or_default());
        if self.sums_directions {
            settings.unified = UnifiedReporting::Mixed;
        }
        self.entry.settings = Some(settings);
        self.entry.options = options;
        self.entry
    }
}

/// Whether a line begins with this name and a colon: `cpu          : usr=1.82%`.
fn is_of(text: &str, name: &str) -> bool {
    let rest = text.strip_prefix(name).unwrap_or_default();
    rest.trim_start().starts_with(':')
}

/// The kind of latency, its unit, and what follows the colon: nothing before percentiles.
fn latency_head(text: &str) -> Option<(LatencyKind, f64, &str)> {
    let (name, rest) = text.split_once('(')?;
    let (unit, rest) = rest.split_once(')')?;
    let unit = unit_ns(unit)?;
    let rest = rest.trim_start().strip_prefix(':')?.trim();
    let kind = match name.split_whitespace().next()? {
        "slat" => LatencyKind::Slat,
        "clat" => LatencyKind::Clat,
        "lat" => LatencyKind::Lat,
        "sync" => LatencyKind::Sync,
        _ => return None,
    };
    let is_head = rest.is_empty() && name.contains("percentiles");
    (is_head || rest.contains("min=")).then_some((kind, unit, rest))
}

/// A part of a line of shares that fio does not print so: `10-100.00%` for `10=100.00%`. What is cut off is none.
pub(super) fn wrong_share(text: &str) -> Option<&str> {
    let is_shares = text.starts_with("lat (") && !text.contains("min=")
        || ["IO depths", "submit ", "complete "]
            .iter()
            .any(|head| text.starts_with(head));
    let (_, shares) = text.split_once(':').filter(|_| is_shares)?;
    // Syncs are counted with the I/Os that the shares are of.
    let counts_syncs = text.starts_with("IO depths");
    let is_share = |part: &str| {
        let (key, share) = part.trim_start_matches(">=").split_once('=')?;
        let share = share.trim_start().strip_suffix('%')?;
        let is_key = !key.is_empty() && key.bytes().all(|c| c.is_ascii_digit());
        (is_key
            && share
                .parse::<f64>()
                .is_ok_and(|share| share <= 100.0 || counts_syncs))
        .then_some(())
    };
    let parts = shares.split(',').map(str::trim);
    parts
        .filter(|part| part.ends_with('%'))
        .find(|part| is_share(part).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_that_fio_does_not_print_are_found() {
        for (text, wrong) in [
            ("lat (msec) : 10-100.00%", Some("10-100.00%")),
            ("lat (usec) : 4=0.01%, 10=101.00%", Some("10=101.00%")),
            ("IO depths : 1=100.0%, 2=0.0%, 5=4=0.0%", Some("5=4=0.0%")),
            ("lat (usec) : 4=0.01%, 10=0.01%", None),
            ("IO depths    : 1=199.6%, 2=0.0%, >=64=0.0%", None),
            ("lat (msec) : 1000=26.12%, 2000=23.48%, >=2000=2.38%", None),
            (
                "submit    : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=6",
                None,
            ),
            ("lat (usec): min=5, max=9, avg=7.00, stdev= 1.00", None),
            ("cpu : usr=0.02%, sys=0.14%", None),
        ] {
            assert_eq!(wrong_share(text), wrong, "{text}");
        }
    }
}

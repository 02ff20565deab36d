//! Reads `rados bench`: its summary, and the objects of each second. Its MB are 2²⁰ bytes.

use fiord_job::plan::{Ddir, PlanPart};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace, option};
use crate::command::Program;
use crate::counted::{JobOption, ToolCounts};
use crate::fio_group::mismatches;
use crate::shown::{Printed, bytes, decimal};

/// From `hints = 1` or the first line of the series to `Min latency(s)`.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let begins = first == "hints = 1"
        || first.starts_with("Maintaining ") && first.contains(" concurrent ")
        || first.starts_with("sec Cur ops")
        || first.starts_with("Total time run:");
    if !begins {
        return None;
    }
    let mut all = Bench::default();
    let mut taken = 0;
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if !text.is_empty() && !all.take(text) {
            break;
        }
        if !text.is_empty() {
            taken = index + 1;
        }
    }
    let mut draft = place.run(ImportKind::Rados, taken, "rados bench")?;
    let words = place.claim(Program::Rados, &mut draft);
    let (ios, seconds) = (all.ios?, all.seconds.filter(|seconds| *seconds > 0.0)?);
    if let Some(words) = &words {
        all.asked(words);
    }
    let ddir = all.ddir;
    draft.figure(FigureOf::Iops, Some(ddir), all.iops.unwrap_or(ios / seconds));
    draft.figure(FigureOf::Ios, Some(ddir), ios);
    if let Some(block) = all.block {
        let moved = Printed::exact(ios * block);
        let printed = all.bandwidth.filter(|printed| printed.value > 0.0);
        draft.mismatches = mismatches(ddir, printed, None, Some((moved, seconds * 1e3)));
        let rate = printed.filter(|_| !draft.mismatches.is_empty());
        let rate = rate.map_or(ios * block / seconds, |printed| printed.value);
        draft.figure(FigureOf::BytesPerS, Some(ddir), rate);
        draft.figure(FigureOf::Bytes, Some(ddir), ios * block);
    }
    draft.figure(FigureOf::RuntimeNs, None, seconds * 1e9);
    let [mean, max, min] = all.latency_s.map(|seconds| seconds.map(|seconds| seconds * 1e9));
    if let Some(mean) = mean {
        draft.spread(
            FigureOf::LatMeanNs,
            Some(ddir),
            Spread::of(mean),
            Some(ios as u64),
        );
    }
    draft.known(FigureOf::LatMaxNs, Some(ddir), max);
    draft.known(FigureOf::LatMinNs, Some(ddir), min);
    let latency = match (mean, min, max) {
        (Some(mean), Some(min), Some(max)) => Some([mean, min, max]),
        _ => None,
    };
    let Some(block) = all.block else {
        return Some((vec![draft], taken));
    };
    let counts = ToolCounts {
        ios,
        bytes: ios * block,
        latency,
    };
    draft.counted(&all.options(block), seconds, &[(ddir, counts)]);
    if let Some(record) = &mut draft.record {
        // The summaries of `seq` and `rand` are alike.
        if words.is_none() && ddir == Ddir::Read {
            for job in &mut record.plan.jobs {
                job.unknown.insert(PlanPart::Order);
            }
        }
        for worker in record.workers.iter_mut().take(1) {
            worker.stats.ddirs[ddir as usize].per_second = all.per_second(block);
        }
    }
    Some((vec![draft], taken))
}

struct Bench {
    ddir: Ddir,
    is_random: bool,
    depth: f64,
    block: Option<f64>,
    seconds: Option<f64>,
    ios: Option<f64>,
    iops: Option<f64>,
    bandwidth: Option<Printed>,
    /// Mean, largest and least.
    latency_s: [Option<f64>; 3],
    /// Objects that were finished by each second.
    finished: Vec<(u64, u64)>,
}

impl Default for Bench {
    fn default() -> Self {
        Self {
            ddir: Ddir::Write,
            is_random: false,
            depth: 16.0,
            block: None,
            seconds: None,
            ios: None,
            iops: None,
            bandwidth: None,
            latency_s: [None; 3],
            finished: Vec::new(),
        }
    }
}

impl Bench {
    fn take(&mut self, text: &str) -> bool {
        if let Some((depth, rest)) = text
            .strip_prefix("Maintaining ")
            .and_then(|rest| rest.split_once(" concurrent "))
        {
            self.depth = depth.parse().unwrap_or(self.depth);
            self.block = rest
                .split_once(" of ")
                .and_then(|(_, size)| decimal(size))
                .map(|(bytes, _)| bytes);
            return true;
        }
        // Old versions print the means of IOPS without a colon.
        let of_iops = text.find(" IOPS ").map(|at| text.split_at(at + " IOPS".len()));
        let Some((key, value)) = text.split_once(':').or(of_iops) else {
            return self.second(text) || text == "hints = 1" || text.starts_with("sec Cur ops");
        };
        let number = decimal(value).map(|(number, _)| number);
        match key.trim() {
            "Total time run" => self.seconds = number,
            "Total writes made" => self.ios = number,
            "Total reads made" => (self.ios, self.ddir) = (number, Ddir::Read),
            "Write size" | "Read size" => self.block = number,
            "Average IOPS" => self.iops = number,
            "Bandwidth (MB/sec)" => self.bandwidth = bytes(&format!("{}MiB", value.trim()), false),
            "Average Latency(s)" | "Average Latency" => self.latency_s[0] = number,
            "Max latency(s)" | "Max latency" => self.latency_s[1] = number,
            "Min latency(s)" | "Min latency" => self.latency_s[2] = number,
            key => {
                const OTHERS: [&str; 6] = ["Object", "Bandwidth", "Stddev", "Max", "Min", "Average"];
                let is_clock = text.contains("min lat:");
                return is_clock || OTHERS.iter().any(|head| key.starts_with(head));
            }
        }
        true
    }

    /// `5  16  13163  13147  10.2702  39.6562  0.00111143  0.0060816`: the second and the objects finished by then.
    fn second(&mut self, text: &str) -> bool {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [second, _, _, finished, ..] = words[..] else {
            return false;
        };
        let (Ok(second), Ok(finished)) = (second.parse::<u64>(), finished.parse::<u64>()) else {
            return false;
        };
        self.finished.push((second, finished));
        words.len() == 8
    }

    fn asked(&mut self, words: &[String]) {
        self.is_random = words.iter().any(|word| word == "rand");
        if let Some(depth) = option(words, &["-t", "--concurrent-ios"]).and_then(|depth| depth.parse().ok()) {
            self.depth = depth;
        }
    }

    /// I/Os and bytes of each second.
    fn per_second(&self, block: f64) -> Vec<(u64, u64)> {
        let bytes = |ios: u64| ios.saturating_mul(block.max(0.0) as u64);
        let pairs = self.finished.windows(2);
        pairs
            .filter(|pair| pair[0].0.checked_add(1) == Some(pair[1].0))
            .map(|pair| pair[1].1.saturating_sub(pair[0].1))
            .map(|ios| (ios, bytes(ios)))
            .collect()
    }

    /// Objects are written whole, and the client has no page cache.
    fn options(&self, block: f64) -> Vec<JobOption> {
        let rw = match (self.ddir, self.is_random) {
            (Ddir::Read, true) => "randread",
            (Ddir::Read, false) => "read",
            _ => "write",
        };
        vec![
            ("rw", rw.to_owned()),
            ("bs", block.to_string()),
            ("ioengine", "rados".to_owned()),
            ("iodepth", self.depth.to_string()),
            ("direct", "1".to_owned()),
        ]
    }
}

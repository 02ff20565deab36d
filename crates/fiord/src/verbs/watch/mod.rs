//! `fiord watch [DEV…] [INTERVAL [COUNT]]`: what the disks do, as `iostat -x` defines it, with the layers below, limits and waiting.
//!
//! The first row is of the first interval, not of the time since boot as iostat's: that average says nothing about now.

mod devices;
mod measure;

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fiord_formats::watch as render;
use fiord_formats::watch::Sample;
use fiord_host::Root;
use fiord_host::cgroup::Cgroups;
use fiord_host::counters::IoCounters;
use jiff::Zoned;

use crate::session::Signals;
use crate::ui;
use devices::Place;
use measure::Snapshot;

/// Arguments of `fiord watch`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Columns and definitions are those of iostat -x (sysstat 12): rates per second of the interval, waits in \
                        milliseconds per request, kB of 1024 bytes. svctm is not shown: nothing measures it."
)]
pub(crate) struct Args {
    /// Devices (vda, dm-0), or paths that lie on some; all if none is named. Then seconds between rows (1), and how many rows.
    #[arg(value_name = "DEV… INTERVAL COUNT")]
    words: Vec<String>,
    /// A line of JSON per interval.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// CSV: a line per device and interval.
    #[arg(long)]
    csv: bool,
    /// Show what this process reads and writes, and its limits instead of those of fiord.
    #[arg(long)]
    pid: Option<u32>,
}

/// How often waiting looks whether it should end.
const PATIENCE: Duration = Duration::from_millis(50);
/// Columns and rows of a terminal that does not tell.
const USUAL_SIZE: (usize, usize) = (120, 40);

/// What to watch, and for how long.
#[derive(Debug, PartialEq)]
struct Plan {
    devices: Vec<String>,
    interval: Duration,
    count: Option<u64>,
}

/// Tells devices from numbers: the last one or two words may be interval and count.
fn plan(words: &[String]) -> Result<Plan> {
    let numeric = |word: &String| word.parse::<f64>().is_ok();
    let numbers = words
        .iter()
        .rev()
        .take(2)
        .take_while(|word| numeric(word))
        .count();
    let (devices, numbers) = words.split_at(words.len() - numbers);
    if let Some(word) = devices.iter().find(|word| numeric(word)) {
        bail!("{word}: a number stands behind the devices: fiord watch [DEV…] [INTERVAL [COUNT]]");
    }
    let mut plan = Plan {
        devices: devices.to_vec(),
        interval: Duration::from_secs(1),
        count: None,
    };
    if let Some(word) = numbers.first() {
        let seconds: f64 = word.parse()?;
        if !(0.1..=86_400.0).contains(&seconds) {
            bail!("{word}: the interval is 0.1 to 86400 seconds");
        }
        plan.interval = Duration::from_secs_f64(seconds);
    }
    if let Some(word) = numbers.get(1) {
        match word.parse() {
            Ok(count) if count > 0 => plan.count = Some(count),
            _ => bail!("{word}: the count is a whole number, 1 or more"),
        }
    }
    Ok(plan)
}

/// How samples are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Screen,
    Plain,
    Csv,
    Json,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let plan = plan(&args.words)?;
    let root = Root::system();
    if let Some(pid) = args.pid {
        check_process(&root, pid)?;
    }
    let form = match (args.json, args.csv) {
        (true, _) => Form::Json,
        (_, true) => Form::Csv,
        _ if std::io::stdout().is_terminal() => Form::Screen,
        _ => Form::Plain,
    };
    let mut watch = Watch {
        root,
        pid: args.pid,
        form,
        shown: 0,
        known: Vec::new(),
        places: Vec::new(),
    };
    if !plan.devices.is_empty() {
        watch.places = devices::named(&watch.root, &plan.devices)?;
    }
    let signals = Signals::listen()?;
    watch.run(&plan, &signals)?;
    Ok(0)
}

fn check_process(root: &Root, pid: u32) -> Result<()> {
    if !root.proc(pid.to_string()).exists() {
        bail!("--pid {pid}: there is no such process");
    }
    if IoCounters::of(root, pid).is_none() {
        bail!("--pid {pid}: no permission to see its I/O; it is another user's process");
    }
    Ok(())
}

struct Watch {
    root: Root,
    pid: Option<u32>,
    form: Form,
    shown: u64,
    /// Names of the devices for which `places` was made.
    known: Vec<String>,
    places: Vec<Place>,
}

impl Watch {
    fn run(&mut self, plan: &Plan, signals: &Signals) -> Result<()> {
        let mut before = Snapshot::take(&self.root, self.pid);
        let mut due = before.at;
        while plan.count.is_none_or(|count| self.shown < count) {
            // From the first moment on, so that intervals do not drift; after a pause of the machine, from now on.
            due = (due + plan.interval).max(before.at + plan.interval / 2);
            if !wait(due, signals) {
                return Ok(());
            }
            let now = Snapshot::take(&self.root, self.pid);
            if let Some(pid) = self.pid
                && !now.has_process()
            {
                eprintln!("fiord: process {pid} has ended");
                return Ok(());
            }
            if plan.devices.is_empty() {
                self.find_devices(&now);
            }
            let sample = self.sample(&before, &now);
            if !ui::print(&self.text(&sample))? {
                return Ok(());
            }
            self.shown += 1;
            before = now;
        }
        Ok(())
    }

    /// All devices, again when one came or went.
    fn find_devices(&mut self, now: &Snapshot) {
        let quiet = fiord_host::disk_stats::DiskStats::default();
        let used = now.disks.iter().filter(|device| device.stats != quiet);
        let names: Vec<String> = used.map(|device| device.name.clone()).collect();
        if names != self.known {
            self.places = devices::all(&self.root, &now.disks);
            self.known = names;
        }
    }

    fn sample(&self, before: &Snapshot, now: &Snapshot) -> Sample {
        let groups = match self.pid {
            Some(pid) => Cgroups::of(&self.root, pid),
            None => Cgroups::own(&self.root),
        };
        let time = Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string();
        measure::sample(before, now, &self.places, self.pid, &groups, time)
    }

    fn text(&self, sample: &Sample) -> String {
        let first = self.shown == 0;
        match self.form {
            Form::Screen => {
                let (width, height) = size();
                redraw(&render::screen(sample, width), height, first)
            }
            Form::Json => render::json(sample),
            Form::Csv if first => render::csv_header() + &render::csv(sample),
            Form::Csv => render::csv(sample),
            Form::Plain if first => {
                let notes: String = render::notes(sample)
                    .iter()
                    .map(|note| format!("# {}\n", note.trim_start_matches("* ")))
                    .collect();
                render::plain_header() + &notes + &render::plain(sample)
            }
            Form::Plain => render::plain(sample),
        }
    }
}

/// Waits; `false` when a signal came first.
fn wait(until: Instant, signals: &Signals) -> bool {
    loop {
        if signals.received().is_some() {
            return false;
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(PATIENCE));
    }
}

/// Draws over what was there: from the upper left corner, each line cleared to its end, the rest of the screen cleared. What is
/// longer than the screen is cut, or it would scroll.
fn redraw(text: &str, height: usize, first: bool) -> String {
    let clear = if first { "\x1b[2J" } else { "" };
    let lines: String = text
        .lines()
        .take(height.max(2) - 1)
        .map(|line| format!("{line}\x1b[K\n"))
        .collect();
    format!("{clear}\x1b[H{lines}\x1b[J")
}

/// Columns and rows of the terminal.
fn size() -> (usize, usize) {
    match rustix::termios::tcgetwinsize(std::io::stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => {
            (usize::from(size.ws_col), usize::from(size.ws_row))
        }
        _ => USUAL_SIZE,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn planned(line: &str) -> Result<Plan> {
        plan(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_at_the_end_are_interval_and_count() {
        for (line, devices, seconds, count) in [
            ("", 0, 1.0, None),
            ("vda sda", 2, 1.0, None),
            ("2", 0, 2.0, None),
            ("0.5 3", 0, 0.5, Some(3)),
            ("vda 5 10", 1, 5.0, Some(10)),
        ] {
            let plan = planned(line).unwrap();
            let got = (plan.devices.len(), plan.interval.as_secs_f64(), plan.count);
            assert_eq!(got, (devices, seconds, count), "{line}");
        }
        for line in ["1 vda", "1 2 3", "0", "nan", "1 0", "1 1.5", "1e9", "-1"] {
            assert!(planned(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_redrawn_screen_leaves_nothing_of_the_one_before() {
        let text = redraw("a\nb\n", 24, false);
        assert_eq!(text, "\x1b[Ha\x1b[K\nb\x1b[K\n\x1b[J");
        assert!(redraw("a\n", 24, true).starts_with("\x1b[2J"));
        assert_eq!(redraw("a\nb\nc\n", 3, false).matches('\n').count(), 2);
    }
}

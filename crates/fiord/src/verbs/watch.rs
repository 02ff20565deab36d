//! `fiord watch [DEV…] [INTERVAL [COUNT]]`: what the disks do, as in `iostat -x`, with layers, limits and waiting.
//!
//! The first row is of the first interval, not of the time since boot as iostat's: that average says nothing about now.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::watch::full::{Full, Waited};
use crate::watch::recording::{SampleFile, recorded};
use crate::watch::{Snapshot, WatchSampler, devices};
use anyhow::{Result, bail};
use fiord_host::Root;
use fiord_host::counters::IoCounters;
use fiord_messages::{Lang, watch as messages};
use fiord_report::documents::Document;
use fiord_report::documents::watch as documents;
use fiord_report::text::watch as render;

use crate::ui::{self, Screen, exit};
use fiord_session::Signals;

/// Arguments of `fiord watch`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_name = "DEV… INTERVAL COUNT")]
    words: Vec<OsString>,
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    #[arg(long)]
    csv: bool,
    #[arg(short, long)]
    all: bool,
    #[arg(long)]
    pid: Option<u32>,
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    plain: bool,
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    record: Option<PathBuf>,
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with_all = ["words", "pid", "record"])]
    replay: Option<PathBuf>,
}

/// How often waiting looks whether it should end.
const PATIENCE: Duration = Duration::from_millis(50);
/// Rows of a terminal that does not say how many it has.
const USUAL_HEIGHT: usize = 40;
/// Processes that are named in a row, and on a full screen.
const BUSIEST: usize = 3;
const BUSIEST_ON_SCREEN: usize = 20;

/// What to watch, and for how long.
#[derive(Debug, PartialEq)]
struct Plan {
    devices: Vec<OsString>,
    interval: Duration,
    count: Option<u64>,
}

/// Separates devices from numbers: the last one or two words may be interval and count.
fn plan(words: &[OsString]) -> Result<Plan> {
    let numeric = |word: &OsString| text(word).parse::<f64>().is_ok();
    let numbers = words
        .iter()
        .rev()
        .take(2)
        .take_while(|word| numeric(word))
        .count();
    let (devices, numbers) = words.split_at(words.len() - numbers);
    if let Some(word) = devices.iter().find(|word| numeric(word)) {
        bail!(messages::NumberBeforeDevice { word: &text(word) }.text(Lang::current()));
    }
    let mut plan = Plan {
        devices: devices.to_vec(),
        interval: Duration::from_secs(1),
        count: None,
    };
    if let Some(word) = numbers.first() {
        let word = text(word);
        let seconds: f64 = word.parse()?;
        if !(0.1..=86_400.0).contains(&seconds) {
            bail!(messages::IntervalOutOfRange { word: &word }.text(Lang::current()));
        }
        plan.interval = Duration::from_secs_f64(seconds);
    }
    if let Some(word) = numbers.get(1) {
        let word = text(word);
        match word.parse() {
            Ok(count) if count > 0 => plan.count = Some(count),
            _ => bail!(messages::CountInvalid { word: &word }.text(Lang::current())),
        }
    }
    Ok(plan)
}

/// A number, or the name of a device for a message.
fn text(word: &OsStr) -> std::borrow::Cow<'_, str> {
    word.to_string_lossy()
}

/// How samples are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A terminal with a keyboard.
    Full,
    Screen,
    Plain,
    Csv,
    Json,
}

/// A full screen needs a keyboard. A fixed number of intervals is printed as rows that stay.
fn form(args: &Args, plan: &Plan) -> Form {
    match (args.json, args.csv) {
        (true, _) => Form::Json,
        (_, true) => Form::Csv,
        _ if args.plain || !std::io::stdout().is_terminal() => Form::Plain,
        _ if plan.count.is_none() && ui::has_keys() => Form::Full,
        _ => Form::Screen,
    }
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let plan = plan(&args.words)?;
    let root = Root::system();
    if let Some(pid) = args.pid {
        check_process(&root, pid)?;
    }
    let form = form(args, &plan);
    let signals = Signals::listen()?;
    if let Some(path) = &args.replay {
        return replay(path, form, &signals);
    }
    let named = !plan.devices.is_empty();
    let places = named.then(|| devices::named(&root, &plan.devices)).transpose()?;
    let is_all = args.all || matches!(form, Form::Csv | Form::Json);
    let mut watch = Watch {
        pid: args.pid,
        form,
        shown: 0,
        full: None,
        recording: args.record.as_deref().map(SampleFile::begin).transpose()?,
        sampler: WatchSampler::begin(root, args.pid, places, is_all, form != Form::Csv),
    };
    if form == Form::Full {
        let recording = watch.recording.as_ref().map(SampleFile::shown);
        watch.full = Some(Full::enter(recording)?);
    }
    let code = watch.run(&plan, &signals);
    // The terminal first: what is said afterwards stays.
    watch.full = None;
    if let Some(recording) = watch.recording {
        ui::say(recording.end());
    }
    code
}

/// Shows what was recorded.
fn replay(path: &Path, form: Form, signals: &Signals) -> Result<u8> {
    let samples = recorded(path)?;
    if form == Form::Full {
        let mut full = Full::enter(None)?;
        samples.into_iter().for_each(|sample| full.state.push(sample));
        full.draw()?;
        loop {
            let due = Instant::now() + Duration::from_secs(1);
            if full.wait(due, signals)? == Waited::End {
                return Ok(exit::OK);
            }
        }
    }
    for (at, sample) in samples.iter().enumerate() {
        if signals.received().is_some() || !ui::draw(&rendered(sample, form, at == 0)?)? {
            break;
        }
    }
    Ok(exit::OK)
}

fn check_process(root: &Root, pid: u32) -> Result<()> {
    if !root.proc(pid.to_string()).exists() {
        bail!(messages::NoSuchProcess { pid: &pid }.text(Lang::current()));
    }
    if IoCounters::of(root, pid).is_none() {
        bail!(messages::ProcessNotReadable { pid: &pid }.text(Lang::current()));
    }
    Ok(())
}

struct Watch {
    pid: Option<u32>,
    form: Form,
    shown: u64,
    full: Option<Full>,
    recording: Option<SampleFile>,
    sampler: WatchSampler,
}

impl Watch {
    /// Shows rows to the end; the exit code.
    fn run(&mut self, plan: &Plan, signals: &Signals) -> Result<u8> {
        let mut due = self.sampler.ended();
        let mut shown = due;
        while plan.count.is_none_or(|count| self.shown < count) {
            // From the first moment on, so that intervals do not drift; after a pause of the machine, from what was shown last on.
            due = (due + plan.interval).max(shown + plan.interval / 2);
            if !self.wait(due, signals)? {
                return Ok(exit::OK);
            }
            if let Some(full) = &mut self.full {
                let refusal = self.sampler.trace(full.state.zoomed_device().as_deref());
                full.state.not_traced = refusal.map(|why| why.text(Lang::current()).to_owned());
            }
            let now = self.sampler.look();
            if let Some(pid) = self.pid
                && !now.has_process()
            {
                ui::say(messages::ProcessEnded { pid: &pid }.text(Lang::current()));
                return Ok(exit::OK);
            }
            let (gone, is_any_left) = self.sampler.drop_gone(&now);
            // A full screen has no place for it; its row goes.
            for device in gone.iter().filter(|_| self.full.is_none()) {
                ui::say(messages::DeviceGone { device }.text(Lang::current()));
            }
            if !is_any_left {
                return Ok(exit::FAILED);
            }
            let sample = self.sample(now);
            self.record(&sample)?;
            if !self.show(sample)? {
                return Ok(exit::OK);
            }
            self.shown += 1;
            shown = Instant::now();
        }
        Ok(exit::OK)
    }

    fn sample(&mut self, now: Snapshot) -> documents::Watch {
        let is_full = self.form == Form::Full;
        let most = if is_full { BUSIEST_ON_SCREEN } else { BUSIEST };
        let lang = if self.form == Form::Json {
            Lang::En
        } else {
            Lang::current()
        };
        self.sampler.sample(now, most, is_full, lang)
    }

    /// Waits; `false` when it is time to end.
    fn wait(&mut self, until: Instant, signals: &Signals) -> Result<bool> {
        let Some(full) = &mut self.full else {
            return Ok(wait(until, signals));
        };
        loop {
            match full.wait(until, signals)? {
                Waited::Time => return Ok(true),
                Waited::End => return Ok(false),
                Waited::Record => {
                    self.recording = match self.recording.take() {
                        Some(_) => None,
                        None => Some(SampleFile::begin(&SampleFile::usual_path())?),
                    };
                    full.state.recording = self.recording.as_ref().map(SampleFile::shown);
                    full.draw()?;
                }
            }
        }
    }

    /// Shows a sample; `false` when its reader has gone.
    fn show(&mut self, sample: documents::Watch) -> Result<bool> {
        match &mut self.full {
            Some(full) => {
                full.state.push(sample);
                full.draw()?;
                Ok(true)
            }
            None => Ok(ui::draw(&rendered(&sample, self.form, self.shown == 0)?)?),
        }
    }

    /// Adds a sample to the recording, with English sentences as in every document for programs.
    fn record(&mut self, sample: &documents::Watch) -> Result<()> {
        if self.recording.is_none() {
            return Ok(());
        }
        let mut sample = sample.clone();
        sample.causes = self.sampler.causes(Lang::En);
        if let Some(recording) = &mut self.recording {
            recording.add(sample)?;
        }
        Ok(())
    }
}

/// A sample as rows, a screen or a line.
fn rendered(sample: &documents::Watch, form: Form, first: bool) -> Result<String> {
    let lang = Lang::current();
    Ok(match form {
        Form::Full | Form::Screen => {
            let screen = Screen::stdout();
            let page = render::page(sample, lang);
            redraw(
                &screen.render(&page),
                screen.height.unwrap_or(USUAL_HEIGHT),
                first,
                lang,
            )
        }
        Form::Json => Document::new(sample.clone()).to_line()?,
        Form::Csv => render::csv(sample, first),
        Form::Plain => render::plain(sample, first, lang),
    })
}

/// Waits; `false` when a signal came first.
fn wait(until: Instant, signals: &Signals) -> bool {
    while signals.received().is_none() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(PATIENCE));
    }
    false
}

/// Draws over what was there: from the upper left corner, each line cleared to its end, the rest of the screen cleared. What is
/// longer than the screen would scroll: it is left out and counted.
fn redraw(text: &str, height: usize, first: bool, lang: Lang) -> String {
    let clear = if first { "\x1b[2J" } else { "" };
    let room = height.max(3) - 1;
    let count = text.lines().count();
    let shown = if count > room { room - 1 } else { count };
    let mut lines: String = text
        .lines()
        .take(shown)
        .map(|line| format!("{line}\x1b[K\n"))
        .collect();
    if count > shown {
        let cut = messages::LinesCut {
            lines: (count - shown) as u64,
        };
        lines += &format!("{}\x1b[K\n", cut.text(lang));
    }
    format!("{clear}\x1b[H{lines}\x1b[J")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn planned(line: &str) -> Result<Plan> {
        plan(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
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
        let text = redraw("a\nb\n", 24, false, Lang::En);
        assert_eq!(text, "\x1b[Ha\x1b[K\nb\x1b[K\n\x1b[J");
        assert!(redraw("a\n", 24, true, Lang::En).starts_with("\x1b[2J"));
        let cut = redraw("a\nb\nc\n", 3, false, Lang::En);
        assert!(
            cut.matches('\n').count() == 2 && cut.contains("2 more lines"),
            "{cut}"
        );
    }
}

//! `fiord why [DEV…]`: why processes wait for storage now. Makes no load: reads counters each second, and ten times a second looks at
//! what tasks wait for.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fiord_host::Root;
use fiord_host::look;
use fiord_host::pressure::Pressures;
use fiord_host::tasks::{self, Depth};
use fiord_messages::{Lang, waiting as messages};
use fiord_record::number::short;
use fiord_report::documents::Document;
use fiord_report::documents::why::{Sight, WhyDocument};
use fiord_session::Signals;

use crate::ui::{self, Progress, exit};
use crate::watch::{Recent, devices, now_text};

/// Arguments of `fiord why`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_name = "DEV")]
    devices: Vec<OsString>,
    #[arg(long, value_name = "N", default_value_t = 20.0)]
    seconds: f64,
    #[arg(long)]
    json: bool,
}

/// Looks at tasks per second, and after how many sleeping tasks are looked at too and the counters are read.
const LOOKS_PER_S: u32 = 10;
const DEEP: u32 = 5;

pub(crate) fn run(args: &Args) -> Result<u8> {
    let lang = if args.json { Lang::En } else { Lang::current() };
    if !(1.0..=3600.0).contains(&args.seconds) {
        let seconds = &short(args.seconds);
        bail!(messages::SecondsOutOfRange { seconds }.text(Lang::current()));
    }
    let root = Root::system();
    let places = devices::named(&root, &args.devices)?;
    // Not what they rest on: others have files there too.
    let asked = places.into_iter().filter(|place| place.depth == 0);
    let names: Vec<String> = asked.map(|place| place.name).collect();
    let signals = Signals::listen()?;
    let begun = Instant::now();
    let mut recent = watch_tasks(&root, Duration::from_secs_f64(args.seconds), &signals);
    let waits = recent.waits(&names);
    let sight = Sight {
        is_root: rustix::process::geteuid().is_root(),
        hidden_processes: recent.hidden_processes(),
        has_pressure: Pressures::read(&root).io.is_some(),
    };
    let time = now_text();
    let why = WhyDocument::of(&waits, sight, begun.elapsed().as_secs_f64(), time, names, lang);
    if args.json {
        ui::print(&Document::new(why).to_text()?)?;
    } else {
        ui::put(&why.page(lang))?;
    }
    Ok(if signals.received().is_some() {
        exit::INTERRUPTED
    } else {
        exit::OK
    })
}

/// Collects samples until the time is over or a signal comes.
fn watch_tasks(root: &Root, time: Duration, signals: &Signals) -> Recent {
    let mut recent = Recent::default();
    let (begun, progress) = (Instant::now(), Progress::begin());
    let seconds = &short(time.as_secs_f64());
    let words = messages::Looking { seconds }.text(Lang::current());
    recent.push(root, look::glance(root), Vec::new());
    let mut looks = Vec::new();
    for number in 1.. {
        let due = begun + number * Duration::from_secs(1) / LOOKS_PER_S;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        let is_over = begun.elapsed() >= time || signals.received().is_some();
        let is_deep = number % DEEP == 0;
        let depth = if is_deep { Depth::All } else { Depth::Waiting };
        looks.push(tasks::look(root, &[], depth));
        if is_over || number % LOOKS_PER_S == 0 {
            recent.push(root, look::glance(root), std::mem::take(&mut looks));
        }
        progress.show(Some(begun.elapsed().as_secs_f64() / time.as_secs_f64()), &words);
        if is_over {
            break;
        }
    }
    recent
}

//! `fiord prepare FILE --size 24G`: allocates a test file, fills it with real data, and proves it.
//!
//! Own threads rather than a job: the content depends on the place only, so an interrupted file goes on where it was.

mod progress;

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use fiord_host::cache;
use fiord_messages::{Lang, prepare as messages};
use fiord_report::documents::Document;
use fiord_report::documents::prepare::{CheckResult, Prepare};
use fiord_workload::rng::mix64;

use crate::prepare::content::{self, PreparedContent};
use crate::prepare::header::{HEADER_BYTES, PreparedHeader, Recipe};
use crate::prepare::proof::{self, ExpectedFile};
use crate::prepare::target::{self, PrepareTarget, Remains, Start, Wish};
use crate::prepare::writer;
use crate::ui::{self, exit};
use fiord_compare::quantity::parse_bytes;
use fiord_record::number::Bytes;
use fiord_session::Signals;
use progress::FillProgress;

/// Arguments of `fiord prepare`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[arg(long, value_parser = parse_bytes, required_unless_present = "check")]
    size: Option<u64>,
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..100))]
    compressible: Option<u8>,
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..100))]
    dedupe: Option<u8>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["compressible", "dedupe"], value_hint = ValueHint::FilePath)]
    from: Option<PathBuf>,
    #[arg(long, conflicts_with_all = ["overwrite", "from", "reserve", "keep_partial"])]
    check: bool,
    #[arg(long)]
    overwrite: bool,
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    reserve: Option<u64>,
    #[arg(long)]
    keep_partial: bool,
    #[arg(long)]
    json: bool,
}

/// How it went, for the document.
struct Story {
    status: &'static str,
    written_bytes: u64,
    seconds: f64,
    direct: Option<bool>,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    if args.check {
        return check(args);
    }
    let source = args.from.as_deref().map(open_source).transpose()?;
    let wish = wish(args, source.as_ref())?;
    let signals = Signals::listen()?;
    let mut target = PrepareTarget::open(&wish)?;
    let header = match target.start {
        Start::Complete(_) => {
            // What looking at the header read.
            cache::drop_range(&target.file, 0, wish.size_bytes)?;
            let story = Story {
                status: "already prepared",
                written_bytes: 0,
                seconds: 0.0,
                direct: None,
            };
            return finish(args, &target.file, &story, expected(&wish));
        }
        Start::Resume(header) => header,
        Start::Fresh => PreparedHeader {
            seed: new_seed(),
            recipe: wish.recipe,
            size_bytes: wish.size_bytes,
            done_bytes: 0,
        },
    };
    target.begin(&header)?;
    if !target.direct {
        let path = &wish.path.display();
        ui::say(messages::Buffered { path }.text(Lang::current()));
    }
    let content = PreparedContent {
        header,
        source: source.as_ref().map(|(file, _)| file),
    };
    let story = write(args, &target, &content, &signals)?;
    match story {
        Some(story) => finish(args, &target.file, &story, expected(&wish)),
        None => Ok(exit::INTERRUPTED),
    }
}

/// Writes all; `None` when it was interrupted.
fn write(
    args: &Args,
    target: &PrepareTarget,
    content: &PreparedContent<'_>,
    signals: &Signals,
) -> Result<Option<Story>> {
    let header = content.header;
    let size = header.size_bytes;
    let begun = header.done_bytes;
    let lang = Lang::current();
    let (path, shown_size) = (&args.file.display(), &Bytes(size));
    ui::say(match begun {
        0 => messages::Writing {
            size: shown_size,
            path,
        }
        .text(lang),
        _ => messages::Continuing {
            path,
            done: &Bytes(begun),
            size: shown_size,
        }
        .text(lang),
    });
    let started = Instant::now();
    let mut progress = FillProgress::begin(begun, size);
    let stopped = || signals.received().is_some();
    let written = writer::write_all(
        &target.file,
        content,
        target.direct,
        &mut |done| progress.show(done),
        &stopped,
    );
    drop(progress);
    let done = written.done_bytes;
    let marked = match written.failure {
        Some(failure) => Err(failure),
        None => complete(target, &header, done).map_err(|error| (done, error)),
    };
    if let Err((at, error)) = marked {
        let remains = if target.start == Start::Fresh && !args.keep_partial {
            target.give_up()
        } else {
            let _ = writer::mark(&target.file, &header, done, target.direct);
            Remains::Kept
        };
        bail!(remains.describe(&args.file, &target::about_write(&error, Some(at), lang), lang));
    }
    if done < size {
        let interrupted = messages::Interrupted {
            done: &Bytes(done),
            size: shown_size,
        };
        ui::say(interrupted.text(lang));
        return Ok(None);
    }
    let status = if begun == 0 { "prepared" } else { "resumed" };
    let seconds = started.elapsed().as_secs_f64();
    Ok(Some(Story {
        status,
        written_bytes: size - begun,
        seconds,
        direct: Some(target.direct),
    }))
}

/// Makes what is done durable and leaves the cache clean.
fn complete(target: &PrepareTarget, header: &PreparedHeader, done: u64) -> std::io::Result<()> {
    writer::mark(&target.file, header, done, target.direct)?;
    target.file.sync_all()?;
    cache::drop_range(&target.file, 0, header.size_bytes)
}

fn check(args: &Args) -> Result<u8> {
    // A pipe must not be waited for.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(&args.file)
        .with_context(|| args.file.display().to_string())?;
    if !file.metadata()?.is_file() {
        let path = &args.file.display();
        bail!(messages::NotARegularFile { path }.text(Lang::current()));
    }
    let told = args.compressible.is_some() || args.dedupe.is_some();
    let expected = ExpectedFile {
        recipe: told.then(|| recipe(args)),
        size_bytes: args.size,
    };
    let story = Story {
        status: "checked",
        written_bytes: 0,
        seconds: 0.0,
        direct: None,
    };
    finish(args, &file, &story, expected)
}

/// Proves the file and prints the document.
fn finish(args: &Args, file: &File, story: &Story, expected: ExpectedFile) -> Result<u8> {
    let lang = if args.json { Lang::En } else { Lang::current() };
    let checks =
        proof::look(file, &args.file, expected, lang).with_context(|| args.file.display().to_string())?;
    let passed = checks.iter().all(|check| check.verdict != CheckResult::Failed);
    let rate = story.written_bytes as f64 / story.seconds.max(1e-9);
    let document = Prepare {
        file: args.file.as_path().into(),
        status: story.status.to_owned(),
        written_bytes: story.written_bytes,
        seconds: story.seconds,
        bytes_per_s: (story.written_bytes > 0).then_some(rate),
        direct: story.direct,
        passed,
        checks,
    };
    if args.json {
        ui::print(&Document::new(document).to_text()?)?;
    } else {
        ui::put(&document.page(lang))?;
    }
    Ok(if passed { exit::OK } else { exit::FAILED })
}

fn recipe(args: &Args) -> Recipe {
    Recipe {
        compressible: args.compressible.unwrap_or(0),
        dedupe: args.dedupe.unwrap_or(0),
        ..Recipe::RANDOM
    }
}

fn wish(args: &Args, source: Option<&(File, (u64, u64))>) -> Result<Wish> {
    let size_bytes = args.size.unwrap_or(0);
    if size_bytes == 0 || !size_bytes.is_multiple_of(HEADER_BYTES as u64) {
        let bytes = &size_bytes;
        bail!(messages::SizeNotAligned { bytes }.text(Lang::current()));
    }
    let mut recipe = recipe(args);
    if let Some((_, identity)) = source {
        recipe.source = *identity;
    }
    if let Some(from) = &args.from
        && let (Ok(from), Ok(to)) = (from.canonicalize(), args.file.canonicalize())
        && from == to
    {
        bail!(messages::from_is_target(Lang::current()));
    }
    Ok(Wish {
        path: args.file.clone(),
        size_bytes,
        recipe,
        overwrite: args.overwrite,
        reserve_bytes: args.reserve,
    })
}

fn expected(wish: &Wish) -> ExpectedFile {
    ExpectedFile {
        recipe: Some(wish.recipe),
        size_bytes: Some(wish.size_bytes),
    }
}

/// Opens the file to repeat, with its length and fingerprint.
fn open_source(path: &Path) -> Result<(File, (u64, u64))> {
    let open = || -> std::io::Result<(File, (u64, u64))> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let print = content::fingerprint(&file, length)?;
        Ok((file, (length, print)))
    };
    let (file, identity) = open().with_context(|| format!("--from {}", path.display()))?;
    if identity.0 == 0 {
        let path = &path.display();
        bail!(messages::FromEmpty { path }.text(Lang::current()));
    }
    Ok((file, identity))
}

/// Other content in every file, so that two of them are no duplicates.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    mix64(now.as_nanos() as u64 ^ mix64(u64::from(std::process::id())))
}

//! `fiord doctor`: checks the machine and the block stack under a path, and changes what can be undone.
//!
//! Gathers facts for [`fiord_report::documents::doctor`], which judges and draws them. Needs no root to look; `--fix` and `--restore` do.

mod args;
mod changing;
mod during;
mod examine;
pub(super) mod steps;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_host::Root;
use fiord_host::changes::{self, JournalClaim};
use fiord_messages::{Lang, doctor as messages};
use fiord_report::documents::Document;
use fiord_report::documents::doctor::Readiness;
use fiord_report::text::Page;
use fiord_report::text::findings::Detail;

pub(crate) use self::args::Args;
pub(super) use self::args::named;
pub(super) use self::during::undo;
use self::examine::examine;
use crate::ui::{self, exit};
use crate::verbs::kernel_settings::restore_command;

/// How long other users of the disk are looked for.
const LOOK: Duration = Duration::from_secs(2);

/// Runs the verb; the result is the exit code.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let root = Root::system();
    if args.restore {
        return changing::restore(args, &root);
    }
    let path = std::path::absolute(target(args.path.as_deref(), args.fix)?)?;
    if args.fix {
        return changing::fix(args, &root, &path);
    }
    if changes::pending(&root, &args.change.journal()) {
        ui::say(match JournalClaim::take(&root, &args.change.journal()) {
            Err(running @ changes::Error::Running(_)) => running.to_string(),
            _ => {
                let command = &restore_command(&args.change.journal());
                messages::ChangesPending { command }.text(Lang::current())
            }
        });
    }
    let lang = args.form.lang();
    let doctor = examine(&root, &path, (!args.no_look).then_some(LOOK), lang);
    let verdict = doctor.verdict;
    if args.form.json {
        ui::print(&Document::new(doctor).to_text()?)?;
    } else if args.form.csv {
        ui::print(&doctor.table().csv())?;
    } else {
        let detail = if args.verbose {
            Detail::Reasons
        } else {
            Detail::Line
        };
        let page = doctor.page(detail, lang);
        if args.form.md {
            ui::print(&page.markdown(lang))?;
        } else {
            ui::put(&page)?;
        }
    }
    Ok(match verdict {
        Readiness::NotReady | Readiness::Unknown => exit::FAILED,
        Readiness::Ready | Readiness::Care => exit::OK,
    })
}

/// What is wrong for measuring on a path.
pub(super) fn page(path: &Path, lang: Lang) -> Page {
    examine(&Root::system(), path, Some(LOOK), lang).page(Detail::Line, lang)
}

/// The path asked for; a bare kernel name such as `sda` is a device. Of a new file the directory, unless the file must exist.
pub(super) fn target(asked: Option<&Path>, must_exist: bool) -> Result<PathBuf> {
    let path = asked.unwrap_or(Path::new("."));
    if path.exists() {
        return Ok(path.to_path_buf());
    }
    let device = Path::new("/dev").join(path);
    if path.components().count() == 1 && device.exists() {
        return Ok(device);
    }
    let directory = path
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if must_exist || path.file_name().is_none() || !directory.is_dir() {
        let path = &path.display();
        bail!(messages::NoSuchPath { path }.text(Lang::current()));
    }
    let parent = std::path::absolute(directory)?;
    let checked = messages::ParentChecked {
        path: &path.display(),
        directory: &parent.display(),
    };
    ui::say(checked.text(Lang::current()));
    Ok(directory.to_path_buf())
}

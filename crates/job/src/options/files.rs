//! The files or devices: names, layout, opening and removal.

use fiord_messages::{Sentence, job_options, job_support};

use super::build::*;
use super::distribution;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::{One, Suffixed};
use crate::plan::{FadviseHint, Fallocate, FileLocking, FileType, WriteHint};

pub(super) static OPTIONS: &[OptionSpec] = &[
    text("filename")
        .doc(
            "Names of files or devices, separated by `:` (write `\\:` for a colon). All clones of the \
             job share them; repeating the option adds names.",
        )
        .sets(|value, draft| add_filenames(value.text(), draft)),
    // FIO-DIFF(last-directory): fio looks whether each directory is there, also those that a later one replaces.
    text("directory")
        .doc(
            "Directories of the named or generated files, separated by `:`; clones use them in turn.",
        )
        .sets(|value, draft| set_directories(value.text(), draft)),
    text("filename_format")
        .default("$jobname.$jobnum.$filenum")
        .doc(
            "Names of files without `filename`: $jobname, $jobnum, $filenum and $clientuid are replaced.",
        )
        .sets(|value, draft| draft.plan.files.filename_format = value.string()),
    text("opendir")
        .doc("Use all files below this directory.")
        .sets(|value, draft| draft.plan.files.opendir = Some(value.string())),
    choice(
        "filetype",
        &One {
            words: &[
                ("none", None),
                ("file", Some(FileType::File)),
                ("block", Some(FileType::Block)),
                ("char", Some(FileType::Char)),
            ],
            set: |kind, draft| draft.plan.files.filetype = kind,
        },
    )
    .default("none")
    .doc("What kind of file the target must be; another one fails the job."),
    boolean("unique_filename")
        .default("1")
        .doc("Put the client's address before file names in client/server runs.")
        .accepted(job_support::no_clients),
    choice(
        "lockfile",
        &One {
            words: &[
                ("none", FileLocking::None),
                ("exclusive", FileLocking::Exclusive),
                ("readwrite", FileLocking::ReadWrite),
            ],
            set: |lock, draft| draft.plan.depth.lock = lock,
        },
    )
    .default("none")
    .doc(
        "Hold a lock on the file while an I/O is in flight there, against other I/Os of this run: against all of them, \
         or of reads only against writes and trims.",
    ),
    int("nrfiles")
        .alias("nr_files")
        .default("1")
        // FIO-DIFF(no-files): fio runs a job of no files and reports nothing.
        .range(1, U32)
        .doc("Number of files that share the `size` of the job.")
        .sets(|value, draft| draft.plan.files.nrfiles = value.u32()),
    int("openfiles")
        .doc("Number of files that are open at the same time; default: all.")
        .sets(|value, draft| draft.plan.files.openfiles = Some(value.u32())),
    choice(
        "file_service_type",
        &Suffixed {
            words: distribution::SERVICES,
            set: |read, suffix, draft| {
                (draft.plan.files.service, draft.plan.files.service_ios) = read(suffix)?;
                Ok(())
            },
        },
    )
    .default("roundrobin")
    .doc(
        "How the next file is chosen; `:N` behind it gives the I/Os per choice, or the \
         distribution's number.",
    ),
    long("filesize")
        .parts(2)
        .range(1, i64::MAX)
        .doc("Size of each file in bytes, or a range for random sizes.")
        .sets(|value, draft| draft.plan.files.filesize_bytes = value.low_high()),
    choice(
        "fallocate",
        &One {
            words: &[
                ("none", Fallocate::None),
                ("native", Fallocate::Native),
                ("posix", Fallocate::Posix),
                ("keep", Fallocate::Keep),
                ("truncate", Fallocate::Truncate),
                ("0", Fallocate::None),
                ("1", Fallocate::Posix),
            ],
            set: |how, draft| draft.plan.files.fallocate = how,
        },
    )
    .default("native")
    .doc("How new files get their space before data is written."),
    choice(
        "fadvise_hint",
        &One {
            words: &[
                ("0", FadviseHint::None),
                ("1", FadviseHint::ByMode),
                ("random", FadviseHint::Random),
                ("sequential", FadviseHint::Sequential),
                ("noreuse", FadviseHint::Noreuse),
            ],
            set: |hint, draft| draft.plan.files.fadvise = hint,
        },
    )
    .default("1")
    .doc(
        "What the kernel is told about the order of access: nothing, what `rw` says, or one of \
         these.",
    ),
    boolean("overwrite")
        .default("0")
        .doc("Lay files out with data before writing, so that writes meet existing blocks.")
        .sets(|value, draft| draft.plan.files.overwrite = value.flag()),
    boolean("file_append")
        .default("0")
        .doc("Begin at the end of the file.")
        .sets(|value, draft| draft.plan.files.append = value.flag()),
    boolean("create_serialize")
        .default("1")
        .doc("Let one job at a time lay out its files.")
        .sets(|value, draft| draft.plan.files.create_serialize = value.flag()),
    boolean("create_fsync")
        .default("1")
        .doc("Sync files once they are laid out.")
        .sets(|value, draft| draft.plan.files.create_fsync = value.flag()),
    boolean("create_on_open")
        .default("0")
        .doc("Do not create files before the run; create each when it is first opened.")
        .sets(|value, draft| draft.plan.files.create_on_open = value.flag()),
    boolean("create_only")
        .default("0")
        .doc("Only create the files.")
        .sets(|value, draft| draft.plan.files.create_only = value.flag()),
    boolean("allow_file_create")
        .default("1")
        .doc("Create files that are missing.")
        .sets(|value, draft| draft.plan.files.allow_create = value.flag()),
    boolean("allow_mounted_write")
        .default("0")
        .doc("Write to a device that is mounted.")
        .accepted(job_support::never_in_use),
    boolean("pre_read")
        .default("0")
        .doc("Read the files once before the start, so that they are in the page cache.")
        .sets(|value, draft| draft.plan.files.pre_read = value.flag()),
    boolean("invalidate")
        .default("1")
        .doc("Drop the files' cached pages before the start.")
        .sets(|value, draft| draft.plan.files.invalidate = value.flag()),
    boolean("unlink")
        .default("0")
        .doc("Remove files the job made when it has ended.")
        .sets(|value, draft| draft.plan.files.unlink = value.flag()),
    boolean("unlink_each_loop")
        .default("0")
        .doc("Remove them after each of the `loops`.")
        .sets(|value, draft| draft.plan.files.unlink_each_loop = value.flag()),
    text("ioscheduler")
        .doc(
            "I/O scheduler of the disks that hold the job's files, for the run. What was set before is written back; after a \
             crash `fiord doctor --restore` does that.",
        )
        .checks(|value, draft| {
            let name = value.text();
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            if name.is_empty() || !name.chars().all(is_word) {
                return Err(Problem::new(|lang| job_options::NotAScheduler { name: &name }.text(lang))
                    .help(job_options::schedulers));
            }
            draft.plan.placement.scheduler = Some(name.to_owned());
            Ok(())
        }),
    choice(
        "write_hint",
        &One {
            // As in fio, `none` says nothing to the kernel.
            words: &[
                ("none", WriteHint::NotSet),
                ("short", WriteHint::Short),
                ("medium", WriteHint::Medium),
                ("long", WriteHint::Long),
                ("extreme", WriteHint::Extreme),
            ],
            set: |hint, draft| draft.plan.durability.write_hint = hint,
        },
    )
    .default("none")
    .doc("How long the written data will live, as a hint to the device."),
];

/// Splits at `:`; `\:` stands for a colon.
fn split_names(text: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut chars = text.trim().chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&':') => {
                chars.next();
                push_to_last(&mut names, ':');
            }
            ':' => names.push(String::new()),
            c => push_to_last(&mut names, c),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn push_to_last(names: &mut [String], c: char) {
    if let Some(last) = names.last_mut() {
        last.push(c);
    }
}

/// Names that a message shows at most.
const NAMES_SHOWN: usize = 8;

/// `directory`: for generated names and for those of a later `filename`. In a job file every `filename` of a section is later.
fn set_directories(text: &str, draft: &mut Draft) {
    let files = &mut draft.plan.files;
    files.directories = split_names(text);
    let named = files.filenames.join(":");
    if !named.is_empty() {
        let said = Sentence::new(|lang| {
            job_options::DirectoryLate {
                directory: &text,
                files: &named,
            }
            .text(lang)
        });
        draft.warn(said, job_options::directory_first);
    }
}

/// `filename`: a later one adds to those before it, also to those of a global section, and the number of files is theirs.
fn add_filenames(text: &str, draft: &mut Draft) {
    let had_some = !draft.plan.files.filenames.is_empty();
    // Joined as text, as fio does: an absolute file name still goes under the directory.
    let below = match draft.plan.files.directories.first() {
        Some(name) if !name.is_empty() => format!("{name}/"),
        _ => String::new(),
    };
    for name in split_names(text) {
        let name = format!("{below}{name}");
        // FIO-DIFF(named-twice): fio counts it as another file.
        if draft.known_names.insert(name.clone()) {
            draft.plan.files.filenames.push(name);
        }
    }
    let files = &mut draft.plan.files;
    files.nrfiles = u32::try_from(files.filenames.len().max(1)).unwrap_or(u32::MAX);
    if had_some {
        let names = &files.filenames;
        let more = if names.len() > NAMES_SHOWN { ":…" } else { "" };
        let shown = names[..names.len().min(NAMES_SHOWN)].join(":");
        let said = Sentence::new(|lang| {
            job_options::NamesAddUp {
                files: &format_args!("{shown}{more}"),
            }
            .text(lang)
        });
        draft.warn(said, job_options::one_filename);
    }
}

/// `nrfiles` behind `filename` leaves names out; it cannot add any.
pub(super) fn finish(draft: &mut Draft) {
    let files = &mut draft.plan.files;
    if !files.filenames.is_empty() {
        files.filenames.truncate(files.nrfiles as usize);
        files.nrfiles = files.filenames.len() as u32;
    }
    files.openfiles = files.openfiles.filter(|open| *open > 0 && *open < files.nrfiles);
    let kind = draft.plan.engine.kind;
    if files.append && (kind.maps_files() || kind.goes_past_blocks()) {
        let engine = kind.name();
        let problem = Problem::new(|lang| job_options::NoAppend { engine: &engine }.text(lang));
        let words = format!("fio: can't append/extent with IO engine {engine}");
        draft.fail_as(&words, problem.help(job_options::another_engine));
    }
}

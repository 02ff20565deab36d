//! The files or devices: names, layout, opening and removal.

use super::OptionSpec;
use super::build::*;
use crate::lower::{add_filenames, byte_range, file_service, split_names};
use crate::plan::{FadviseHint, Fallocate, FileType};

pub(super) static OPTIONS: &[OptionSpec] = &[
    text("filename")
        .doc(
            "Names of files or devices, separated by `:` (write `\\:` for a colon). All clones of the \
             job share them; repeating the option adds names.",
        )
        .sets(|value, draft| add_filenames(value.text(), draft)),
    text("directory")
        .doc(
            "Directories in which named or generated files lie, separated by `:`; clones take them in \
             turn.",
        )
        .sets(|value, draft| draft.plan.files.directories = split_names(value.text())),
    text("filename_format")
        .default("$jobname.$jobnum.$filenum")
        .doc(
            "How files without `filename` are called: $jobname, $jobnum, $filenum and $clientuid are \
             replaced.",
        )
        .sets(|value, draft| draft.plan.files.filename_format = value.string()),
    text("opendir")
        .doc("Use all files below this directory.")
        .sets(|value, draft| draft.plan.files.opendir = Some(value.string())),
    choice("filetype", &["none", "file", "block", "char"])
        .default("none")
        .doc("What kind of file the target must be; another one fails the job.")
        .sets(|value, draft| {
            draft.plan.files.filetype = match value.word() {
                "file" => Some(FileType::File),
                "block" => Some(FileType::Block),
                "char" => Some(FileType::Char),
                _ => None,
            };
        }),
    boolean("unique_filename")
        .default("1")
        .doc("Put the client's address before file names in client/server runs.")
        .accepted("there are no clients"),
    choice("lockfile", &["none", "exclusive", "readwrite"])
        .default("none")
        .doc("Take a lock around each I/O to a file that jobs share.")
        .refused("locks around each I/O are not built yet"),
    int("nrfiles")
        .alias("nr_files")
        .default("1")
        // FIO-DIFF(no-files): fio runs a job of no files and reports nothing.
        .range(1, U32)
        .doc("How many files the job's `size` is divided into.")
        .sets(|value, draft| draft.plan.files.nrfiles = value.u32()),
    int("openfiles")
        .doc("How many of them are open at once; all if not given.")
        .sets(|value, draft| draft.plan.files.openfiles = Some(value.u32())),
    choice(
        "file_service_type",
        &[
            "random",
            "zipf",
            "pareto",
            "normal",
            "gauss",
            "roundrobin",
            "sequential",
        ],
    )
    .default("roundrobin")
    .doc(
        "How the next file is chosen; `:N` behind it gives the I/Os per choice, or the \
         distribution's number.",
    )
    .checks(|value, draft| {
        (draft.plan.files.service, draft.plan.files.service_ios) = file_service(value)?;
        Ok(())
    }),
    long("filesize")
        .parts(2)
        .range(1, i64::MAX)
        .doc("Size of each file in bytes, or a range from which each file's size is drawn.")
        .sets(|value, draft| draft.plan.files.filesize_bytes = byte_range(value)),
    choice(
        "fallocate",
        &["none", "native", "posix", "keep", "truncate", "0", "1"],
    )
    .default("native")
    .doc("How new files get their space before data is written.")
    .sets(|value, draft| {
        draft.plan.files.fallocate = match value.word() {
            "none" | "0" => Fallocate::None,
            "posix" | "1" => Fallocate::Posix,
            "keep" => Fallocate::Keep,
            "truncate" => Fallocate::Truncate,
            _ => Fallocate::Native,
        };
    }),
    choice("fadvise_hint", &["0", "1", "random", "sequential", "noreuse"])
        .default("1")
        .doc(
            "What the kernel is told about the order of access: nothing, what `rw` says, or one of \
             these.",
        )
        .sets(|value, draft| {
            draft.plan.files.fadvise = match value.word() {
                "0" => FadviseHint::None,
                "random" => FadviseHint::Random,
                "sequential" => FadviseHint::Sequential,
                "noreuse" => FadviseHint::Noreuse,
                _ => FadviseHint::ByMode,
            };
        }),
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
        .doc("Do not lay files out; create each when it is first opened.")
        .sets(|value, draft| draft.plan.files.create_on_open = value.flag()),
    boolean("create_only")
        .default("0")
        .doc("Lay files out, and do nothing else.")
        .sets(|value, draft| draft.plan.files.create_only = value.flag()),
    boolean("allow_file_create")
        .default("1")
        .doc("Create files that are missing.")
        .sets(|value, draft| draft.plan.files.allow_create = value.flag()),
    boolean("allow_mounted_write")
        .default("0")
        .doc("Write to a device that is mounted.")
        .refused("fiord never writes to a device in use; see --allow-destroy for others"),
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
        .doc("Switch the target's I/O scheduler for the run.")
        .refused("a job does not change the machine; `fiord doctor` does"),
    choice("write_hint", &["none", "short", "medium", "long", "extreme"])
        .default("none")
        .doc("Expected lifetime of the written data.")
        .refused("lifetime hints are not built yet"),
];

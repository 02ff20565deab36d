//! Files: what is created, how large, with what in it, and what is refused. fio on PATH is the oracle for names and sizes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::fs::File;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use fiord_job::plan::{AccessMode, Amount, BlockSize, Fallocate, JobPlan, PerDdir, RunPlan};
use fiord_record::RunRecord;
use fiord_session::SetupError;
use fiord_testbed::{Loop, Mounted, fio, or_skip, patiently, skip};

use crate::bed::{run, settings};

const KIB: u64 = 1024;

fn run_job(job: JobPlan) -> RunRecord {
    run(
        &RunPlan {
            jobs: vec![job],
            ..RunPlan::default()
        },
        &settings(),
    )
    .unwrap()
}

fn errno_of(job: JobPlan) -> i32 {
    run_job(job).workers[0]
        .error
        .as_ref()
        .expect("the job fails")
        .errno
}

fn sized(mode: AccessMode, kib: u64) -> JobPlan {
    let mut job = JobPlan::new("j");
    job.access.mode = mode;
    job.access.size = Some(Amount::Bytes(kib * KIB));
    job
}

fn at(file: &Path, mode: AccessMode, kib: u64) -> JobPlan {
    let mut job = sized(mode, kib);
    job.files.filenames = vec![file.display().to_string()];
    job
}

/// Everything below `root`: relative path, permissions, size of files.
fn tree(root: &Path) -> Vec<(PathBuf, u32, u64)> {
    fn walk(root: &Path, at: &Path, found: &mut Vec<(PathBuf, u32, u64)>) {
        for entry in std::fs::read_dir(at).unwrap() {
            let entry = entry.unwrap();
            let meta = entry.metadata().unwrap();
            let size = if meta.is_file() { meta.len() } else { 0 };
            found.push((
                entry.path().strip_prefix(root).unwrap().to_owned(),
                meta.mode() & 0o7777,
                size,
            ));
            if meta.is_dir() {
                walk(root, &entry.path(), found);
            }
        }
    }
    let mut found = Vec::new();
    walk(root, root, &mut found);
    found.sort();
    found
}

/// A job in fio's words and in ours. `@` stands for the directory; every job gets `directory=@` unless it says
/// otherwise. Existing files: name and KiB.
struct Shape {
    fio: &'static [&'static str],
    existing: &'static [(&'static str, u64)],
    ours: fn(&mut JobPlan, &str),
}

fn shape(fio: &'static [&'static str], ours: fn(&mut JobPlan, &str)) -> Shape {
    Shape {
        fio,
        existing: &[],
        ours,
    }
}

fn over(
    existing: &'static [(&'static str, u64)],
    fio: &'static [&'static str],
    ours: fn(&mut JobPlan, &str),
) -> Shape {
    Shape { fio, existing, ours }
}

fn bytes(kib: u64) -> Option<Amount> {
    Some(Amount::Bytes(kib * KIB))
}

fn writes(job: &mut JobPlan, kib: u64) {
    job.access.mode = AccessMode::Write;
    job.access.size = bytes(kib);
}

fn named(job: &mut JobPlan, names: &[&str]) {
    job.files.filenames = names.iter().map(|name| (*name).to_owned()).collect();
}

fn new_file_shapes() -> Vec<Shape> {
    vec![
        shape(&["--rw=read", "--size=100k"], |job, _| {
            job.access.size = bytes(100)
        }),
        shape(&["--rw=write", "--size=100k", "--nrfiles=3"], |job, _| {
            writes(job, 100);
            job.files.nrfiles = 3;
        }),
        shape(
            &["--rw=randread", "--size=103k", "--nrfiles=4", "--bs=1k"],
            |job, _| {
                job.access.mode = AccessMode::RandRead;
                job.access.size = bytes(103);
                job.access.block_size = PerDdir::all(BlockSize::Fixed(1024));
                job.files.nrfiles = 4;
            },
        ),
        shape(&["--rw=write", "--size=64k", "--offset=32k"], |job, _| {
            writes(job, 64);
            job.access.offset = Amount::Bytes(32 * KIB);
        }),
        shape(
            &[
                "--rw=read",
                "--size=64k",
                "--offset=32k",
                "--offset_increment=64k",
                "--numjobs=3",
                "--filename=ff",
            ],
            |job, _| {
                job.access.size = bytes(64);
                job.access.offset = Amount::Bytes(32 * KIB);
                job.access.offset_increment = Amount::Bytes(64 * KIB);
                job.numjobs = 3;
                named(job, &["ff"]);
            },
        ),
        shape(
            &[
                "--rw=read",
                "--size=64k",
                "--offset_increment=50%",
                "--numjobs=2",
                "--filename=ff",
            ],
            |job, _| {
                job.access.size = bytes(64);
                job.access.offset_increment = Amount::Percent(50);
                job.numjobs = 2;
                named(job, &["ff"]);
            },
        ),
    ]
}

fn new_name_shapes() -> Vec<Shape> {
    vec![
        shape(&["--rw=write", "--size=64k", "--filename=a/b/c:d"], |job, _| {
            writes(job, 64);
            named(job, &["a/b/c", "d"]);
        }),
        shape(
            &[
                "--rw=read",
                "--size=8k",
                "--nrfiles=2",
                "--filename_format=$jobname-$clientuid-$jobnum-$filenum-x",
            ],
            |job, _| {
                job.access.size = bytes(8);
                job.files.nrfiles = 2;
                job.files.filename_format = "$jobname-$clientuid-$jobnum-$filenum-x".into();
            },
        ),
    ]
}

fn creation_shapes() -> Vec<Shape> {
    vec![
        shape(&["--rw=read", "--filesize=64k"], |job, _| {
            job.files.filesize_bytes = Some((64 * KIB, 64 * KIB))
        }),
        shape(&["--rw=write", "--size=64k", "--create_on_open=1"], |job, _| {
            writes(job, 64);
            job.files.create_on_open = true;
        }),
        shape(
            &["--rw=write", "--size=64k", "--create_only=1", "--fallocate=none"],
            |job, _| {
                writes(job, 64);
                job.files.create_only = true;
                job.files.fallocate = Fallocate::None;
            },
        ),
        shape(
            &[
                "--rw=write",
                "--size=64k",
                "--create_only=1",
                "--fallocate=truncate",
            ],
            |job, _| {
                writes(job, 64);
                job.files.create_only = true;
                job.files.fallocate = Fallocate::Truncate;
            },
        ),
        shape(&["--rw=write", "--size=64k", "--unlink=1"], |job, _| {
            writes(job, 64);
            job.files.unlink = true;
        }),
        shape(&["--rw=read", "--size=50%"], |job, _| {
            job.access.size = Some(Amount::Percent(50))
        }),
        shape(&["--rw=read"], |_, _| ()),
        shape(&["--rw=read", "--size=64k", "--allow_file_create=0"], |job, _| {
            job.access.size = bytes(64);
            job.files.allow_create = false;
        }),
    ]
}

fn existing_file_shapes() -> Vec<Shape> {
    vec![
        over(
            &[("f", 200)],
            &["--rw=write", "--size=64k", "--filename=f"],
            |job, _| {
                writes(job, 64);
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 20)],
            &["--rw=write", "--size=64k", "--filename=f"],
            |job, _| {
                writes(job, 64);
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 20)],
            &["--rw=read", "--size=64k", "--filename=f"],
            |job, _| {
                job.access.size = bytes(64);
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 20)],
            &["--rw=write", "--size=64k", "--filename=f", "--file_append=1"],
            |job, _| {
                writes(job, 64);
                job.files.append = true;
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100), ("g", 300)],
            &["--rw=read", "--filename=f:g", "--size=400k"],
            |job, _| {
                job.access.size = bytes(400);
                named(job, &["f", "g"]);
            },
        ),
    ]
}

fn existing_sized_shapes() -> Vec<Shape> {
    vec![
        over(
            &[("f", 100)],
            &["--rw=read", "--filename=f", "--filesize=150k", "--size=20k"],
            |job, _| {
                job.access.size = bytes(20);
                job.files.filesize_bytes = Some((150 * KIB, 150 * KIB));
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100)],
            &["--rw=read", "--filename=f", "--offset=120k"],
            |job, _| {
                job.access.offset = Amount::Bytes(120 * KIB);
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100)],
            &["--rw=read", "--filename=f", "--offset=120k", "--size=12k"],
            |job, _| {
                job.access.offset = Amount::Bytes(120 * KIB);
                job.access.size = bytes(12);
                named(job, &["f"]);
            },
        ),
        over(
            &[("d/x", 1), ("e/x", 1)],
            &["--rw=write", "--size=8k", "--directory=@/d:@/e", "--numjobs=3"],
            |job, root| {
                writes(job, 8);
                job.numjobs = 3;
                job.files.directories = vec![format!("{root}/d"), format!("{root}/e")];
            },
        ),
        over(
            &[("d/x", 12), ("d/s/y", 20)],
            &["--rw=read", "--opendir=d"],
            |job, root| {
                job.files.opendir = Some(format!("{root}/d"));
            },
        ),
    ]
}

fn existing_region_shapes() -> Vec<Shape> {
    vec![
        over(
            &[("f", 100), ("g", 300)],
            &["--rw=read", "--filename=f:g", "--size=96k"],
            |job, _| {
                job.access.size = bytes(96);
                named(job, &["f", "g"]);
            },
        ),
        over(
            &[("f", 100)],
            &["--rw=read", "--filename=f", "--filesize=48k"],
            |job, _| {
                job.files.filesize_bytes = Some((48 * KIB, 48 * KIB));
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100)],
            &["--rw=read", "--filename=f", "--filesize=50k-150k"],
            |job, _| {
                job.files.filesize_bytes = Some((50 * KIB, 150 * KIB));
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100)],
            &["--rw=randread", "--filename=f", "--offset=25%", "--size=90%"],
            |job, _| {
                job.access.mode = AccessMode::RandRead;
                job.access.offset = Amount::Percent(25);
                job.access.size = Some(Amount::Percent(90));
                named(job, &["f"]);
            },
        ),
    ]
}

fn existing_io_size_shapes() -> Vec<Shape> {
    vec![
        over(
            &[("f", 100)],
            &["--rw=read", "--filename=f", "--size=64k", "--io_size=640k"],
            |job, _| {
                job.access.size = bytes(64);
                job.access.io_size = bytes(640);
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100)],
            &["--rw=randread", "--filename=f", "--io_size=50%"],
            |job, _| {
                job.access.mode = AccessMode::RandRead;
                job.access.io_size = Some(Amount::Percent(50));
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100)],
            &["--rw=write", "--filename=f", "--size=9k", "--bs=3k"],
            |job, _| {
                writes(job, 9);
                job.access.block_size = PerDdir::all(BlockSize::Fixed(3072));
                named(job, &["f"]);
            },
        ),
        over(
            &[("f", 100)],
            &[
                "--rw=read",
                "--filename=f",
                "--offset=33%",
                "--offset_align=8k",
                "--offset_increment=10%",
                "--numjobs=2",
            ],
            |job, _| {
                job.access.offset = Amount::Percent(33);
                job.access.offset_align_bytes = 8 * KIB;
                job.access.offset_increment = Amount::Percent(10);
                job.numjobs = 2;
                named(job, &["f"]);
            },
        ),
    ]
}

/// Reads, writes and trims of all jobs, from the lines `issued rwts: total=r,w,t,s …` of fio's text output.
fn issued_by_fio(text: &str) -> [u64; 3] {
    let mut sum = [0; 3];
    for line in text
        .lines()
        .filter_map(|line| line.split_once("issued rwts: total="))
    {
        let counts = line.1.split(' ').next().unwrap_or_default();
        for (sum, count) in sum.iter_mut().zip(counts.split(',')) {
            *sum += count.parse::<u64>().unwrap();
        }
    }
    sum
}

fn compare(shape: &Shape) {
    let [theirs, ours] = [(), ()].map(|()| tempfile::tempdir().unwrap());
    for root in [&theirs, &ours] {
        for (name, kib) in shape.existing {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, vec![7; (*kib * KIB) as usize]).unwrap();
        }
    }
    let root = theirs.path().display().to_string();
    let mut args: Vec<String> = shape.fio.iter().map(|arg| arg.replace('@', &root)).collect();
    if !args
        .iter()
        .any(|arg| arg.starts_with("--directory") || arg.starts_with("--opendir"))
    {
        args.push(format!("--directory={root}"));
    }
    let out = Command::new("fio")
        .arg("--name=j")
        .args(&args)
        .current_dir(theirs.path())
        .output()
        .unwrap();
    let root = ours.path().display().to_string();
    let mut job = JobPlan::new("j");
    job.files.directories = vec![root.clone()];
    (shape.ours)(&mut job, &root);
    for name in &mut job.files.filenames {
        *name = format!("{root}/{name}");
    }
    let outcome = run_job(job);
    let issued = |ddir: usize| {
        outcome
            .workers
            .iter()
            .map(|w| w.stats.ddirs[ddir].ios)
            .sum::<u64>()
    };
    let expected = issued_by_fio(&String::from_utf8_lossy(&out.stdout));
    assert_eq!(
        [issued(0), issued(1), issued(2)],
        expected,
        "I/Os of {:?}",
        shape.fio
    );
    let well = outcome.workers.iter().all(|worker| worker.error.is_none());
    assert_eq!(tree(ours.path()), tree(theirs.path()), "{:?}", shape.fio);
    assert_eq!(
        well,
        out.status.success(),
        "{:?}: {:?}",
        shape.fio,
        outcome.workers[0].error
    );
}

#[test]
fn new_files_get_the_names_and_sizes_that_fio_gives_them() {
    if fio() {
        let shapes = [new_file_shapes(), new_name_shapes(), creation_shapes()];
        shapes.iter().flatten().for_each(compare);
    }
}

#[test]
fn existing_files_become_as_long_as_fio_makes_them() {
    if fio() {
        let shapes = [
            existing_file_shapes(),
            existing_sized_shapes(),
            existing_region_shapes(),
            existing_io_size_shapes(),
        ];
        shapes.iter().flatten().for_each(compare);
    }
}

#[test]
fn a_file_to_read_holds_real_data_and_a_file_to_write_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let layout = |name: &str, change: fn(&mut JobPlan)| {
        let path = dir.path().join(name);
        let mut job = at(&path, AccessMode::Read, 1500);
        job.files.create_only = true;
        change(&mut job);
        run_job(job);
        std::fs::read(path).unwrap()
    };
    let random = layout("random", |_| ());
    assert_eq!(random.len(), 1500 << 10);
    let mut blocks: Vec<_> = random.chunks(4096).collect();
    blocks.sort_unstable();
    blocks.dedup();
    assert_eq!(blocks.len(), 375, "no two blocks are alike");
    let ones: u32 = random.iter().map(|byte| byte.count_ones()).sum();
    let share = f64::from(ones) / (random.len() as f64 * 8.0);
    assert!(
        (0.49..0.51).contains(&share),
        "{share}: bits are even, so nothing compresses"
    );
    let pattern = layout("pattern", |job| job.buffers.pattern = Some(vec![1, 2, 3]));
    assert!(
        pattern
            .iter()
            .enumerate()
            .all(|(at, byte)| *byte as usize == at % 3 + 1),
        "runs on over chunks"
    );
    assert!(
        layout("zero", |job| job.buffers.zero = true)
            .iter()
            .all(|byte| *byte == 0)
    );
    assert!(
        layout("write", |job| job.access.mode = AccessMode::Write)
            .iter()
            .all(|byte| *byte == 0)
    );
    let filled = layout("overwrite", |job| {
        job.access.mode = AccessMode::Write;
        job.files.overwrite = true;
    });
    assert!(
        filled
            .chunks(4096)
            .all(|block| block.iter().any(|byte| *byte != 0))
    );
}

#[test]
fn growing_a_file_for_reading_keeps_what_it_holds() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    std::fs::write(&path, vec![7; 20 << 10]).unwrap();
    run_job(at(&path, AccessMode::Read, 64));
    let now = std::fs::read(&path).unwrap();
    assert_eq!(now.len(), 64 << 10);
    assert!(now[..20 << 10].iter().all(|byte| *byte == 7));
    assert!(now[20 << 10..].iter().any(|byte| *byte != 0));
}

#[test]
fn a_later_writer_does_not_make_the_file_of_an_earlier_reader_anew() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    let mut reader = at(&path, AccessMode::Read, 64);
    reader.files.create_only = true;
    let mut writer = at(&path, AccessMode::Write, 128);
    writer.files.create_only = true;
    run(
        &RunPlan {
            jobs: vec![reader, writer],
            ..RunPlan::default()
        },
        &settings(),
    )
    .unwrap();
    let now = std::fs::read(&path).unwrap();
    assert_eq!(now.len(), 128 << 10);
    assert!(
        now[..64 << 10]
            .chunks(4096)
            .all(|block| block.iter().any(|byte| *byte != 0))
    );
}

#[test]
fn parents_are_made_for_the_owner_only() {
    let dir = tempfile::tempdir().unwrap();
    for (name, on_open) in [("a/b/c", false), ("d/e/f", true)] {
        let mut job = at(&dir.path().join(name), AccessMode::Write, 4);
        job.files.create_on_open = on_open;
        assert!(run_job(job).workers[0].error.is_none());
        let parent = dir.path().join(name);
        assert_eq!(
            parent.parent().unwrap().metadata().unwrap().permissions().mode() & 0o777,
            0o700
        );
    }
}

#[test]
fn no_space_for_the_layout_is_an_error_and_leaves_nothing() {
    let mount = or_skip!("tmpfs", Mounted::tmpfs("1m"));
    let file = mount.path().join("f");
    assert_eq!(errno_of(at(&file, AccessMode::Read, 4096)), libc::ENOSPC);
    assert!(!file.exists());
    // A process that another test starts holds the deleted file until it executes its program.
    assert!(patiently(|| std::fs::write(&file, "old").is_ok()));
    assert_eq!(errno_of(at(&file, AccessMode::Read, 4096)), libc::ENOSPC);
    assert_eq!(
        &std::fs::read(&file).unwrap()[..3],
        b"old",
        "a file of the user stays"
    );
}

#[test]
fn a_read_only_file_system_and_a_wrong_directory_are_named() {
    let mount = or_skip!("tmpfs", Mounted::tmpfs("1m"));
    mount.remount_read_only().unwrap();
    assert_eq!(
        errno_of(at(&mount.path().join("f"), AccessMode::Write, 64)),
        libc::EROFS
    );
    let mut job = sized(AccessMode::Write, 64);
    job.files.directories = vec![mount.path().join("none").display().to_string()];
    let error = run(
        &RunPlan {
            jobs: vec![job],
            ..RunPlan::default()
        },
        &settings(),
    )
    .unwrap_err();
    assert!(matches!(error, SetupError::NotADirectory { .. }), "{error}");
}

#[test]
fn blocks_that_do_not_suit_direct_io_are_refused_with_the_unit() {
    let disk = or_skip!("loop", Loop::new(1));
    let mut job = at(disk.path(), AccessMode::Read, 64);
    job.durability.direct = true;
    job.access.block_size = PerDdir::all(BlockSize::Fixed(700));
    let outcome = run_job(job.clone());
    let failure = outcome.workers[0].error.as_ref().unwrap();
    assert_eq!(failure.errno, libc::EINVAL);
    assert!(
        failure.detail.to_string().contains("700") && failure.detail.to_string().contains("512"),
        "{failure:?}"
    );
    job.access.block_size = PerDdir::all(BlockSize::Fixed(1024));
    assert!(run_job(job).workers[0].error.is_none());
}

#[test]
fn filling_a_device_ends_when_it_is_full() {
    let mount = or_skip!("tmpfs", Mounted::tmpfs("1m"));
    for mode in [AccessMode::Write, AccessMode::Read] {
        let file = mount.path().join("f");
        let mut job = at(&file, mode, 0);
        job.access.size = None;
        job.access.fill_device = true;
        let outcome = run_job(job);
        assert_eq!(outcome.workers[0].error, None, "{mode:?}");
        assert_eq!(file.metadata().unwrap().len(), 1 << 20, "{mode:?}");
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn pre_read_leaves_the_file_in_memory_and_invalidate_takes_it_out() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    // The job itself reads one block only, so the rest of the cache is what set-up left.
    let job = |pre_read: bool| {
        let mut job = at(&path, AccessMode::Read, 1024);
        job.access.number_ios = 1;
        job.files.pre_read = pre_read;
        job
    };
    run_job(job(true));
    assert_eq!(cached_pages(&path), 256);
    let mut next = job(false);
    next.files.fadvise = fiord_job::plan::FadviseHint::Random;
    run_job(next);
    let left = cached_pages(&path);
    if left == 256 && !on_a_disk(dir.path()) {
        return skip("page-cache", "the temporary directory is not on a disk");
    }
    assert!(left <= 64, "{left} of 256 pages are still cached");
}

fn on_a_disk(path: &Path) -> bool {
    rustix::fs::statfs(path).is_ok_and(|fs| fs.f_type as u64 != 0x0102_1994)
}

/// Pages of the file in the page cache, by mincore(2).
fn cached_pages(path: &Path) -> usize {
    use std::os::fd::AsRawFd;
    let file = File::open(path).unwrap();
    let len = file.metadata().unwrap().len() as usize;
    let mut map = vec![0u8; len.div_ceil(4096)];
    // SAFETY: a shared mapping of our own file, unmapped before anything else happens; `map` has a byte for each page.
    unsafe {
        let start = libc::mmap(
            std::ptr::null_mut(),
            len,
            libc::PROT_READ,
            libc::MAP_SHARED,
            file.as_raw_fd(),
            0,
        );
        assert_ne!(start, libc::MAP_FAILED);
        assert_eq!(libc::mincore(start, len, map.as_mut_ptr()), 0);
        libc::munmap(start, len);
    }
    map.iter().filter(|page| **page & 1 == 1).count()
}

//! The undo journal: foreign files, values next to a change, killed processes, disks that were exchanged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fiord_host::changes::{self, Change, ChangeOutcome, Error, Setting, Unaccepted, has_effect};
use fiord_host::{Root, Stack, mounts};
use fiord_testbed::{Attribute, Loop, Mounted, Zram, memory_folder, or_skip, queue_state, skip};

use crate::support::unlocked;

/// A disk in a written tree, and a folder for journals outside `sys`.
struct Disk {
    dir: tempfile::TempDir,
    root: Root,
}

impl Disk {
    fn new() -> Disk {
        let dir = memory_folder();
        let queue = dir.path().join("sys/class/block/sda/queue");
        fs::create_dir_all(&queue).unwrap();
        let disk = Disk {
            root: Root::at(dir.path()),
            dir,
        };
        for (name, value) in [("rotational", "0"), ("read_ahead_kb", "776"), ("nomerges", "0")] {
            disk.put(name, value);
        }
        fs::write(disk.path("diskseq"), "5\n").unwrap();
        disk
    }

    fn path(&self, below: &str) -> PathBuf {
        self.root.block("sda").join(below)
    }

    fn put(&self, name: &str, value: &str) {
        fs::write(self.path("queue").join(name), format!("{value}\n")).unwrap();
    }

    fn get(&self, name: &str) -> String {
        let text = fs::read_to_string(self.path("queue").join(name)).unwrap();
        text.trim().to_owned()
    }

    fn journal(&self) -> PathBuf {
        self.dir.path().join("undo")
    }

    fn apply(&self, setting: Setting, to: &str) -> Vec<ChangeOutcome> {
        changes::apply(&self.root, &self.journal(), &[change("sda", setting, to)]).unwrap()
    }

    fn restore(&self) -> Vec<ChangeOutcome> {
        changes::restore(&self.root, &self.journal()).unwrap()
    }

    /// Cuts the journal after the last line that starts so, as a kill at that moment leaves it.
    fn cut_journal_after(&self, start: &str) {
        let text = fs::read_to_string(self.journal()).unwrap();
        let line = text.rfind(&format!("\n{start}\t")).unwrap() + 1;
        let end = line + text[line..].find('\n').unwrap() + 1;
        fs::write(self.journal(), &text[..end]).unwrap();
    }
}

fn change(device: &str, setting: Setting, to: &str) -> Change {
    Change {
        device: device.to_owned(),
        setting,
        to: to.to_owned(),
    }
}

#[test]
fn a_file_that_is_not_ours_is_refused_and_never_emptied() {
    let disk = Disk::new();
    let at = |name: &str| disk.dir.path().join(name);
    let contents: [(&str, &[u8]); 6] = [
        ("text", b"root:x:0:0\n"),
        ("one-line", b"no line end"),
        ("empty", b""),
        ("half", b"fiord un"),
        ("nearly", b"fiord undo 3\tboot\nset\n"),
        ("binary", &[0xff, 0, 1, 2]),
    ];
    for (name, bytes) in contents {
        fs::write(at(name), bytes).unwrap();
    }
    fs::write(at("ours"), "fiord undo 2\tother-boot\n").unwrap();
    fs::hard_link(at("ours"), at("second-name")).unwrap();
    std::os::unix::fs::symlink(at("text"), at("link")).unwrap();
    std::os::unix::fs::symlink(at("missing"), at("dangling")).unwrap();
    fs::create_dir(at("folder")).unwrap();
    fs::write(at("open-to-all"), "fiord undo 2\tother-boot\n").unwrap();
    fs::set_permissions(at("open-to-all"), fs::Permissions::from_mode(0o666)).unwrap();
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mkfifoat(rustix::fs::CWD, at("fifo"), mode).unwrap();
    let mut foreign: Vec<PathBuf> = contents.iter().map(|(name, _)| at(name)).collect();
    for name in [
        "second-name",
        "ours",
        "link",
        "dangling",
        "folder",
        "open-to-all",
        "fifo",
    ] {
        foreign.push(at(name));
    }
    foreign.extend(["/dev/full", "/dev/zero", "/dev/null"].map(PathBuf::from));
    let wanted = [change("sda", Setting::Nomerges, "2")];
    for path in &foreign {
        for result in [
            changes::apply(&disk.root, path, &wanted),
            changes::restore(&disk.root, path),
        ] {
            let error = result.unwrap_err();
            assert!(matches!(error, Error::Foreign(..)), "{}: {error}", path.display());
        }
        assert_eq!(disk.get("nomerges"), "0", "{}", path.display());
    }
    for (name, bytes) in contents {
        assert_eq!(fs::read(at(name)).unwrap(), bytes, "{name}");
        assert!(!changes::pending(&disk.root, &at(name)), "{name}");
    }
    assert!(!at("missing").exists());
}

#[test]
fn a_journal_of_another_user_is_refused() {
    let disk = Disk::new();
    disk.apply(Setting::Nomerges, "2");
    let text = fs::read(disk.journal()).unwrap();
    if std::os::unix::fs::chown(disk.journal(), Some(4711), None).is_err() {
        return skip("root", "only root gives files away");
    }
    let error = changes::restore(&disk.root, &disk.journal()).unwrap_err();
    assert!(error.to_string().contains("another user"), "{error}");
    assert_eq!(fs::read(disk.journal()).unwrap(), text);
    assert_eq!(disk.get("nomerges"), "2");
}

#[test]
fn a_journal_larger_than_any_is_refused() {
    let disk = Disk::new();
    let mut file = fs::File::create(disk.journal()).unwrap();
    file.write_all(b"fiord undo 2\tunknown\n").unwrap();
    file.set_len(1 << 40).unwrap();
    let error = changes::restore(&disk.root, &disk.journal()).unwrap_err();
    assert!(matches!(error, Error::Foreign(..)), "{error}");
}

#[test]
fn what_the_kernel_changed_along_is_put_back_wherever_the_process_was_killed() {
    // In a tree nothing moves by itself: the test moves read_ahead_kb as the kernel does when `rotational` is set.
    // Killed between the change and its note.
    let disk = Disk::new();
    disk.apply(Setting::Rotational, "1");
    disk.cut_journal_after("set");
    disk.put("read_ahead_kb", "2560");
    disk.restore();
    assert_eq!(
        (disk.get("rotational"), disk.get("read_ahead_kb")),
        ("0".into(), "776".into())
    );

    // Killed while it was undone: the attribute is back, what moved along is not.
    let disk = Disk::new();
    disk.apply(Setting::Rotational, "1");
    let mut journal = fs::OpenOptions::new().append(true).open(disk.journal()).unwrap();
    journal.write_all(b"undo\t0\n").unwrap();
    disk.put("rotational", "0");
    disk.put("read_ahead_kb", "2560");
    disk.restore();
    assert_eq!(
        (disk.get("rotational"), disk.get("read_ahead_kb")),
        ("0".into(), "776".into())
    );
    assert!(!disk.journal().exists());

    // Not killed: somebody else set the read-ahead, which is left and reported.
    let disk = Disk::new();
    disk.apply(Setting::Rotational, "1");
    disk.put("read_ahead_kb", "512");
    let outcomes = disk.restore();
    assert_eq!(
        (disk.get("rotational"), disk.get("read_ahead_kb")),
        ("0".into(), "512".into())
    );
    assert!(
        matches!(&outcomes[..], [ChangeOutcome::Done(_), ChangeOutcome::ChangedByOther(step, now)]
            if now == "512" && step.path.ends_with("read_ahead_kb") && step.to == "776"),
        "{outcomes:?}"
    );

    // The same, killed while it was undone: the journal says what stays.
    let disk = Disk::new();
    disk.apply(Setting::Rotational, "1");
    let mut journal = fs::OpenOptions::new().append(true).open(disk.journal()).unwrap();
    let path = "/sys/class/block/sda/queue/read_ahead_kb";
    journal
        .write_all(format!("keep\t0\t{path}\t512\nundo\t0\n").as_bytes())
        .unwrap();
    disk.put("rotational", "0");
    disk.put("read_ahead_kb", "2560");
    disk.restore();
    assert_eq!(disk.get("read_ahead_kb"), "512");
}

#[test]
fn a_disk_that_took_the_name_of_another_is_left_alone() {
    let disk = Disk::new();
    disk.apply(Setting::ReadAheadKb, "128");
    fs::write(disk.path("diskseq"), "6\n").unwrap();
    let outcomes = disk.restore();
    assert!(matches!(&outcomes[..], [ChangeOutcome::Gone(_)]), "{outcomes:?}");
    assert_eq!(disk.get("read_ahead_kb"), "128");
}

#[test]
fn a_journal_of_the_first_version_is_restored() {
    let disk = Disk::new();
    disk.put("nomerges", "2");
    let text = "fiord undo 1\tunknown\nset\t/sys/class/block/sda/queue/nomerges\t0\t2\n";
    fs::write(disk.journal(), text).unwrap();
    assert!(matches!(&disk.restore()[..], [ChangeOutcome::Done(_)]));
    assert_eq!(disk.get("nomerges"), "0");
}

#[test]
fn the_directory_of_a_trial_is_noted_with_its_changes() {
    let disk = Disk::new();
    let directory = disk.journal().with_file_name(".fiord-try-a b");
    let wanted = [change("sda", Setting::Nomerges, "2")];
    drop(changes::hold(&disk.root, &disk.journal(), &wanted, Some(&directory)).unwrap());
    assert_eq!(changes::trial(&disk.journal()), Some(directory));
    assert!(matches!(&disk.restore()[..], [ChangeOutcome::Done(_)]));
    assert_eq!(changes::trial(&disk.journal()), None);
    disk.apply(Setting::Nomerges, "2");
    assert_eq!(changes::trial(&disk.journal()), None);
}

#[test]
fn a_journal_that_is_removed_or_replaced_meanwhile_is_noticed_and_the_changes_are_undone() {
    for replaced in [false, true] {
        let disk = Disk::new();
        let wanted = [change("sda", Setting::Nomerges, "2")];
        let mut applied = changes::hold(&disk.root, &disk.journal(), &wanted, None).unwrap();
        fs::remove_file(disk.journal()).unwrap();
        if replaced {
            fs::write(disk.journal(), "somebody's notes\n").unwrap();
        }
        let back = applied.put_back(&disk.root).unwrap();
        assert!(back.journal_was_removed);
        assert!(
            matches!(&back.outcomes[..], [ChangeOutcome::Done(_)]),
            "{:?}",
            back.outcomes
        );
        assert_eq!(disk.get("nomerges"), "0");
        assert_eq!(disk.journal().exists(), replaced);
    }
    let disk = Disk::new();
    let wanted = [change("sda", Setting::Nomerges, "2")];
    let mut applied = changes::hold(&disk.root, &disk.journal(), &wanted, None).unwrap();
    assert!(changes::pending(&disk.root, &disk.journal()));
    let back = applied.put_back(&disk.root).unwrap();
    assert!(!back.journal_was_removed && !disk.journal().exists());
    assert_eq!(disk.get("nomerges"), "0");
}

#[test]
fn a_value_that_the_kernel_rounds_is_recorded_as_read_back() {
    let device = or_skip!("loop", Loop::direct(4));
    let dir = memory_folder();
    let (root, journal) = (Root::system(), dir.path().join("undo"));
    let before = queue_state(device.name());
    let wanted = [change(device.name(), Setting::ReadAheadKb, "21")];
    let outcomes = changes::apply(&root, &journal, &wanted).unwrap();
    // Read-ahead is kept in pages.
    assert!(
        matches!(&outcomes[..], [ChangeOutcome::Done(step)] if step.to == "20"),
        "{outcomes:?}"
    );
    let undone = unlocked(|| changes::restore(&root, &journal));
    assert!(matches!(&undone[..], [ChangeOutcome::Done(_)]), "{undone:?}");
    assert_eq!(queue_state(device.name()), before);
}

/// A scheduler of this device other than the one in use.
fn other_scheduler(device: &Loop) -> String {
    let text = fs::read_to_string(device.queue("scheduler")).unwrap();
    let other = text.split_whitespace().find(|s| !s.starts_with('['));
    other.unwrap_or("none").to_owned()
}

#[test]
fn a_depth_that_somebody_set_beside_our_scheduler_stays_and_is_reported() {
    let device = or_skip!("loop", Loop::direct(4));
    let dir = memory_folder();
    let (root, journal) = (Root::system(), dir.path().join("undo"));
    let _requests = Attribute::set(device.queue("nr_requests"), "77").unwrap();
    let scheduler = other_scheduler(&device);
    let wanted = [change(device.name(), Setting::Scheduler, &scheduler)];
    changes::apply(&root, &journal, &wanted).unwrap();
    if fs::write(device.queue("nr_requests"), "33").is_err() {
        return skip("nr_requests", "this scheduler's depth is fixed");
    }
    let undone = unlocked(|| changes::restore(&root, &journal));
    let requests = fs::read_to_string(device.queue("nr_requests")).unwrap();
    assert_eq!(requests.trim(), "33");
    assert!(
        matches!(&undone[..], [ChangeOutcome::Done(_), ChangeOutcome::ChangedByOther(step, now)]
            if now == "33" && step.to == "77"),
        "{undone:?}"
    );
    assert!(!changes::pending(&root, &journal));
}

#[test]
fn thirty_kills_at_any_moment_leave_nothing_behind() {
    const CHILD: &str = "FIORD_TEST_CHANGING_CHILD";
    if let Ok(arguments) = std::env::var(CHILD) {
        return change_for_ever(&arguments);
    }
    let device = or_skip!("loop", Loop::direct(4));
    let _ahead = Attribute::set(device.queue("read_ahead_kb"), "776").unwrap();
    let _requests = Attribute::set(device.queue("nr_requests"), "77").unwrap();
    let dir = memory_folder();
    let journal = dir.path().join("undo");
    let before = queue_state(device.name());
    for kill in 0..30u32 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "changes::thirty_kills_at_any_moment_leave_nothing_behind",
                "--nocapture",
            ])
            .env(CHILD, format!("{}\t{}", device.name(), journal.display()))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Another moment of the child's work each time: after some lines, and so many spins later.
        let begun = lines
            .by_ref()
            .map_while(Result::ok)
            .filter(|l| l.ends_with("changing"));
        assert!(begun.take(1 + kill as usize % 3).count() > 0);
        (0..kill * 7919 % 200_000).for_each(|_| std::hint::spin_loop());
        child.kill().unwrap();
        child.wait().unwrap();
        let outcomes = unlocked(|| changes::restore(&Root::system(), &journal));
        assert_eq!(queue_state(device.name()), before, "kill {kill}: {outcomes:?}");
    }
}

fn change_for_ever(arguments: &str) {
    let (device, journal) = arguments.split_once('\t').unwrap();
    let root = Root::system();
    let queue = Path::new("/sys/class/block").join(device).join("queue");
    let rotational = fs::read_to_string(queue.join("rotational")).unwrap();
    let flipped = if rotational.trim() == "0" { "1" } else { "0" };
    let text = fs::read_to_string(queue.join("scheduler")).unwrap();
    let scheduler = text.split_whitespace().find(|s| !s.starts_with('['));
    let wanted = [
        change(device, Setting::Scheduler, scheduler.unwrap_or("none")),
        change(device, Setting::Rotational, flipped),
        change(device, Setting::ReadAheadKb, "21"),
    ];
    loop {
        println!("changing");
        std::io::stdout().flush().unwrap();
        changes::apply(&root, Path::new(journal), &wanted).unwrap();
        changes::restore(&root, Path::new(journal)).unwrap();
    }
}

/// Settings of the machine are of no disk, and are put back like the others.
#[test]
fn settings_of_the_machine_come_back() {
    let disk = Disk::new();
    let vm = disk.root.proc("sys/vm");
    let pages = disk.root.sys("kernel/mm/transparent_hugepage");
    let cpu = disk.root.sys("devices/system/cpu/cpu0/cpufreq");
    for dir in [&vm, &pages, &cpu] {
        fs::create_dir_all(dir).unwrap();
    }
    let governors = cpu.join("scaling_available_governors");
    fs::write(governors, "performance powersave\n").unwrap();
    let found = [
        (Setting::Swappiness, "", vm.join("swappiness"), "60", "10"),
        (
            Setting::TransparentHugepage,
            "",
            pages.join("enabled"),
            "always [madvise] never",
            "never",
        ),
        (
            Setting::Governor,
            "cpu0",
            cpu.join("scaling_governor"),
            "powersave",
            "performance",
        ),
    ];
    for (setting, device, file, before, to) in &found {
        fs::write(file, format!("{before}\n")).unwrap();
        assert_eq!(
            changes::unaccepted(&disk.root, &change(device, *setting, to)),
            None
        );
    }
    let wanted = found
        .each_ref()
        .map(|(setting, device, _, _, to)| change(device, *setting, to));
    let outcomes = changes::apply(&disk.root, &disk.journal(), &wanted).unwrap();
    assert!(
        outcomes.iter().all(|o| matches!(o, ChangeOutcome::Done(_))),
        "{outcomes:?}"
    );
    for (_, _, file, _, to) in &found {
        assert_eq!(fs::read_to_string(file).unwrap().trim(), *to);
    }
    let outcomes = disk.restore();
    assert!(
        outcomes.iter().all(|o| matches!(o, ChangeOutcome::Done(_))),
        "{outcomes:?}"
    );
    // A tree shows the word that was written where the kernel shows the list again.
    let back = found
        .each_ref()
        .map(|(_, _, file, ..)| fs::read_to_string(file).unwrap());
    assert_eq!(
        back.each_ref().map(|text| text.trim()),
        ["60", "madvise", "powersave"]
    );
    assert!(!disk.journal().exists());
}

/// A journal leads to nothing but `sysfs` and the settings of memory.
#[test]
fn a_journal_with_another_path_restores_nothing() {
    let disk = Disk::new();
    disk.apply(Setting::Nomerges, "2");
    let text = fs::read_to_string(disk.journal()).unwrap();
    for path in [
        "/proc/sys/kernel/panic",
        "/proc/sys/vm/../kernel/panic",
        "/etc/passwd",
        "/etc/passwd#x",
        "/etc/../x#commit",
        "x#commit",
    ] {
        fs::write(disk.journal(), format!("{text}set\t{path}\t0\t1\n")).unwrap();
        // A process that another test is starting holds each lock of this one until it runs its program.
        let mut refused = Ok(());
        fiord_testbed::patiently(|| {
            refused = changes::restore(&disk.root, &disk.journal()).map(drop);
            !matches!(refused, Err(Error::Locked(_)))
        });
        assert!(matches!(refused, Err(Error::Damaged(..))), "{path}: {refused:?}");
        assert_eq!(disk.get("nomerges"), "2");
    }
}

#[test]
fn values_that_the_kernel_does_not_offer_are_known_before() {
    let disk = Disk::new();
    disk.put("scheduler", "none [mq-deadline]");
    disk.put("max_hw_sectors_kb", "512");
    let problem = |setting, to| changes::unaccepted(&disk.root, &change("sda", setting, to));
    let choices = Unaccepted::NoChoice(vec!["none".to_owned(), "mq-deadline".to_owned()]);
    assert_eq!(problem(Setting::Scheduler, "bfq"), Some(choices));
    assert_eq!(problem(Setting::Scheduler, "none"), None);
    assert_eq!(
        problem(Setting::MaxSectorsKb, "513"),
        Some(Unaccepted::OutOfRange(4, 512))
    );
    assert_eq!(
        problem(Setting::Nomerges, "+1"),
        Some(Unaccepted::OutOfRange(0, 2))
    );
    assert!(problem(Setting::WriteCache, "none").is_some());
    assert!(problem(Setting::DirtyBytes, "0").is_some());
    assert!(has_effect("0128", "128") && has_effect("none", "none") && !has_effect("5", "4"));
}

/// A file system on zram, and its options now.
fn mounted(options: &str) -> Result<(Mounted, Zram), String> {
    let zram = Zram::new(32)?;
    let device = zram.device();
    let device = device.to_str().unwrap();
    drop(Mounted::quiet_ext4(device)?);
    let made = Mounted::new("ext4", options, device)?;
    Ok((made, zram))
}

fn options_of(path: &Path) -> (Vec<String>, Vec<String>) {
    let mut all = mounts::read(&Root::system());
    all.retain(|mount| mount.mount_point == path);
    let mount = all.pop().unwrap();
    (mount.options, mount.super_options)
}

/// A remount changes the option that was asked for and no other, and comes back.
#[test]
fn options_of_a_mount_change_alone_and_come_back() {
    // With options that a careless remount ends.
    let bed = or_skip!(
        "zram",
        mounted("nosuid,nodev,noexec,nodiratime,lazytime,data=writeback")
    );
    let made = &bed.0;
    let (root, dir) = (Root::system(), memory_folder());
    let journal = dir.path().join("undo");
    let point = made.path().to_str().unwrap();
    let before = options_of(made.path());
    for (setting, to, seen) in [
        (Setting::Atime, "noatime", Some("noatime")),
        (Setting::Atime, "strictatime", None),
        (Setting::Barrier, "0", Some("nobarrier")),
        (Setting::Commit, "30", Some("commit=30")),
        (Setting::Discard, "1", Some("discard")),
        (Setting::Lazytime, "0", None),
    ] {
        let stack = Stack::under(&root, made.path());
        assert_eq!(changes::places(&root, &stack, setting, false), [point]);
        let wanted = change(point, setting, to);
        assert_eq!(changes::unaccepted(&root, &wanted), None);
        let wanted = [wanted];
        let ends_flushes = changes::without_flushes(&root, &wanted).len();
        assert_eq!(ends_flushes, usize::from(setting == Setting::Barrier));
        let outcomes = changes::apply(&root, &journal, &wanted).unwrap();
        assert!(
            matches!(outcomes.as_slice(), [ChangeOutcome::Done(_)]),
            "{outcomes:?}"
        );
        assert!(changes::deviations(&root, &wanted).is_empty());
        let now = options_of(made.path());
        let all = [now.0.as_slice(), &now.1].concat();
        let old = [before.0.as_slice(), &before.1].concat();
        assert!(
            seen.is_none_or(|seen| all.iter().any(|option| option == seen)),
            "{all:?}"
        );
        let replaced = ["relatime", "lazytime"];
        let lost: Vec<&String> = old
            .iter()
            .filter(|o| !all.contains(o) && !replaced.contains(&o.as_str()))
            .collect();
        assert!(lost.is_empty(), "{setting:?}: {lost:?}");
        let outcomes = changes::restore(&root, &journal).unwrap();
        assert!(
            matches!(outcomes.as_slice(), [ChangeOutcome::Done(_)]),
            "{outcomes:?}"
        );
        assert_eq!(options_of(made.path()), before, "{setting:?}");
        assert!(!journal.exists());
    }
}

/// Another mount at the same place is not what was changed; a place without a mount has no options.
#[test]
fn another_mount_at_its_place_is_left_alone() {
    let (made, zram) = or_skip!("zram", mounted("relatime"));
    let (root, dir) = (Root::system(), memory_folder());
    let journal = dir.path().join("undo");
    let point = made.path().to_str().unwrap().to_owned();
    changes::apply(&root, &journal, &[change(&point, Setting::Commit, "30")]).unwrap();
    let above = Command::new("mount")
        .args(["-t", "tmpfs", "none", &point])
        .status()
        .unwrap();
    assert!(above.success());
    let outcomes = changes::restore(&root, &journal);
    assert!(Command::new("umount").arg(&point).status().unwrap().success());
    let outcomes = outcomes.unwrap();
    assert!(
        matches!(outcomes.as_slice(), [ChangeOutcome::Gone(_)]),
        "{outcomes:?}"
    );
    drop((made, zram));
    let stack = Stack::under(&root, Path::new("/proc/self"));
    assert_eq!(changes::places(&root, &stack, Setting::Barrier, false), [""; 0]);
    assert!(changes::plan(&root, &[change(&point, Setting::Commit, "5")]).is_err());
}

//! Lists of names, processors and errors.

use super::{Draft, Problem};

/// Splits at `:`; `\:` stands for a colon.
pub(crate) fn split_names(text: &str) -> Vec<String> {
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

/// `filename`: a later one adds to those before it, also to those of a global section, and the number of files is theirs.
pub(crate) fn add_filenames(text: &str, draft: &mut Draft) {
    let files = &mut draft.plan.files;
    let had_some = !files.filenames.is_empty();
    for name in split_names(text) {
        if !files.filenames.contains(&name) {
            files.filenames.push(name);
        }
    }
    files.nrfiles = u32::try_from(files.filenames.len().max(1)).unwrap_or(u32::MAX);
    let all = files.filenames.join(":");
    if had_some {
        draft.warn(
            format!("file names add up: this job divides its size among {all}"),
            "give `filename` once per job, and none in a global section that the job should not use"
                .to_owned(),
        );
    }
}

/// `cpus_allowed=0,2-4`: sorted, each once.
pub(crate) fn cpu_list(text: &str, draft: &Draft) -> Result<Vec<u32>, Problem> {
    let wrong = |what: String| Problem::new(what).help("numbers and ranges from 0, such as 0,2-4");
    let mut cpus = Vec::new();
    for part in text
        .split([',', ':'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        // FIO-DIFF(cpu-list): fio reads a processor that is no number as 0.
        let number = |text: &str| {
            text.trim()
                .parse::<u32>()
                .map_err(|_| wrong(format!("`{part}` is not a processor")))
        };
        let (low, high) = (number(low)?, number(high)?);
        if high >= draft.machine.ncpus {
            return Err(wrong(format!(
                "processor {high} does not exist; the last is {}",
                draft.machine.ncpus.saturating_sub(1)
            )));
        }
        cpus.extend(low.min(high)..=high.max(low).min(draft.machine.ncpus.saturating_sub(1)));
    }
    cpus.sort_unstable();
    cpus.dedup();
    if cpus.is_empty() {
        return Err(wrong("no processor is named".to_owned()));
    }
    Ok(cpus)
}

/// `cpumask`: bit n is processor n.
pub(crate) fn cpu_mask(mask: u64, draft: &Draft) -> Result<Option<Vec<u32>>, Problem> {
    let cpus: Vec<u32> = (0..u64::BITS).filter(|bit| mask & (1 << bit) != 0).collect();
    match cpus.last() {
        Some(last) if *last >= draft.machine.ncpus => {
            Err(Problem::new(format!("processor {last} does not exist"))
                .help("bit N of the mask is processor N, from 0"))
        }
        Some(_) => Ok(Some(cpus)),
        None => Ok(None),
    }
}

/// `ignore_error=read list,write list,verify list`, each separated by `:`.
pub(crate) fn errno_lists(text: &str) -> Result<[Vec<i32>; 3], Problem> {
    let mut lists: [Vec<i32>; 3] = Default::default();
    for (list, part) in lists.iter_mut().zip(text.split(',')) {
        for name in part.split(':').map(str::trim).filter(|name| !name.is_empty()) {
            list.push(errno(name)?);
        }
    }
    Ok(lists)
}

/// Names of errors that reads and writes can return, with Linux' numbers (include/uapi/asm-generic/errno*.h).
const ERRNOS: [(&str, i32); 30] = [
    ("EPERM", 1),
    ("ENOENT", 2),
    ("ESRCH", 3),
    ("EINTR", 4),
    ("EIO", 5),
    ("ENXIO", 6),
    ("E2BIG", 7),
    ("EBADF", 9),
    ("EAGAIN", 11),
    ("ENOMEM", 12),
    ("EACCES", 13),
    ("EFAULT", 14),
    ("ENOTBLK", 15),
    ("EBUSY", 16),
    ("EEXIST", 17),
    ("EXDEV", 18),
    ("ENODEV", 19),
    ("ENOTDIR", 20),
    ("EISDIR", 21),
    ("EINVAL", 22),
    ("ENFILE", 23),
    ("EMFILE", 24),
    ("ETXTBSY", 26),
    ("EFBIG", 27),
    ("ENOSPC", 28),
    ("ESPIPE", 29),
    ("EROFS", 30),
    ("EPIPE", 32),
    ("EDQUOT", 122),
    ("EILSEQ", 84),
];

fn errno(name: &str) -> Result<i32, Problem> {
    if let Some((_, number)) = ERRNOS.iter().find(|(known, _)| *known == name) {
        return Ok(*number);
    }
    // FIO-DIFF(errno-name): fio takes names it does not know as 0.
    name.parse::<i32>()
        .ok()
        .filter(|number| (1..=133).contains(number))
        .ok_or_else(|| {
            Problem::new(format!("`{name}` is not an error")).help("a name such as EIO or a number")
        })
}

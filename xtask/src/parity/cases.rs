//! Our own cases: one line each in `xtask/parity/cases.txt`, and the job files in the same folder.
//!
//! A line is `id | flags | arguments`; a job file names its flags in a first line `; parity: flags`, and runs by itself.

use std::fs;

use anyhow::{Context, Result, bail};

use super::case::{Flags, ParityCase, data, split_words};

pub(crate) fn cases() -> Result<Vec<ParityCase>> {
    let mut cases = Vec::new();
    let list = data("cases.txt");
    let text = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut parts = line.splitn(3, '|').map(str::trim);
        let (Some(id), Some(words), Some(args)) = (parts.next(), parts.next(), parts.next()) else {
            bail!(
                "{}:{}: `id | flags | arguments` is wanted",
                list.display(),
                at + 1
            );
        };
        let flags = flags(words).with_context(|| format!("{}:{}", list.display(), at + 1))?;
        let mut args = split_words(args);
        if flags.offsets {
            args.extend(["--write_bw_log=places".to_owned(), "--log_offset=1".to_owned()]);
        }
        cases.push(ParityCase {
            id: id.to_owned(),
            args,
            files: Vec::new(),
            filled: filled(words),
            flags,
        });
    }
    let mut files: Vec<_> = fs::read_dir(data(""))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    let named = |path: &std::path::Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    for path in files
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "fio"))
    {
        let text = fs::read_to_string(path)?;
        let words = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("; parity:"))
            .unwrap_or_default();
        let name = named(path);
        // Included files lie next to the one that includes them.
        let mut beside = vec![(name.clone(), text.clone())];
        for other in files
            .iter()
            .filter(|other| other.extension().is_some_and(|end| end == "inc"))
        {
            beside.push((named(other), fs::read_to_string(other)?));
        }
        let flags = flags(words).with_context(|| path.display().to_string())?;
        cases.push(ParityCase {
            id: format!("file-{name}"),
            args: vec![name],
            files: beside,
            filled: Vec::new(),
            flags,
        });
    }
    Ok(cases)
}

/// What the folder holds before.
fn filled(words: &str) -> Vec<(String, u64)> {
    let is_filled = words.split_whitespace().any(|word| word == "filled");
    is_filled.then(|| ("f".to_owned(), 1 << 20)).into_iter().collect()
}

fn flags(words: &str) -> Result<Flags> {
    let mut flags = Flags::default();
    for word in words.split_whitespace() {
        match word {
            "timed" => flags.timed = true,
            "mix" => flags.mix = true,
            "syncs" => flags.syncs = true,
            "noecho" => flags.noecho = true,
            "sizes" => flags.sizes = true,
            "datasync" => flags.datasync = true,
            "nobytes" => flags.nobytes = true,
            "nokeys" => flags.nokeys = true,
            "offsets" => flags.offsets = true,
            "fails" => flags.fails = true,
            "parse" => flags.parse = true,
            // What the folder holds, and nothing about the outcome.
            "filled" => {}
            other => bail!("`{other}` is not a flag"),
        }
    }
    Ok(flags)
}

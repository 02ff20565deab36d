//! What a row of a table says of its job: the workload, the block size, the depth and the number of jobs.

use super::agreement::RowSetting;
use super::table_heads::is_setting;
use super::tables::{cleaned, plain_number};

/// What words say of the workload of a number: `Seq Q32T1 Read MB/s`, `4K Random Read IOPS`, `4k 随机`.
pub(super) fn workload(words: &str) -> Vec<String> {
    const ORDERS: [(&str, &[&str]); 3] = [
        ("seq", &["seq", "顺序", "順序"]),
        ("rand", &["rand", "rnd", "随机", "隨機"]),
        ("mixed", &["mixed"]),
    ];
    let low = words.to_lowercase();
    let of = |word: &str| {
        let begins = |(_, names): &&(&str, &[&str])| names.iter().any(|name| word.starts_with(name));
        if let Some((order, _)) = ORDERS.iter().find(begins) {
            return Some((*order).to_owned());
        }
        let is_size = block_size(word).is_some_and(|bytes| (bytes as u64).is_power_of_two());
        let is_depth = word.starts_with('q') && word.contains(|c: char| c.is_ascii_digit());
        (is_size || is_depth).then(|| word.to_owned())
    };
    let mut found: Vec<String> = low.split(|c: char| !c.is_alphanumeric()).filter_map(of).collect();
    found.sort();
    found.dedup();
    found
}

/// Block size, depth and jobs of a row, as far as its columns, its labels or the line above say.
pub(super) fn setting(heads: &[&str], row: &[&str], labels: &[(String, String)], above: &str) -> RowSetting {
    const BLOCK: [&str; 7] = [
        "bs",
        "block",
        "blocksize",
        "blksize",
        "iosize",
        "requestsize",
        "块大小",
    ];
    const DEPTH: [&str; 5] = ["depth", "iodepth", "qd", "queuedepth", "q"];
    const JOBS: [&str; 5] = ["jobs", "numjobs", "threads", "workers", "nthreads"];
    const HOSTS: [&str; 7] = ["client", "node", "host", "vm", "instance", "pod", "process"];
    let cell = |names: &[&str]| {
        let column = heads.iter().position(|head| {
            let named = head.split('(').next().unwrap_or_default().to_lowercase();
            let letters: String = named.chars().filter(|c| c.is_alphanumeric()).collect();
            names.contains(&letters.as_str())
        });
        column.and_then(|at| Some((heads[at], *row.get(at)?)))
    };
    // Sizes of files are not those of blocks, and a sentence above may be about anything.
    let names = || {
        let named = labels.iter().filter(|(head, _)| !is_setting(head));
        named.map(|(_, value)| value.as_str())
    };
    let title = Some(above).filter(|above| above.starts_with(['#', '*']));
    let count = |names: &[&str]| cell(names).map(|(_, cell)| plain_number(&cleaned(cell)));
    let block = match cell(&BLOCK) {
        Some((head, cell)) => block_of_cell(head, cell),
        None => block_of(names()).or_else(|| block_of(title.into_iter())),
    };
    let [depth, jobs] = queue_of(names());
    let is_of_hosts = heads.iter().any(|head| {
        let low = head.to_lowercase();
        HOSTS.iter().any(|word| low.contains(word))
    });
    let alone = |count: Option<f64>| count.filter(|_| !is_of_hosts);
    RowSetting {
        block,
        depth: alone(count(&DEPTH).unwrap_or(depth)),
        jobs: alone(count(&JOBS).unwrap_or(jobs)),
    }
}

/// A block size in a separate column: `4k`, `16 KiB`, `4096`, or `4` below `bs (KiB)`.
fn block_of_cell(head: &str, cell: &str) -> Option<f64> {
    let plain = cleaned(cell).to_lowercase().replace(' ', "");
    let low = head.to_lowercase();
    let unit = low
        .split(|c: char| !c.is_alphanumeric())
        .find(|word| ["kb", "kib", "mb", "mib"].contains(word));
    match plain_number(&plain) {
        Some(bytes) if unit.is_none() => (bytes >= 512.0).then_some(bytes),
        Some(_) => block_size(&format!("{plain}{}", unit?)),
        None => block_size(&plain),
    }
}

/// `4k`, `1mib`, `512b`: bytes of a block size in lower case.
fn block_size(word: &str) -> Option<f64> {
    let end = word.find(|c: char| !c.is_ascii_digit())?;
    let (digits, unit) = word.split_at(end);
    let factor = match unit {
        "b" => 1.0,
        "k" | "kb" | "kib" => 1024.0,
        "m" | "mb" | "mib" => 1_048_576.0,
        _ => return None,
    };
    let bytes = digits.parse::<f64>().ok()? * factor;
    (512.0..=64.0 * 1_048_576.0).contains(&bytes).then_some(bytes)
}

/// The only block size next to a word for I/O: `4K Random Read`, `randread-16k-blocks`, `SEQ1M`. Other sizes are those of files or chunks.
fn block_of<'t>(texts: impl Iterator<Item = &'t str>) -> Option<f64> {
    const IO: [&str; 8] = ["rand", "rnd", "seq", "read", "writ", "block", "bs", "mixed"];
    const OTHERS: [&str; 9] = [
        "chunk", "stripe", "file", "record", "object", "page", "cluster", "cache", "volume",
    ];
    let begins = |word: &str, names: &[&str]| names.iter().any(|name| word.starts_with(name));
    let mut found: Vec<f64> = Vec::new();
    for text in texts {
        let words = words(text);
        let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", String::as_str);
        for at in 0..words.len() {
            let digits = word(Some(at)).trim_start_matches(char::is_alphabetic);
            let (size, after) = match block_size(digits) {
                Some(size) => (Some(size), word(Some(at + 1))),
                None if digits.is_empty() => continue,
                None => (
                    block_size(&format!("{digits}{}", word(Some(at + 1)))),
                    word(Some(at + 2)),
                ),
            };
            let around = [word(Some(at)), word(at.checked_sub(1)), after];
            let is_block = around.iter().any(|word| begins(word, &IO)) && !begins(after, &OTHERS);
            found.extend(size.filter(|_| is_block));
        }
    }
    found.dedup();
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// Depth and jobs in texts: `qd32`, `iodepth=32`, `4 jobs`, `Q32T1`.
fn queue_of<'t>(texts: impl Iterator<Item = &'t str>) -> [Option<f64>; 2] {
    let mut found = [None, None];
    let number = |word: Option<&String>| word.and_then(|word| word.parse::<f64>().ok());
    for words in texts.map(words) {
        for (at, word) in words.iter().enumerate() {
            let next = number(words.get(at + 1));
            let pair = word.strip_prefix('q').and_then(|rest| rest.split_once('t'));
            if let Some((Ok(depth), Ok(jobs))) = pair.map(|(depth, jobs)| (depth.parse(), jobs.parse())) {
                found = [Some(depth), Some(jobs)];
            } else if let Some(Ok(depth)) = word.strip_prefix("qd").map(str::parse) {
                found[0] = Some(depth);
            } else if ["qd", "iodepth"].contains(&word.as_str()) {
                found[0] = next.or(found[0]);
            } else if word == "numjobs" {
                found[1] = next.or(found[1]);
            } else if ["job", "jobs", "threads"].contains(&word.as_str()) {
                let before = at.checked_sub(1).and_then(|at| words.get(at));
                found[1] = number(before).or(found[1]);
            }
        }
    }
    found
}

/// The words and numbers of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let low = text.to_lowercase();
    low.split(|c: char| !(c.is_alphanumeric() || c == '.'))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

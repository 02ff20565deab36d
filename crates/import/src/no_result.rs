//! Numbers with a unit that are no results: settings, limits, transfers, memory, networks, and counts of something else.

use std::net::Ipv4Addr;

use fiord_record::claims::Spread;

use super::data_sheet;
use super::prose::end_of;

/// Whether the numbers of a line are no results of storage: transfers from elsewhere, progress, what the kernel says of the processor.
pub(super) fn is_no_result(text: &str, words: &[(usize, &str)]) -> bool {
    const MARKS: [&str; 13] = [
        "Fetched ",
        "Receiving objects",
        "Resolving deltas",
        "Downloading",
        "Downloaded",
        "' saved [",
        "━",
        " eta ",
        "(IPv4)",
        "(IPv6)",
        "B transferred (",
        " Method: ",
        // Lines of fio's report that a mail has wrapped.
        "samples = ",
    ];
    // A version may have four parts too: the speed of a transfer follows an address.
    let is_remote = |pair: &[(usize, &str)]| {
        let address = pair[0].1.parse::<Ipv4Addr>();
        let is_public = address.is_ok_and(|address| !address.is_private() && !address.is_loopback());
        is_public && pair[1].1.starts_with(|c: char| c.is_ascii_digit())
    };
    // sysbench prints reports like this every few seconds.
    let is_report = text.starts_with("[ ") && text.contains("s ]");
    is_report
        || text.starts_with("[SCORE")
        || is_of_kernel(text)
        || MARKS.iter().any(|mark| text.contains(mark))
        || words.windows(2).any(is_remote)
}

/// Whether a line has the timestamp of the kernel: `[    4.676020] raid6: avx2x4 gen() 16530 MB/s`.
fn is_of_kernel(text: &str) -> bool {
    let mut stamps = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    stamps.any(|(stamp, _)| {
        let parts = stamp.trim_start().split_once('.');
        parts.is_some_and(|(seconds, micros)| micros.len() == 6 && is_digits(seconds) && is_digits(micros))
    })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// Begins of words of what was promised, wanted or calculated. A blank ends a word.
#[rustfmt::skip]
const PROMISED: [&str; 29] = [
    "expect", "should ", "would ", "claim", "advertis", "promis", "rated ", "spec ", "specs ", "specification", "datasheet",
    "data sheet", "theoretical", "recommend", "guarant", "marketing", "boast", "hope ", "hoping ", "assum", "理论", "标称", "号称",
    "宣称", "官方", "预期", "建议", "估算", "规格",
];
/// Begins of words of a bound that was set.
#[rustfmt::skip]
const BOUNDS: [&str; 12] = [
    "limit", "qos ", "cap ", "capped ", "capping ", "quota", "throttled to ", "provisioned ", "requir", "minimum ", "上限", "限速",
];
/// Begins of words of what a disk can do, and of examples. Where other words say that it was measured, the number is a result.
#[rustfmt::skip]
const ABLE: [&str; 20] = [
    "can ", "could ", "at least ", "typical", "usually ", "generally ", "deliver", "offer", "provid", "support", "baseline of ", "maximum ",
    "if ", "for example ", "for instance ", "eg ", "可达", "应该", "例如", "如果",
];
/// Begins of words of what was measured.
#[rustfmt::skip]
const MEASURED: [&str; 13] = [
    "i ", "we ", "was ", "were ", "got ", "gets ", "saw ", "reached ", "measured ", "went ", "achieved ", "observed ", "result",
];
/// Where another statement begins.
#[rustfmt::skip]
const STATEMENTS: [&str; 15] = [
    ". ", "! ", "? ", "。", "；", ";", " but ", " got ", " measured ", " actual", "但", "实测", "實測", "实际", "實際",
];
/// Products that a text tells apart by their speed.
#[rustfmt::skip]
const PRODUCTS: [&str; 11] = [
    "nvme", "ssd", "hdd", "drive", "disk", "link", "network", "nic", "interface", "bus", "connection",
];

/// A text in small letters with one blank around each word, in simplified Chinese as far as the lists need it.
pub(super) fn words_of(text: &str) -> String {
    #[rustfmt::skip]
    const SIMPLE: [(char, char); 16] = [
        ('論', '论'), ('標', '标'), ('稱', '称'), ('號', '号'), ('預', '预'), ('議', '议'), ('達', '达'), ('應', '应'), ('該', '该'),
        ('內', '内'), ('帶', '带'), ('寬', '宽'), ('規', '规'),
        ('於', '于'), ('過', '过'), ('測', '测'),
    ];
    let simple = |c: char| {
        SIMPLE
            .iter()
            .find(|(from, _)| *from == c)
            .map_or(c, |(_, to)| *to)
    };
    let low = text
        .to_lowercase()
        .replace("i/o", "io")
        .replace("i.e.", "ie")
        .replace("e.g.", "eg");
    let plain = low.replace(|c: char| !c.is_alphanumeric(), " ");
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    format!(" {} ", words.join(" ")).chars().map(simple).collect()
}

/// Whether a text of [`words_of`] has a word of a list, unless the word before or after takes it back: `without limits`, `limited by`.
pub(super) fn has(words: &str, list: &[&str]) -> bool {
    let is_claim = |(at, _): (usize, &str)| {
        let before = || words[..at].split(' ').rev().filter(|word| !word.is_empty());
        let is_without = before().take(3).any(|word| matches!(word, "no" | "without"));
        let is_said = before().next().is_some_and(|word| matches!(word, "as" | "thin"));
        let next = words[at..].trim_start().split(' ').nth(1);
        !is_without && !is_said && next != Some("by")
    };
    let mut list = list.iter();
    list.any(|begin| match begin.is_ascii() {
        true => words.match_indices(&format!(" {begin}")).any(is_claim),
        false => words.contains(begin),
    })
}

/// Whether a text of [`words_of`] says that something was measured.
pub(super) fn tells_measured(words: &str) -> bool {
    has(words, &MEASURED)
}

/// Whether a head of a table names what was promised, or a bound: `Rated MB/s`, `IOPS limit`. A minimum there is one of many values.
pub(super) fn is_promised(label: &str) -> bool {
    const GOALS: [&str; 6] = ["target", "targets", "goal", "objective", "slo", "目标"];
    let words = words_of(label).replace(" minimum ", " ");
    has(&words, &PROMISED) || has(&words, &BOUNDS) || GOALS.contains(&words.trim())
}

/// Whether a short caption says that a table has no results: `Specification:`, `### Memory test`.
pub(super) fn names_no_results(caption: &str) -> bool {
    const SHORT: usize = 4;
    let words = words_of(caption);
    let is_promise = has(&words, &PROMISED) && !has(&words, &MEASURED);
    words.split_whitespace().count() <= SHORT && (is_promise || is_of_others(caption))
}

/// Whether words name the speed of memory or of a network: `Memory throughput`, `RAM speed`, `MEMCPY AVG`, `内存测试`.
pub(super) fn is_of_others(text: &str) -> bool {
    const OTHERS: [&str; 10] = [
        "memory", "ram", "network", "link", "internet", "download", "upload", "内存", "网络", "網路",
    ];
    const RATES: [&str; 10] = [
        "speed",
        "bandwidth",
        "throughput",
        "transfer",
        "performance",
        "result",
        "test",
        "带宽",
        "速度",
        "测试",
    ];
    let words = words_of(text);
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_rate = |word: &str| RATES.iter().any(|rate| word.starts_with(rate));
    // Chinese has no blank between both.
    let is_one = |word: &&str| {
        let rest = OTHERS.iter().find_map(|other| word.strip_prefix(other));
        rest.is_some_and(|rest| !rest.is_ascii() && is_rate(rest))
    };
    matches!(words[..], [one] if OTHERS.contains(&one))
        || words
            .windows(2)
            .any(|pair| OTHERS.contains(&pair[0]) && is_rate(pair[1]))
        || words
            .iter()
            .any(|word| matches!(*word, "memcpy" | "memset" | "memrate" | "iperf" | "iperf3"))
        || words.iter().any(is_one)
}

/// Whether a number names a product: `a 3.5 GB/s SSD`, `an NVMe with 7,300 MB/s`.
fn is_of_a_product(before: &str, after: &str) -> bool {
    let is_product = |word: &str| PRODUCTS.contains(&word.trim_end_matches('s'));
    let with = before.strip_suffix("up to ").unwrap_or(before);
    let of_with = with
        .strip_suffix(" with ")
        .and_then(|rest| rest.split(' ').next_back());
    let next = after.split_whitespace().find(|word| *word != "class");
    let is_article = |text: &str| {
        let word = text.split_whitespace().next_back();
        word.is_some_and(|word| ["a", "an", "the", "my", "our", "this", "these", "two"].contains(&word))
    };
    of_with.is_some_and(is_product) || is_article(before) && next.is_some_and(is_product)
}

/// Whether the number between two places of a text is what its author expects, wants, was promised or limits, or not of storage: no result.
pub(super) fn is_expected(text: &str, start: usize, end: usize) -> bool {
    const FILLERS: [&str; 8] = ["is", "are", "the", "read", "write", "random", "sequential", "a"];
    let before = text.get(..start).unwrap_or_default().to_lowercase();
    let before = before.replace("i.e. ", "ie  ").replace("e.g. ", "eg  ");
    let after = text.get(end..).unwrap_or_default();
    let begin = STATEMENTS.iter().filter_map(|mark| before.rfind(mark)).max();
    let before = &before[begin.unwrap_or(0)..];
    let ends = [". ", "。", "；", ";", " but ", ", ", "，"];
    let stop = ends.iter().filter_map(|mark| after.find(mark)).min();
    let clause = words_of(&after[..stop.unwrap_or(after.len())]);
    // A bound is another thing than a value: `>300 MB/s`. The mark at the end of an element of a page follows its name.
    let bound = before
        .trim_end_matches([' ', '='])
        .strip_suffix(['>', '<', '≥', '≤']);
    let is_bound = bound
        .is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '(', ':', '：']) || !rest.is_ascii());
    const BOUND: [&str; 8] = [
        "less than",
        "more than",
        "over",
        "under",
        "below",
        "above",
        "at most",
        "at least",
    ];
    const OTHER_BOUND: [&str; 6] = ["大于", "小于", "高于", "低于", "超过", "不足"];
    let of_words = |words: &str| {
        let is_bound = |bound: &&str| words.ends_with(&format!(" {bound} "));
        BOUND.iter().any(is_bound) || OTHER_BOUND.iter().any(|bound| words.trim_end().ends_with(bound))
    };
    // `1 Gbits/sec = 128 MB/s` is of a network.
    let is_in_bits = |words: &str| {
        let is_bits = |word: &str| {
            ["gbit", "mbit", "gbps", "mbps"]
                .iter()
                .any(|unit| word.starts_with(unit))
        };
        before.trim_end().ends_with('=') && words.split(' ').any(is_bits)
    };
    // What a label says of its number is said of a result: `典型IOPS: 2000`.
    let own = words_of(
        before
            .rsplit([':', '=', '：', '|', '│', '┃'])
            .next()
            .unwrap_or_default(),
    );
    let said = words_of(before);
    let next = clause
        .split(' ')
        .find(|word| !word.is_empty() && !FILLERS.contains(word));
    let said_after = next.map_or(0, |word| word.as_ptr() as usize - clause.as_ptr() as usize);
    let starts = |list: &[&str]| list.iter().any(|begin| clause[said_after..].starts_with(begin));
    let stop = [". ", "。", "；", ";"]
        .iter()
        .filter_map(|mark| after.find(mark))
        .min();
    let statement = format!(
        "{before}{}{}",
        text.get(start..end).unwrap_or_default(),
        &after[..stop.unwrap_or(after.len())]
    );
    let aside = before.rfind('(').map_or("", |at| &before[at..]);
    let is_able = has(&own, &ABLE)
        || own.starts_with(" up to ")
        || aside.starts_with("(up to ") && !aside.contains(')');
    is_bound
        || of_words(&said)
        || is_in_bits(&said)
        || is_of_a_product(&said, &clause)
        || has(&said, &PROMISED)
        || has(&said, &BOUNDS)
        || is_able && !has(&said, &MEASURED)
        || is_of_others(before)
        || data_sheet::is_statement(&statement)
        || starts(&PROMISED)
        || starts(&BOUNDS)
}

/// Whether a number of IOPS counts something else: `3 IOPS classes`, `3 IOPS per GB`, `Kernel 5.10 IOPS`.
pub(super) fn is_no_count(words: &[(usize, &str)], count: usize, iops: Spread, text: &str) -> bool {
    const COUNTED: [&str; 16] = [
        "class", "classes", "tier", "tiers", "level", "levels", "test", "tests", "run", "runs", "result",
        "results", "value", "values", "chart", "charts",
    ];
    const VERSIONED: [&str; 12] = [
        "kernel", "linux", "version", "release", "debian", "ubuntu", "fedora", "centos", "rhel", "windows",
        "freebsd", "fio",
    ];
    let next = |at: usize| words.get(at).map_or("", |(_, word)| word);
    let end = end_of(text, next(count - 1));
    let gap = text.get(end..words.get(count).map_or(end, |(start, _)| *start));
    let is_free = gap.is_some_and(|gap| gap.trim().is_empty());
    let is_ratio = next(count) == "per" && ["GB", "GiB", "TB", "TiB"].contains(&next(count + 1));
    let before = text.get(..words[0].0).unwrap_or_default();
    let last = before
        .rsplit(' ')
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    let is_version = VERSIONED.contains(&last.to_lowercase().as_str()) && iops.high < 100.0;
    is_free && (COUNTED.contains(&next(count)) || is_ratio) || is_version
}

//! Numbers with a unit that are no results: settings, limits, transfers, memory, networks, and counts of something else.

use std::net::Ipv4Addr;

use fiord_record::claims::Spread;

use super::prose::end_of;

/// Whether the numbers of a line are no results of storage: settings, limits, transfers from elsewhere, the speed of a network or of memory.
pub(super) fn is_no_result(text: &str, words: &[(usize, &str)]) -> bool {
    const TRANSFERS: [&str; 8] = [
        "Fetched ",
        "Receiving objects",
        "Resolving deltas",
        "Downloading",
        "Downloaded",
        "' saved [",
        "━",
        " eta ",
    ];
    const OTHERS: [&str; 8] = [
        "memrate",
        "memory bandwidth",
        "memory speed",
        "memory throughput",
        "ram speed",
        "ram bandwidth",
        "network speed",
        "network throughput",
    ];
    const LIMITS: [&str; 4] = [" would ", " limit reads ", " limit writes ", "capping "];
    // A version may have four parts too: the speed of a transfer follows an address.
    let is_remote = |pair: &[(usize, &str)]| {
        let address = pair[0].1.parse::<Ipv4Addr>();
        let is_public = address.is_ok_and(|address| !address.is_private() && !address.is_loopback());
        is_public && pair[1].1.starts_with(|c: char| c.is_ascii_digit())
    };
    // sysbench prints reports like this every few seconds.
    let is_report = text.starts_with("[ ") && text.contains("s ]");
    let is_ordered = (text.contains("provisioned ") || text.ends_with("provisioned"))
        && !text.contains("-provisioned")
        && !text.contains("thin provisioned");
    let low = text.to_lowercase();
    is_report
        || text.starts_with("[SCORE")
        || is_ordered
        || TRANSFERS.iter().any(|mark| text.contains(mark))
        || OTHERS.iter().chain(&LIMITS).any(|words| low.contains(words))
        || words.windows(2).any(is_remote)
}

/// Words of what an author expects, wants, was promised or limits, before its number.
#[rustfmt::skip]
const EXPECTED: [&str; 72] = [
    " should see", " should get", " should be", " should reach", " should have", " should do",
    " should deliver", " should achieve", " should give", " should at ", " expect", " can get up to",
    " for example", " for instance", " e.g ", " example:", " if you ", " limited to ", " limit of ",
    " limit is ", " limits ", " capped at ", " cap of ", " cap is ", " throttled to ", " baseline of ",
    " baseline performance", " maximum throughput ", " maximum bandwidth ", " maximum iops ",
    " max iops of ", " rated ", " rated:", " data sheet", " datasheet", " spec sheet", " spec says",
    " specs say", " specification", " claim", " advertis", " theoretical", " minimum required",
    " requires ", " required", " recommend", " hoping for", " hope for", " link speed", " guarantee",
    " marketing", " quota", " 理论", "理論", "官方", "号称", "號稱", "标称", "標稱", "宣称", "宣稱", "上限", "预期", "預期", "建议", " minimum ",
    " minimum:", " boast", "如果", "假设", "假設", "估算",
];
/// Words of what a disk can do. Where another word says that it was measured, its number is a result.
#[rustfmt::skip]
const ABLE: [&str; 18] = [
    " reach up to ", " offers up to ", " at least ", " typical", " usually ", " generally ", " can do ",
    " can deliver ", " can provide ", " can handle ", " can reach ", " can sustain ", " delivers ", "最高可达",
    "最高可達", "应该", "應該", "例如",
];
/// Words of what was measured.
#[rustfmt::skip]
const MEASURED: [&str; 16] = [
    " i get ", " we get ", " got ", " i see ", " we see ", " saw ", " reached ", " measured ", " went ",
    " gets ", " achieved ", " observed ", " result", "实测", "實測", "达到",
];
/// Words of what is expected, after its number.
#[rustfmt::skip]
const EXPECTED_AFTER: [&str; 7] = [
    " expected", " required", " is the limit", " limit)", " is recommended", " would be", " theoretical",
];

/// Products that a text tells apart by their speed.
#[rustfmt::skip]
const PRODUCTS: [&str; 17] = [
    "nvme", "nvmes", "ssd", "ssds", "hdd", "hdds", "drive", "drives", "disk", "disks", "link", "links", "network", "nic",
    "interface", "bus", "connection",
];

/// Whether a number names a product: `a 3.5 GB/s SSD`, `an NVMe with 7,300 MB/s`.
fn is_of_a_product(before: &str, after: &str) -> bool {
    let is_product = |word: &str| PRODUCTS.contains(&word.trim_matches(|c: char| !c.is_alphanumeric()));
    let with = before
        .trim_end()
        .strip_suffix(" up to")
        .unwrap_or(before.trim_end());
    let of_with = with
        .strip_suffix(" with")
        .and_then(|rest| rest.split(' ').next_back());
    let next = after.trim_start_matches("-class").split_whitespace().next();
    let is_article = |text: &str| {
        let word = text.split_whitespace().next_back();
        word.is_some_and(|word| ["a", "an", "the", "my", "our", "this", "these", "two"].contains(&word))
    };
    of_with.is_some_and(is_product) || is_article(before) && next.is_some_and(is_product)
}

/// Whether the number between two places of a text is what its author expects, wants, was promised or limits: no result.
pub(super) fn is_expected(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().to_lowercase();
    let before = before.replace("i.e. ", "i.e  ").replace("e.g. ", "e.g  ");
    let after = text.get(end..).unwrap_or_default().to_lowercase();
    // A sentence ends with its mark, and what was measured follows after `but`.
    let marks = [
        ". ",
        "! ",
        "? ",
        "。",
        "；",
        ";",
        " but ",
        " got ",
        " measured ",
        "实测",
        "實測",
    ];
    let begin = marks
        .iter()
        .filter_map(|mark| before.rfind(mark))
        .max()
        .unwrap_or(0);
    let marks = [". ", "。", "；", ";", " but ", ", "];
    let stop = marks.iter().filter_map(|mark| after.find(mark)).min();
    let before = format!(" {}", &before[begin..]);
    let clause = &after[..stop.unwrap_or(after.len())];
    let says = |words: &[&str]| words.iter().any(|word| before.contains(word));
    let is_said_after = EXPECTED_AFTER
        .iter()
        .any(|words| clause.starts_with(words) || clause.ends_with(words));
    // A bound is another thing than a value: `>300 MB/s`. The mark at the end of an element of a page follows its name.
    let bound = before
        .trim_end_matches([' ', '='])
        .strip_suffix(['>', '<', '≥', '≤']);
    let is_bound = bound
        .is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '(', ':', '：']) || !rest.is_ascii());
    let is_as_expected = before.contains(" as expected") || after.contains(" as expected");
    is_bound
        || is_of_a_product(&before, clause)
        || !is_as_expected && (says(&EXPECTED) || says(&ABLE) && !says(&MEASURED) || is_said_after)
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

//! Facts that a data sheet has beside its numbers, and a result has not: endurance, failures, warranty, form, interface, flash.

use super::draft::TextLine;
use super::no_result::{has, tells_measured, words_of};

/// Facts that tell a data sheet where none of them is enough alone.
const TOGETHER: u32 = 3;
/// Lines of one list, before and after a number.
const NEAR: usize = 12;
/// Characters of an entry of a list; a longer line is a sentence.
const ENTRY: usize = 90;

/// Which facts a text has.
#[derive(Default)]
struct Facts {
    /// What a benchmark does not measure: endurance, time between failures, warranty.
    of_maker: bool,
    /// A bit for each class of the others.
    others: u32,
}

impl Facts {
    /// The facts of a sentence or an entry: those of the maker have a number.
    fn of_text(text: &str) -> Self {
        let words = words_of(text);
        let facts = Self::of_words(&words);
        let has_number = words.contains(|c: char| c.is_ascii_digit());
        Self {
            of_maker: facts.of_maker && has_number,
            ..facts
        }
    }

    /// The facts that words in small letters name.
    fn of_words(words: &str) -> Self {
        const OF_MAKER: [&str; 8] = [
            "tbw",
            "dwpd",
            "mtbf",
            "mttf",
            "warranty",
            "endurance",
            "garantie",
            "质保",
        ];
        const FORMS: [&str; 8] = [
            " 2280 ",
            " 22110 ",
            " 2242 ",
            " 2230 ",
            " m 2 ",
            " u 2 ",
            " form factor ",
            " 2 5 inch ",
        ];
        const INTERFACES: [&str; 5] = [" pcie ", " sata ", " sas ", " nvme ", " interface "];
        const FLASH: [&str; 5] = [" tlc ", " qlc ", " mlc ", " nand ", " flash "];
        const PARTS: [&str; 3] = [" controller ", " dram ", " dram cache "];
        const POWER: [&str; 4] = [
            " power consumption ",
            " idle power ",
            " operating temperature ",
            " watts ",
        ];
        const CAPACITY: [&str; 2] = [" capacity ", " capacities "];
        let each: Vec<&str> = words.split_whitespace().collect();
        let is_of_maker = |word: &&str| {
            let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
            OF_MAKER.iter().any(|fact| name.starts_with(fact))
        };
        // `2 TB` and `500GB`, and not `7 GB/s`.
        let is_capacity = |(at, word): (usize, &&str)| {
            let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let is_number = |word: &&&str| word.bytes().all(|c| c.is_ascii_digit());
            let before = at.checked_sub(1).and_then(|at| each.get(at));
            let has_number = unit.len() < word.len() || before.filter(is_number).is_some();
            matches!(unit, "tb" | "gb") && has_number && each.get(at + 1) != Some(&"s")
        };
        let has = |list: &[&str]| list.iter().any(|name| words.contains(name));
        let classes = [
            has(&FORMS),
            has(&INTERFACES),
            has(&FLASH),
            has(&PARTS),
            has(&POWER),
            has(&CAPACITY) || each.iter().enumerate().any(is_capacity),
        ];
        Self {
            of_maker: each.iter().any(is_of_maker),
            others: classes
                .iter()
                .enumerate()
                .map(|(at, is)| u32::from(*is) << at)
                .sum(),
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            of_maker: self.of_maker || other.of_maker,
            others: self.others | other.others,
        }
    }

    fn tell_a_sheet(&self) -> bool {
        self.of_maker || self.others.count_ones() >= TOGETHER
    }
}

/// Whether words say that something ran: fio's own, or those of a measurement.
fn tells_a_run(words: &str) -> bool {
    const OF_RUNS: [&str; 12] = [
        "fio ",
        "randread ",
        "randwrite ",
        "randrw ",
        "iodepth ",
        "numjobs ",
        "bs ",
        "bench",
        "test",
        "p99 ",
        "real ",
        "actual",
    ];
    has(words, &OF_RUNS) || tells_measured(words)
}

/// Whether the numbers of a statement are those of a product: `2 TB M.2 with PCIe 4.0, 7,300 MB/s`, `600 TBW, 3,400 MB/s`.
pub(super) fn is_statement(text: &str) -> bool {
    Facts::of_text(text).tell_a_sheet() && !tells_a_run(&words_of(text))
}

/// Whether a line is an entry of a list of specifications: the other entries have the facts.
pub(super) fn is_entry(lines: &[TextLine], at: usize) -> bool {
    let entry = |line: &TextLine| {
        let text = line.text.trim();
        let is_label = text.contains(':') || text.contains("  ") || text.starts_with(['-', '*', '•']);
        let is_sentence = text.contains(". ") || text.chars().count() > ENTRY;
        (is_label && !is_sentence).then(|| text.to_owned())
    };
    let is_own = lines.get(at).is_some_and(|line| entry(line).is_some());
    let before = lines[..at].iter().rev().take(NEAR).map_while(entry);
    let after = lines[at..].iter().take(NEAR).map_while(entry);
    let list: Vec<String> = before.chain(after).collect();
    let facts = list.iter().map(|text| Facts::of_text(text));
    is_own
        && facts.fold(Facts::default(), Facts::and).tell_a_sheet()
        && !list.iter().any(|text| tells_a_run(&words_of(text)))
}

/// Whether a table is a list of specifications: its heads, or the names of its rows, are facts.
pub(super) fn is_table<'t>(names: impl Iterator<Item = &'t str>, above: &str) -> bool {
    let names: Vec<String> = names.map(words_of).collect();
    let facts = names.iter().map(|words| Facts::of_words(words));
    let mut all = names.iter().map(String::as_str);
    facts.fold(Facts::default(), Facts::and).tell_a_sheet()
        && !all.any(tells_a_run)
        && !tells_a_run(&words_of(above))
}

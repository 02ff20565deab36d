//! The direction that words name: `Random Reads`, `randwrite`, `读`. Threads, readers and writers name none.

use fiord_job::plan::Ddir;

/// What other languages call it, without the endings.
const READ: &[&str] = &[
    "读",
    "讀",
    "読",
    "읽",
    "lesen",
    "lectura",
    "lecture :",
    "lecture:",
    "lecture séq",
    "lecture aléa",
    "en lecture",
    "leitura",
    "lettur",
    "lezen",
    "чтени",
    "odczyt",
];
const WRITE: &[&str] = &[
    "写",
    "寫",
    "書き",
    "쓰기",
    "schreib",
    "écritur",
    "ecritur",
    "escritur",
    "escrita",
    "gravaç",
    "scrittur",
    "schrijv",
    "запис",
    "zapis",
];

/// Where a text names a direction last.
fn last(low: &str, ddir: Ddir) -> Option<usize> {
    let (word, others) = match ddir {
        Ddir::Read => ("read", READ),
        Ddir::Write => ("writ", WRITE),
        Ddir::Trim => return None,
    };
    let named = low.rmatch_indices(word).map(|(at, _)| at).find(|at| {
        let (before, after) = (&low[..*at], &low[at + word.len()..]);
        !(before.ends_with("th")
            || before.ends_with("sp")
            || after.starts_with("er")
            || after.starts_with('y'))
    });
    let other = others.iter().filter_map(|word| low.rfind(word)).max();
    // By itself it is French, and not a talk.
    let other = other.or((ddir == Ddir::Read && low.trim() == "lecture").then_some(0));
    named.max(other)
}

/// The text in small letters without the words that name both directions as one: `read/write`, `顺序读写`.
fn of_one_each(text: &str) -> String {
    const BOTH: &[&str] = &[
        "read/write",
        "readwrite",
        "read-write",
        "读写",
        "讀寫",
        "読み書き",
        "lesen/schreiben",
        "lecture/écriture",
        "lectura/escritura",
        "leitura/gravação",
        "lettura/scrittura",
        "чтение/запись",
    ];
    let low = text.to_lowercase();
    let low = BOTH.iter().fold(low, |low, both| low.replace(both, " "));
    // Not of `server/write`.
    low.replace(" r/w", " ").replace("(r/w", "(")
}

/// The direction that a text names last.
pub(super) fn last_of(text: &str) -> Option<Ddir> {
    let low = of_one_each(text);
    match (last(&low, Ddir::Read), last(&low, Ddir::Write)) {
        (None, None) => None,
        (read, write) if read > write => Some(Ddir::Read),
        _ => Some(Ddir::Write),
    }
}

/// The only direction that a text names.
pub(super) fn only_of(text: &str) -> Option<Ddir> {
    let low = text.to_lowercase();
    match (last(&low, Ddir::Read), last(&low, Ddir::Write)) {
        (Some(_), None) => Some(Ddir::Read),
        (None, Some(_)) => Some(Ddir::Write),
        _ => None,
    }
}

/// The two directions of a pair of numbers: `Sequential Read (Write)`, `Read/Write IOPS`, `IOPS (R/W)`.
pub(super) fn pair_of(text: &str) -> Option<[Ddir; 2]> {
    let low = text.to_lowercase();
    let named = |word: Option<&str>| match word? {
        "r" | "read" | "reads" => Some(Ddir::Read),
        "w" | "write" | "writes" => Some(Ddir::Write),
        _ => None,
    };
    let is_mark = |c: char| !c.is_alphanumeric();
    low.match_indices(['/', '(']).find_map(|(at, _)| {
        let before = named(low[..at].trim_end().rsplit(is_mark).next())?;
        let after = named(low[at + 1..].trim_start().split(is_mark).next())?;
        (before != after).then_some([before, after])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_directions() {
        for (text, last, only) in [
            ("Random Reads", Some(Ddir::Read), Some(Ddir::Read)),
            ("randwrite", Some(Ddir::Write), Some(Ddir::Write)),
            ("16 Threads", None, None),
            ("1 Writers, 0 Readers", None, None),
            ("already spread", None, None),
            (
                "File Writing 1 Writers, 0 Readers",
                Some(Ddir::Write),
                Some(Ddir::Write),
            ),
            ("reads and writes", Some(Ddir::Write), None),
            ("顺序读", Some(Ddir::Read), Some(Ddir::Read)),
            ("寫入", Some(Ddir::Write), Some(Ddir::Write)),
            ("Lesen", Some(Ddir::Read), Some(Ddir::Read)),
            ("Écriture séquentielle", Some(Ddir::Write), Some(Ddir::Write)),
            ("lectura y escritura", Some(Ddir::Write), None),
            ("Lecture", Some(Ddir::Read), Some(Ddir::Read)),
            ("Lecture séquentielle", Some(Ddir::Read), Some(Ddir::Read)),
            ("From my lecture", None, None),
            ("server/write", Some(Ddir::Write), Some(Ddir::Write)),
            ("Последовательное чтение", Some(Ddir::Read), Some(Ddir::Read)),
            ("ランダム書き込み", Some(Ddir::Write), Some(Ddir::Write)),
            ("Lesen/Schreiben", None, None),
            ("읽기", Some(Ddir::Read), Some(Ddir::Read)),
            ("读写速度", None, None),
            ("read/write combined", None, None),
        ] {
            assert_eq!((last_of(text), only_of(text)), (last, only), "{text}");
        }
        let pair = Some([Ddir::Read, Ddir::Write]);
        assert_eq!(pair_of("Sequential Read (Write)"), pair);
        assert_eq!(pair_of("Mixed read/write IOPS"), pair);
        assert_eq!(pair_of("MB/s (R/W)"), pair);
        assert_eq!(pair_of("Read (the writes are slow)"), None);
        assert_eq!(pair_of("Read IOPS"), None);
    }
}

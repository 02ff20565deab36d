//! Reads `pidstat -d`: what each process read and wrote.

use fiord_record::imported::ImportKind;

use super::device_table::{Column, Devices, TableHead, columns, intervals};
use super::{Found, LinePlace};

pub(super) fn read(place: LinePlace<'_>) -> Found {
    intervals::<Head>(place, ImportKind::Pidstat)
}

struct Head {
    /// Columns between the process id and the command, counted from the end of the row.
    columns: Vec<Option<Column>>,
}

impl TableHead for Head {
    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "PID")?;
        let end = words.iter().position(|word| *word == "Command")?;
        let rates = words.get(at + 1..end)?;
        rates.contains(&"kB_rd/s").then(|| Self {
            columns: columns(rates.iter().copied()),
        })
    }

    /// A command may have blanks; the times before the numbers differ. The numbers follow the first whole number after which enough follow.
    fn row(&self, words: &[&str], _is_average: bool, line: u64, to: &mut Devices) -> bool {
        let rates = self.columns.len();
        (0..words.len().saturating_sub(rates + 1)).any(|at| {
            let is_id = words[at].parse::<u64>().is_ok();
            let name = format!("{} ({})", words[at + rates + 1..].join(" "), words[at]);
            let cells = &words[at + 1..=at + rates];
            let begins = cells.first().is_some_and(|cell| cell.contains(['.', ',']));
            is_id && begins && to.add(&name, line, &self.columns, cells.iter().copied())
        })
    }
}

//! The page cache of files as a table.

use fiord_messages::{Lang, cache as messages};
use fiord_record::number::Bytes;

use crate::documents::cache::Cache;
use crate::text::{Cell, Column, Page, Table};

impl Cache {
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        if self.files.is_empty() {
            return page;
        }
        let mut table = Table::new([
            Column::left(messages::column_file(lang), "file"),
            Column::right(messages::column_size(lang), "size_bytes"),
            Column::right(messages::column_cached(lang), "cached_bytes"),
            Column::right(messages::column_percent(lang), "cached_percent"),
            Column::right(messages::column_dirty(lang), "dirty_bytes").rank(1),
            Column::right(messages::column_writeback(lang), "writeback_bytes").rank(2),
            Column::right(messages::column_evicted(lang), "evicted_bytes").rank(3),
        ]);
        let known = |bytes: Option<u64>| {
            let shown = bytes.map_or_else(
                || messages::unknown(lang).to_owned(),
                |bytes| Bytes(bytes).to_string(),
            );
            Cell::new(shown).value(bytes)
        };
        for file in &self.files {
            let path = file.file.path().unwrap_or_default();
            table.row([
                Cell::from(path.display().to_string()),
                known(Some(file.size_bytes)),
                known(Some(file.cached_bytes)),
                Cell::new(format!("{:.2}", file.cached_percent)).value(file.cached_percent),
                known(file.dirty_bytes),
                known(file.writeback_bytes),
                known(file.evicted_bytes),
            ]);
        }
        page.table(table);
        if self.files.iter().any(|file| file.method == "mincore") {
            page.line(messages::by_mincore(lang));
        }
        page
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::path::Path;

    use fiord_host::cache::{CacheCall, CacheState};

    use super::*;
    use crate::documents::cache::File;

    #[test]
    fn what_is_unknown_says_so() {
        let half = |method: CacheCall| {
            let known = (method == CacheCall::Cachestat).then_some(4096);
            let state = CacheState {
                size_bytes: 16384,
                cached_bytes: 8192,
                dirty_bytes: known,
                writeback_bytes: known,
                evicted_bytes: known,
                recently_evicted_bytes: known,
                method,
            };
            Cache {
                files: vec![File::new(Path::new("/data/a file"), &state)],
            }
        };
        let mincore = half(CacheCall::Mincore);
        let text = mincore.page(Lang::En).text(None, false);
        assert!(
            text.contains("50.00") && text.contains("unknown") && text.contains("mincore(2)"),
            "{text}"
        );
        assert_eq!(mincore.files[0].dirty_bytes, None);
        let text = half(CacheCall::Cachestat).page(Lang::En).text(None, false);
        assert!(text.contains("4 KiB") && !text.contains("mincore"), "{text}");
        assert!(Cache { files: Vec::new() }.page(Lang::En).is_empty());
    }
}

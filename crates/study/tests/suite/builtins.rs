//! The studies that come with fiord: each is right, repeats its tables, and is documented.

use fiord_study::builtin;
use fiord_study::language;
use fiord_study::{matrix, published};

use crate::simulated::{study, world};

#[test]
fn every_study_is_right_and_has_its_cells() {
    let cells: Vec<(&str, usize)> = builtin::ALL
        .iter()
        .map(|known| {
            let study = study(known.text);
            assert_eq!(study.name, known.name);
            assert!(
                !study.title.is_empty() && !study.about.is_empty(),
                "{}",
                known.name
            );
            let checked = language::check(&study, known.text, &world(), &|job| {
                Some(format!("/t/{}", job.file))
            });
            let checked = checked.unwrap_or_else(|problems| panic!("{}: {problems:?}", known.name));
            assert!(checked.warnings.is_empty(), "{:?}", checked.warnings);
            (known.name, checked.cells.len())
        })
        .collect();
    assert_eq!(
        cells,
        [
            ("read-block-size", 18),
            ("read-depth", 24),
            ("read-threads-depth", 20),
            ("write-fsync", 18),
            ("fsync-batch", 16),
            ("random-write-block-size", 9),
            ("write-depth", 7),
            ("writers-one-file-or-own", 12),
            ("random-write-threads-depth", 6),
            ("writers-many-files", 4),
            ("request-size", 16),
            ("log-and-readers", 6),
            ("direct-buffered", 4),
        ]
    );
}

#[test]
fn published_tables_stand_beside_the_cells_that_repeat_them() {
    assert_eq!(published::rows().len(), 202);
    for known in builtin::ALL {
        let study = study(known.text);
        let cells = matrix::cells(&study);
        for table in &study.published {
            let rows = published::of(table);
            assert!(!rows.is_empty(), "{}: {table:?}", known.name);
            let found = cells
                .iter()
                .filter(|cell| published::row_of(&study, cell, &rows).is_some());
            let found = found.count();
            // A study may have more cells than a table has rows; each row that has the factors' levels is found.
            assert!(
                found * 2 >= rows.len().min(cells.len()),
                "{}: {found} of {} rows of {table:?}",
                known.name,
                rows.len()
            );
        }
    }
    let study = study(builtin::find("read-block-size").unwrap().text);
    let cells = matrix::cells(&study);
    let row = |table: usize, label: &str| {
        let cell = cells.iter().find(|cell| cell.label(&study) == label).unwrap();
        published::row_of(&study, cell, &published::of(&study.published[table]))
            .unwrap()
            .mb_per_s
    };
    assert_eq!(
        (row(0, "randread 4k"), row(1, "read 1m"), row(2, "randread 1m")),
        (21.0, 220.0, 643.0)
    );
}

#[test]
fn the_page_names_every_study() {
    let page = include_str!("../../../../docs/studies.md");
    for known in builtin::ALL {
        assert!(page.contains(&format!("`{}`", known.name)), "{}", known.name);
    }
}

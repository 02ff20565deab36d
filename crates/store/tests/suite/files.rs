//! What a store does with files that are not fit, and with company.

use std::fs;
use std::path::{Path, PathBuf};

use fiord_store::{Filter, Store, StoreError};
use rusqlite::Connection;

use crate::sample::{record, run};

struct Bed {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn bed() -> Bed {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a store ?#%.sqlite");
    Bed {
        _folder: folder,
        path,
    }
}

/// Opening for writing and for reading both fail with `is_meant`, and not a byte of the file changes.
fn refused(path: &Path, is_meant: impl Fn(&StoreError) -> bool) {
    let before = fs::read(path).unwrap();
    for error in [
        Store::open(path).unwrap_err(),
        Store::open_read_only(path).unwrap_err(),
    ] {
        assert!(is_meant(&error), "{error}");
        assert!(error.to_string().contains("a store ?#%.sqlite"), "{error}");
    }
    assert!(
        fs::read(path).unwrap() == before,
        "{} was changed",
        path.display()
    );
}

#[test]
fn a_store_of_another_version_is_refused_and_left_alone() {
    for version in [4, 99] {
        let bed = bed();
        drop(Store::open(&bed.path).unwrap());
        let connection = Connection::open(&bed.path).unwrap();
        connection.pragma_update(None, "user_version", version).unwrap();
        connection
            .pragma_update_and_check(None, "journal_mode", "delete", |_| Ok(()))
            .unwrap();
        drop(connection);
        refused(
            &bed.path,
            |error| matches!(error, StoreError::Version { found, known: 5, .. } if *found == version),
        );
    }
}

#[test]
fn a_file_of_another_program_is_left_alone() {
    let bed = bed();
    fs::write(&bed.path, "my thesis, the only copy ".repeat(400)).unwrap();
    refused(&bed.path, |error| matches!(error, StoreError::Foreign { .. }));
    fs::remove_file(&bed.path).unwrap();
    let connection = Connection::open(&bed.path).unwrap();
    connection
        .execute_batch("CREATE TABLE bookmarks (url TEXT)")
        .unwrap();
    drop(connection);
    refused(&bed.path, |error| matches!(error, StoreError::Foreign { .. }));
}

#[test]
fn a_damaged_store_is_reported_and_left_alone() {
    let bed = bed();
    let mut store = Store::open(&bed.path).unwrap();
    for seed in 0..50 {
        store.add(&run(&record(seed), None)).unwrap();
    }
    drop(store);
    let mut bytes = fs::read(&bed.path).unwrap();
    // The tables' own page: the head stays, the rest is lost.
    bytes[100..4096].fill(0xA5);
    fs::write(&bed.path, &bytes).unwrap();
    refused(&bed.path, |error| matches!(error, StoreError::Damaged { .. }));
}

#[test]
fn damage_in_the_middle_is_reported_when_it_is_met() {
    let bed = bed();
    let mut store = Store::open(&bed.path).unwrap();
    for seed in 0..50 {
        store.add(&run(&record(seed), None)).unwrap();
    }
    drop(store);
    let mut bytes = fs::read(&bed.path).unwrap();
    // All but the head and the tables' names.
    let tables = 8 * 4096;
    bytes[tables..].fill(0xA5);
    fs::write(&bed.path, &bytes).unwrap();
    let outcome = Store::open_read_only(&bed.path).and_then(|store| {
        store.list(&Filter::default())?;
        (1..50).try_for_each(|id| store.record(id).map(drop))
    });
    assert!(matches!(outcome, Err(StoreError::Damaged { .. })), "{outcome:?}");
    assert!(fs::read(&bed.path).unwrap() == bytes);
}

#[test]
fn devices_and_folders_are_no_place_for_a_store() {
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path(), Path::new("/dev/zero")] {
        assert!(matches!(
            Store::open(path).unwrap_err(),
            StoreError::NotAFile { .. }
        ));
        assert!(Store::open_read_only(path).is_err());
    }
    assert!(matches!(
        Store::open(Path::new("/proc/fiord/runs.sqlite")).unwrap_err(),
        StoreError::Folder { .. }
    ));
    assert!(matches!(
        Store::open_read_only(&folder.path().join("none")).unwrap_err(),
        StoreError::Missing { .. }
    ));
    // A path that cannot be followed is not one without a store.
    let endless = folder.path().join("endless");
    std::os::unix::fs::symlink(&endless, &endless).unwrap();
    for path in [endless.clone(), endless.join("runs.sqlite")] {
        assert!(matches!(
            Store::open_read_only(&path).unwrap_err(),
            StoreError::Unknown { .. }
        ));
        assert!(Store::open(&path).is_err());
    }
}

#[test]
fn the_store_is_its_owners() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data/runs.sqlite");
    drop(Store::open(&path).unwrap());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
}

/// Writers wait for each other, and a reader sees whole runs only.
#[test]
fn several_write_and_read_at_once() {
    const WRITERS: u64 = 3;
    const RUNS: u64 = 10;
    let bed = bed();
    drop(Store::open(&bed.path).unwrap());
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let path = &bed.path;
            scope.spawn(move || {
                let mut store = Store::open(path).unwrap();
                for seed in 0..RUNS {
                    store.add(&run(&record(writer * 100 + seed), None)).unwrap();
                }
            });
        }
        scope.spawn(|| {
            let store = Store::open_read_only(&bed.path).unwrap();
            loop {
                let rows = store.list(&Filter::default()).unwrap();
                assert!(rows.iter().all(|row| row.results.len() == 1));
                if let Some(row) = rows.first() {
                    assert_eq!(store.record(row.id).unwrap().unwrap().workers.len(), 1);
                }
                if rows.len() as u64 == WRITERS * RUNS {
                    break;
                }
                std::thread::yield_now();
            }
        });
    });
}

/// The compressed record has a sum: no changed byte of it passes for another record.
#[test]
fn a_damaged_record_is_an_error() {
    let bed = bed();
    let mut store = Store::open(&bed.path).unwrap();
    let id = store.add(&run(&record(1), None)).unwrap();
    let raw = Connection::open(&bed.path).unwrap();
    let good: Vec<u8> = raw
        .query_row("SELECT record FROM records", [], |row| row.get(0))
        .unwrap();
    for place in (0..good.len()).step_by(29).chain([good.len() - 1]) {
        let mut bad = good.clone();
        bad[place] ^= 0x55;
        raw.execute("UPDATE records SET record = ?1", [&bad]).unwrap();
        let error = store.record(id).unwrap_err();
        assert!(
            matches!(error, StoreError::Record { run, .. } if run == id),
            "{place}: {error}"
        );
    }
    raw.execute("UPDATE records SET record = ?1", [&good[..good.len() / 2]])
        .unwrap();
    assert!(store.record(id).is_err());
}

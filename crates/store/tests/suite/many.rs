//! Many runs: what listing and reading them costs. `FIORD_RUNS=20000 cargo test --release -p fiord-store --test suite many -- --nocapture`
//! prints the numbers of `docs/store.md`; without it the test only shows that it works.

use std::time::Instant;

use fiord_store::{Filter, Store};

use crate::sample::{json, record, run};

#[test]
fn many_runs_are_listed_and_read() {
    let runs: u64 = std::env::var("FIORD_RUNS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let mut store = Store::open(&path).unwrap();
    let clock = Instant::now();
    for seed in 0..runs {
        store.add(&run(&record(seed), None)).unwrap();
    }
    let added = clock.elapsed();
    drop(store);
    let clock = Instant::now();
    let store = Store::open_read_only(&path).unwrap();
    let all = store.list(&Filter::default()).unwrap().len() as u64;
    let listed = clock.elapsed();
    let clock = Instant::now();
    let middle = i64::try_from(runs / 2 + 1).unwrap();
    let back = store.record(middle).unwrap().unwrap();
    println!(
        "{runs} runs: added in {added:?}, all listed in {listed:?}, one record in {:?}, {} bytes per run",
        clock.elapsed(),
        store.size_bytes() / runs
    );
    assert_eq!(all, runs);
    assert_eq!(json(&back), json(&record(runs / 2)));
}

//! The integration tests of `fiord-cluster` in one binary, so that they link once. Ranks are threads here; with real MPI: `many_hosts` of
//! `crates/fiord/tests`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod meeting;
mod parts;
mod runs;
mod threads;
mod verbs;

use threads::ThreadRanks;

/// Runs this on each of so many ranks at once; the results by rank.
fn on_each<T: Send>(size: usize, act: impl Fn(&mut ThreadRanks, usize) -> T + Sync) -> Vec<T> {
    let act = &act;
    std::thread::scope(|scope| {
        let ranks = threads::ranks(size).into_iter().enumerate();
        let threads: Vec<_> = ranks
            .map(|(rank, mut ranks)| scope.spawn(move || act(&mut ranks, rank)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

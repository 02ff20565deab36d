//! Ranks that are threads of one process: what tests run instead of MPI.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use fiord_cluster::ranks::verbs::{Patience, Post, Ranks, RanksError, Reduce};

/// One rank, to be moved into its thread. Dropped, it is a rank that died: the others wait for it in vain.
#[derive(Debug)]
pub(crate) struct ThreadRanks {
    rank: usize,
    table: Arc<Table>,
    posts: Receiver<Post>,
    to: Vec<Sender<Post>>,
    /// Collectives so far: all ranks make the same ones in the same order.
    round: u64,
}

/// What everybody put down for the collective of a round.
#[derive(Debug)]
struct Table {
    size: usize,
    rounds: Mutex<Vec<Round>>,
    moved: Condvar,
}

#[derive(Debug)]
struct Round {
    number: u64,
    given: Vec<Option<Vec<u8>>>,
    taken: usize,
}

/// So many ranks, by rank.
pub(crate) fn ranks(size: usize) -> Vec<ThreadRanks> {
    let table = Arc::new(Table {
        size,
        rounds: Mutex::new(Vec::new()),
        moved: Condvar::new(),
    });
    let (to, posts): (Vec<Sender<Post>>, Vec<Receiver<Post>>) = (0..size).map(|_| channel()).unzip();
    let one = |(rank, posts)| ThreadRanks {
        rank,
        table: Arc::clone(&table),
        posts,
        to: to.clone(),
        round: 0,
    };
    posts.into_iter().enumerate().map(one).collect()
}

impl ThreadRanks {
    /// What all gave, by rank.
    fn exchange(
        &mut self,
        verb: &'static str,
        bytes: Vec<u8>,
        patience: Patience,
    ) -> Result<Vec<Vec<u8>>, RanksError> {
        let number = self.round;
        self.round += 1;
        let until = Instant::now() + patience;
        let table = &self.table;
        let mut rounds = table.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        if rounds.iter().all(|round| round.number != number) {
            rounds.push(Round {
                number,
                given: vec![None; table.size],
                taken: 0,
            });
        }
        if let Some(round) = rounds.iter_mut().find(|round| round.number == number) {
            round.given[self.rank] = Some(bytes);
        }
        table.moved.notify_all();
        loop {
            let found = rounds.iter_mut().position(|round| round.number == number);
            let Some(at) = found else {
                let why = "a round that is over".to_owned();
                return Err(RanksError::Broken { verb, why });
            };
            let round = &mut rounds[at];
            if round.given.iter().all(Option::is_some) {
                let all = round.given.iter().flatten().cloned().collect();
                round.taken += 1;
                if round.taken == table.size {
                    rounds.remove(at);
                }
                return Ok(all);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let seconds = patience.as_secs();
                return Err(RanksError::Late { verb, seconds });
            }
            rounds = table
                .moved
                .wait_timeout(rounds, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

impl Ranks for ThreadRanks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.table.size
    }

    fn barrier(&mut self, patience: Patience) -> Result<(), RanksError> {
        self.exchange("barrier", Vec::new(), patience).map(|_| ())
    }

    fn broadcast(&mut self, bytes: Vec<u8>, patience: Patience) -> Result<Vec<u8>, RanksError> {
        let all = self.exchange("broadcast", bytes, patience)?;
        Ok(all.into_iter().next().unwrap_or_default())
    }

    fn gather(&mut self, bytes: &[u8], patience: Patience) -> Result<Vec<Vec<u8>>, RanksError> {
        let all = self.exchange("gather", bytes.to_vec(), patience)?;
        Ok(if self.rank == 0 { all } else { Vec::new() })
    }

    fn all_reduce(
        &mut self,
        values: &[u64],
        how: Reduce,
        patience: Patience,
    ) -> Result<Vec<u64>, RanksError> {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let all = self.exchange("all-reduce", bytes, patience)?;
        let mut sum: Option<Vec<u64>> = None;
        for one in all {
            let (chunks, _) = one.as_chunks::<8>();
            let values: Vec<u64> = chunks.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
            let join = |(a, b): (&u64, &u64)| match how {
                Reduce::Sum => a.wrapping_add(*b),
                Reduce::Least => *a.min(b),
                Reduce::Largest => *a.max(b),
            };
            sum = Some(match sum {
                None => values,
                Some(sum) => sum.iter().zip(&values).map(join).collect(),
            });
        }
        Ok(sum.unwrap_or_default())
    }

    fn post(&mut self, to: usize, bytes: &[u8]) -> Result<(), RanksError> {
        if let Some(to) = self.to.get(to) {
            // As with MPI, a post to a rank that died is lost without a word.
            let _ = to.send(Post {
                from: self.rank,
                bytes: bytes.to_vec(),
            });
        }
        Ok(())
    }

    fn take(&mut self) -> Result<Option<Post>, RanksError> {
        Ok(self.posts.try_recv().ok())
    }
}

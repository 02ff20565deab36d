//! The five verbs and posts, over threads.

use std::time::Duration;

use fiord_cluster::ranks::verbs::{Post, Ranks, RanksError, Reduce};

use crate::on_each;

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn what_collectives_give_is_the_same_everywhere() {
    let results = on_each(4, |ranks, rank| {
        ranks.barrier(PATIENCE).unwrap();
        let sent = ranks
            .broadcast(format!("from {rank}").into_bytes(), PATIENCE)
            .unwrap();
        let gathered = ranks.gather(&vec![7; rank], PATIENCE).unwrap();
        let values = [rank as u64, 10 - rank as u64];
        let reduce = |ranks: &mut dyn Ranks, how| ranks.all_reduce(&values, how, PATIENCE).unwrap();
        let reduced = [Reduce::Sum, Reduce::Least, Reduce::Largest].map(|how| reduce(ranks, how));
        (sent, gathered, reduced)
    });
    for (rank, (sent, gathered, reduced)) in results.iter().enumerate() {
        assert_eq!(sent, b"from 0");
        let lens: Vec<usize> = gathered.iter().map(Vec::len).collect();
        assert_eq!(lens, if rank == 0 { vec![0, 1, 2, 3] } else { vec![] });
        assert_eq!(*reduced, [vec![6, 34], vec![0, 7], vec![3, 10]]);
    }
}

#[test]
fn a_collective_without_one_rank_ends_with_patience() {
    let short = Duration::from_millis(20);
    let results = on_each(2, |ranks, rank| (rank == 0).then(|| ranks.barrier(short)));
    assert_eq!(
        results[0].clone().unwrap(),
        Err(RanksError::Late {
            verb: "barrier",
            seconds: 0
        })
    );
}

#[test]
fn posts_arrive_in_their_order() {
    let received = on_each(3, |ranks, rank| {
        if rank > 0 {
            for number in 0..50_u8 {
                ranks.post(0, &[number]).unwrap();
            }
            return Vec::new();
        }
        let mut all: Vec<Post> = Vec::new();
        while all.len() < 100 {
            match ranks.take().unwrap() {
                Some(post) => all.push(post),
                None => std::thread::yield_now(),
            }
        }
        all
    });
    for from in [1, 2] {
        let of_one = received[0].iter().filter(|post| post.from == from);
        let numbers: Vec<u8> = of_one.map(|post| post.bytes[0]).collect();
        assert_eq!(numbers, (0..50).collect::<Vec<u8>>());
    }
}

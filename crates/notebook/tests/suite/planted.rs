//! Notebooks with one claim each whose truth is planted: false ones are not confirmed, true ones are not contradicted.

use fiord_messages::Lang;
use fiord_notebook::decision::ClaimMark;
use fiord_notebook::judging::JudgedClaim;
use fiord_notebook::markdown;
use fiord_notebook::render::{ExpressionOutcome, outcomes};

use crate::bed::disk;
use crate::random::Random;

/// Repeats of each level, and too few of them.
const REPEATS: u32 = 10;
const TOO_FEW: u32 = 3;

const WRONG_DIRECTION: [&str; 8] = [
    "modes: randread@4k faster than read@4k",
    "modes: read@4k slower than randread@4k",
    "modes: randwrite@64k faster than write@64k by 1.2x",
    "modes: randread faster than read",
    "depths: 1 faster than 8",
    "modes: read@4k slower than write@4k in p99",
    "modes: write@4k faster than read@4k in bandwidth",
    "depths: 4 slower than 2",
];
const WRONG_SIZE: [&str; 8] = [
    "modes: read@4k faster than randread@4k by 3x",
    "modes: read@4k equal to randread@4k within 20%",
    "modes: read@4k at least 25k IOPS",
    "modes: randread@4k at most 9k IOPS",
    "modes: write@4k faster than randwrite@4k",
    "modes: no effect of bs within 10%",
    "depths: knee at 16 to 32",
    "modes: randread@4k p99 at most 150 us",
];
const MEMORY: [&str; 8] = [
    "cache: buffered valid",
    "cache: buffered faster than direct",
    "cache: buffered faster than direct by 10x",
    "cache: buffered at least 100k IOPS",
    "cache: buffered p99 at most 1 ms",
    "cache: buffered at least 400 MB/s",
    "cache.buffered faster than modes.read@4k by 5x",
    "cache: direct invalid",
];
const DEPTH: [&str; 8] = [
    "depths: 32 reaches depth 32",
    "depths: 16 reaches depth 16",
    "depths: 8 below depth 8",
    "depths: 4 below depth 4",
    "depths: 32 reaches depth 16",
    "depths: knee at 2",
    "depths: 1 reaches depth 2",
    "depths: 32 faster than 8 by 1.5x",
];
const FEW: [&str; 8] = [
    "modes: read@4k faster than randread@4k",
    "modes: read@4k at least 15k IOPS",
    "depths: knee at 8",
    "depths: grows with iodepth",
    "places: no effect of position within 20%",
    "modes: write@4k equal to randwrite@4k within 10%",
    "depths: 8 reaches depth 8",
    "modes: read@64k equal to randread@64k within 20%",
];
const TRUE: [&str; 40] = [
    "modes: read@4k faster than randread@4k",
    "modes: read@4k faster than randread@4k by 1.8x",
    "modes: read@4k faster than randread@4k by 80%",
    "modes: randread@4k slower than read@4k",
    "modes: randread@4k slower than read@4k by 1.5x",
    "modes: read@64k equal to randread@64k within 10%",
    "modes: write@4k equal to randwrite@4k within 10%",
    "modes: write@64k faster than randwrite@64k by 1.5x",
    "modes: read@4k at least 15k IOPS",
    "modes: read@4k at most 25k IOPS",
    "modes: read@4k bandwidth at least 60 MB/s",
    "modes: randread@4k at least 30 MB/s",
    "modes: read@4k p99 at most 200 us",
    "modes: read@4k faster than randread@4k in p99",
    "modes: read@4k faster than randread@4k by 1.5x in bandwidth",
    "modes: read faster than randwrite",
    "modes: 4k faster than 64k",
    "modes: 4k valid",
    "modes: read-4k at least 15k IOPS",
    "modes.read@4k faster than cache.direct by 1.5x",
    "modes.read@64k slower than places.0%",
    "depths: grows with iodepth",
    "depths: knee at 8",
    "depths: knee of iodepth at 4 to 16",
    "depths: 8 faster than 1 by 6x",
    "depths: 16 equal to 32 within 10%",
    "depths: 8 reaches depth 8",
    "depths: 4 reaches depth 4",
    "depths: 32 below depth 32",
    "depths: 16 below depth 16",
    "depths: 1 below depth 2",
    "depths: 1 at most 12k IOPS",
    "places: no effect of position within 10%",
    "places: no effect of position within 20% in p99",
    "places: 0% equal to 75% within 10%",
    "places: valid",
    "places: 25% at least 8k IOPS",
    "cache: buffered invalid",
    "cache: direct valid",
    "cache: direct at least 8k IOPS",
];

fn judged(claim: &str, repeats: u32, random: &mut Random) -> JudgedClaim {
    let notebook = markdown::read(&format!("# A disk\n\nIt holds {{? {claim}}}.\n"));
    assert_eq!(notebook.mistakes, [], "{claim}");
    match outcomes(&notebook, &disk(repeats, random)).pop() {
        Some(ExpressionOutcome::Claim(judged)) => judged,
        other => panic!("{claim}: {other:?}"),
    }
}

/// Notebooks of each kind that got a mark, over several disks with the same truth.
fn count(claims: &[&str], repeats: u32, mark: ClaimMark) -> (u32, u32) {
    const DISKS: u64 = 10;
    let mut random = Random(33);
    let (mut met, mut all) = (0, 0);
    for _ in 0..DISKS {
        for claim in claims {
            let judged = judged(claim, repeats, &mut random);
            all += 1;
            if judged.mark == mark {
                met += 1;
                println!(
                    "{claim}: {} {}",
                    judged.mark.symbol(),
                    judged.why.sentence(Lang::En)
                );
            }
        }
    }
    (met, all)
}

#[test]
fn false_claims_are_not_confirmed() {
    for (kind, claims, repeats) in [
        ("wrong direction", WRONG_DIRECTION, REPEATS),
        ("wrong size", WRONG_SIZE, REPEATS),
        ("memory called disk", MEMORY, REPEATS),
        ("depth not reached", DEPTH, REPEATS),
        ("too few runs", FEW, TOO_FEW),
    ] {
        let (held, all) = count(&claims, repeats, ClaimMark::Holds);
        println!("{kind}: {held} of {all} false claims hold");
        assert!(held * 20 <= all, "{kind}: {held} of {all}");
    }
}

#[test]
fn true_claims_are_not_contradicted() {
    let (contradicted, all) = count(&TRUE, REPEATS, ClaimMark::Contradicted);
    let (held, _) = count(&TRUE, REPEATS, ClaimMark::Holds);
    println!("{contradicted} of {all} true claims contradicted, {held} hold");
    assert!(contradicted * 20 <= all, "{contradicted} of {all}");
    // A judge that never decides is of no use.
    assert!(held * 10 >= all * 9, "{held} of {all}");
}

/// A level of a block is meant before a block of the same name.
#[test]
fn a_level_may_be_called_like_a_block() {
    let mut random = Random(2);
    let mut evidence = disk(REPEATS, &mut random);
    evidence[0].block = "read".to_owned();
    let notebook =
        markdown::read("{? read: read@4k faster than randread@4k} {? read: read faster than randwrite}");
    for outcome in outcomes(&notebook, &evidence) {
        let ExpressionOutcome::Claim(judged) = outcome else {
            panic!()
        };
        assert_eq!(judged.mark, ClaimMark::Holds, "{:?}", judged.why);
    }
}

#[test]
fn a_claim_that_cannot_be_told_says_what_it_would_take() {
    let mut random = Random(1);
    let sentence =
        |claim, repeats, random: &mut Random| judged(claim, repeats, random).why.sentence(Lang::En);
    let few = sentence("modes: read@4k faster than randread@4k", 3, &mut random);
    assert!(few.ends_with("3 runs; a decision needs 6 or more."), "{few}");
    let close = sentence("modes: read@4k at least 20k IOPS", 8, &mut random);
    assert!(close.contains("95 % CI"), "{close}");
    let other = sentence("modes: trim@4k at least 20k IOPS", 8, &mut random);
    assert!(other.contains("read, 4k"), "{other}");
    let block = sentence("nothing: a faster than b", 8, &mut random);
    assert!(block.starts_with("Block nothing is not measured."), "{block}");
    let memory = sentence("cache: buffered faster than direct", 8, &mut random);
    assert!(memory.contains("invalid: 8 of 8 runs (cache-read)"), "{memory}");
}

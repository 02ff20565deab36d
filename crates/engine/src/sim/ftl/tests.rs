//! Against closed forms (`fiord_stats::closed_forms`), and against values of Van Houdt (SIGMETRICS 2013) and Frankie et al. (arXiv
//! 1210.5975).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use fiord_stats::closed_forms::{fifo_amplification, greedy_amplification, random_amplification};
use fiord_testbed::every;
use fiord_workload::rng::{Rng, Stream};

/// A drive of `blocks` blocks of `block_pages`, over-provisioned by `spare` percent, without the blocks in reserve: the formulas have none.
fn config(block_pages: u32, blocks: u32, spare: f64, policy: Policy) -> FtlConfig {
    let pages = f64::from(blocks * block_pages);
    let mut config = FtlConfig {
        geometry: Geometry {
            user_pages: (pages / (1.0 + spare / 100.0)).round() as u32,
            blocks,
            block_pages,
        },
        policy,
        separate_copies: false,
        levelling: Levelling::None,
        low_blocks: 0,
        slc: SlcCache::None,
        full_cache: FullCache::Direct,
        bits: 3,
        endurance: 0,
        in_place_of_bad: 0,
        seed: 1,
    };
    config.geometry.blocks += config.reserve_blocks();
    config
}

/// The drive with blocks that survive this number of erases.
fn wearing(mut config: FtlConfig, endurance: u32) -> FtlConfig {
    (config.endurance, config.in_place_of_bad) = (endurance, 3);
    config.geometry.blocks += 3;
    config
}

/// Chooses pages: uniformly, or `rate` of the writes to the first `share` of the pages.
struct Load {
    rng: Rng,
    hot_pages: u64,
    hot_permille: u64,
    pages: u64,
}

impl Load {
    fn uniform(config: &FtlConfig, seed: u64) -> Self {
        Self::hot(config, seed, 1000, 1000)
    }

    fn hot(config: &FtlConfig, seed: u64, writes_permille: u64, pages_permille: u64) -> Self {
        let pages = u64::from(config.geometry.user_pages);
        Self {
            rng: Rng::new(seed, Stream::Offset),
            hot_pages: pages * pages_permille / 1000,
            hot_permille: writes_permille,
            pages,
        }
    }

    fn page(&mut self) -> u32 {
        let hot = fiord_workload::rng::below(self.rng.next(), 1000) < self.hot_permille;
        let (first, count) = if hot {
            (0, self.hot_pages)
        } else {
            (self.hot_pages, self.pages - self.hot_pages)
        };
        (first + fiord_workload::rng::below(self.rng.next(), count)) as u32
    }
}

/// Writes every page once, in order.
fn filled(config: FtlConfig) -> Ftl {
    let mut ftl = Ftl::new(config);
    for page in 0..config.geometry.user_pages {
        ftl.write(page, &mut ()).unwrap();
    }
    ftl
}

fn amplification(ftl: &Ftl) -> f64 {
    ftl.counts().programmed() as f64 / ftl.counts().host as f64
}

/// Write amplification over `passes` passes, after `warm` passes over a drive that was filled in order.
fn steady(config: FtlConfig, load: &mut Load, warm: u64, passes: u64, trims_permille: u64) -> f64 {
    let mut ftl = filled(config);
    let pass = u64::from(config.geometry.user_pages);
    for step in 0..pass * (warm + passes) {
        if step == pass * warm {
            ftl.forget_counts();
        }
        ftl.write(load.page(), &mut ()).unwrap();
        if trims_permille > 0 && fiord_workload::rng::below(load.rng.next(), 1000) < trims_permille {
            ftl.trim(load.page());
        }
    }
    check(&ftl);
    amplification(&ftl)
}

/// What must hold at any time: the two maps agree, and blocks count their valid pages.
fn check(ftl: &Ftl) {
    let mut valid = vec![0; ftl.blocks().count()];
    let mut mapped = 0;
    for page in 0..ftl.config().geometry.user_pages {
        if let Some((physical, _)) = ftl.find(page) {
            assert_eq!(ftl.logical_of[physical as usize], page);
            valid[ftl.block_of(physical) as usize] += 1;
            mapped += 1;
        }
    }
    assert_eq!(mapped, ftl.mapped_pages());
    for (block, (_, count)) in ftl.blocks().enumerate() {
        assert_eq!(valid[block], count, "block {block}");
    }
}

#[track_caller]
fn within(seen: f64, expected: f64, percent: f64) {
    let error = (seen / expected - 1.0) * 100.0;
    // For docs/studies.md, with --nocapture.
    println!("{seen:.3}, expected {expected:.3}: {error:+.2} %");
    assert!(
        error.abs() <= percent,
        "{seen:.4}, expected {expected:.4}: {error:+.2} %"
    );
}

/// Pages of the blocks that the formulas count.
const SPAN: u32 = 131_072;

#[test]
fn uniform_writes_have_the_amplification_of_the_formulas() {
    let drives = [
        (1, 7.0, 12),
        (2, 7.0, 12),
        (3, 7.0, 12),
        (2, 28.0, 8),
        (1, 12.0, 10),
        (3, 50.0, 8),
    ];
    for (seed, spare, passes) in drives.into_iter().step_by(every(3)) {
        let alpha = 1.0 + spare / 100.0;
        let run = |policy, pages: u32| {
            let config = config(pages, SPAN / pages, spare, policy);
            steady(config, &mut Load::uniform(&config, seed), 12, passes, 0)
        };
        within(
            run(Policy::Fifo, 64),
            fifo_amplification(alpha, &[(1.0, 1.0)]),
            1.0,
        );
        within(run(Policy::Greedy, 64), greedy_amplification(alpha, 64), 1.0);
        within(run(Policy::Greedy, 256), greedy_amplification(alpha, 256), 1.0);
        within(run(Policy::Random, 64), random_amplification(alpha), 1.0);
    }
}

#[test]
fn small_blocks_amplify_less() {
    let config = config(16, SPAN / 16, 7.0, Policy::Greedy);
    let seen = steady(config, &mut Load::uniform(&config, 1), 12, 8, 0);
    within(seen, greedy_amplification(1.07, 16), 1.0);
}

#[test]
fn choosing_among_a_few_blocks_is_between_random_and_greedy() {
    for (choices, expected) in [(10, 2.471), (2, 3.222)] {
        let config = config(64, SPAN / 64, 28.0, Policy::Choices(choices));
        within(
            steady(config, &mut Load::uniform(&config, 1), 10, 8, 0),
            expected,
            1.0,
        );
    }
}

#[test]
fn hot_and_cold_pages_in_one_stream_cost_more() {
    for (spare, hot, expected) in [
        (28.0, (800, 200), 2.820),
        (28.0, (900, 100), 3.296),
        (7.0, (800, 200), 8.182),
        (7.0, (900, 100), 8.866),
    ] {
        let (r, f) = (f64::from(hot.0) / 1000.0, f64::from(hot.1) / 1000.0);
        let alpha = 1.0 + spare / 100.0;
        within(
            fifo_amplification(alpha, &[(f, r), (1.0 - f, 1.0 - r)]),
            expected,
            0.1,
        );
        let config = config(64, SPAN / 64, spare, Policy::Fifo);
        let mut load = Load::hot(&config, 1, hot.0 as u64, hot.1 as u64);
        within(steady(config, &mut load, 40, 20, 0), expected, 1.0);
    }
}

#[test]
fn copies_apart_cost_less_if_pages_are_hot_and_cold() {
    let expected = [
        (Policy::Greedy, true, 2.869),
        (Policy::Greedy, false, 3.254),
        (Policy::CostBenefit, true, 1.80),
        (Policy::CostBenefit, false, 3.22),
    ];
    for (policy, separate, expected) in expected.into_iter().step_by(every(2)) {
        let mut config = config(64, SPAN / 64, 28.0, policy);
        config.separate_copies = separate;
        config.geometry.blocks += 2 * u32::from(separate);
        let mut load = Load::hot(&config, 1, 900, 100);
        let seen = steady(config, &mut load, 60, 10, 0);
        within(seen, expected, 1.0);
    }
}

#[test]
fn trimmed_pages_are_more_spare() {
    for (trims, expected) in [(100, 3.510), (250, 2.183)] {
        let config = config(64, SPAN / 64, 7.0, Policy::Fifo);
        let seen = steady(config, &mut Load::uniform(&config, 1), 15, 15, trims);
        within(
            fifo_amplification(1.07 * (1.0 + trims as f64 / 1000.0), &[(1.0, 1.0)]),
            expected,
            0.1,
        );
        within(seen, expected, 1.0);
    }
}

/// What the flash was told.
#[derive(Debug, Default)]
struct Tally {
    reads: u64,
    programs: u64,
    slc_programs: u64,
    erases: u64,
}

impl Medium for Tally {
    fn read(&mut self, _: u32, _: bool, _: FlashCause) {
        self.reads += 1;
    }

    fn program(&mut self, _: u32, slc: bool, _: FlashCause) {
        self.programs += 1;
        self.slc_programs += u64::from(slc);
    }

    fn erase(&mut self, _: bool, _: FlashCause) {
        self.erases += 1;
    }
}

#[test]
fn a_sequential_drive_copies_nothing_and_then_amplifies_bit_by_bit() {
    let config = config(64, SPAN / 64, 7.0, Policy::Greedy);
    let mut ftl = filled(config);
    assert_eq!(amplification(&ftl).to_bits(), 1.0_f64.to_bits());
    // A pass of overwrites in order leaves blocks without valid pages.
    for page in 0..config.geometry.user_pages {
        ftl.write(page, &mut ()).unwrap();
    }
    assert_eq!(ftl.counts().collected, 0);
    let mut load = Load::uniform(&config, 1);
    let mut course = Vec::new();
    for _ in 0..10 {
        ftl.forget_counts();
        for _ in 0..config.geometry.user_pages / 4 {
            ftl.write(load.page(), &mut ()).unwrap();
        }
        course.push(amplification(&ftl));
    }
    assert!(course[0] < 6.0, "{course:?}");
    within(course[9], greedy_amplification(1.07, 64), 2.0);
    check(&ftl);
}

#[test]
fn the_flash_is_told_what_is_counted() {
    let mut config = config(64, 1024, 12.0, Policy::Greedy);
    config.separate_copies = true;
    config.low_blocks = 4;
    config.geometry.blocks += 8;
    let mut ftl = filled(config);
    ftl.forget_counts();
    let (mut tally, mut load) = (Tally::default(), Load::uniform(&config, 1));
    for _ in 0..4 * config.geometry.user_pages {
        ftl.write(load.page(), &mut tally).unwrap();
    }
    let counts = ftl.counts();
    assert_eq!(tally.programs, counts.programmed());
    assert_eq!(tally.reads, counts.collected);
    assert_eq!(tally.erases, counts.erased_blocks);
    assert_eq!(tally.slc_programs, 0);
    // One victim may be half done.
    assert!(counts.victims.iter().sum::<u64>() - counts.erased_blocks <= 1);
    check(&ftl);
}

#[test]
fn collection_in_small_steps_costs_what_whole_victims_cost() {
    let mut config = config(64, SPAN / 64, 12.0, Policy::Greedy);
    config.low_blocks = 3;
    // The blocks that are kept free, and on average half of the victim, are no spare.
    config.geometry.blocks += 2;
    let seen = steady(config, &mut Load::uniform(&config, 1), 12, 8, 0);
    within(seen, greedy_amplification(1.12, 64), 1.0);
}

#[test]
fn a_static_slc_cache_takes_its_blocks_and_is_folded_in_idle_time() {
    let mut config = config(96, 1024, 12.0, Policy::Greedy);
    config.slc = SlcCache::Static(20);
    let cache_pages = 20 * config.slc_pages();
    let mut ftl = Ftl::new(config);
    let mut tally = Tally::default();
    for page in 0..2 * cache_pages {
        ftl.write(page, &mut tally).unwrap();
    }
    assert_eq!(tally.slc_programs, u64::from(cache_pages));
    assert_eq!(ftl.counts().folded, 0);
    while ftl.idle_step(0, &mut tally) {}
    assert_eq!(ftl.counts().folded, u64::from(cache_pages));
    let before = ftl.counts().cached;
    for page in 0..cache_pages {
        ftl.write(page, &mut tally).unwrap();
    }
    assert_eq!(ftl.counts().cached - before, u64::from(cache_pages));
    check(&ftl);
}

#[test]
fn a_cache_that_must_be_folded_first_amplifies_by_two() {
    let mut config = config(96, 1024, 12.0, Policy::Greedy);
    config.slc = SlcCache::Static(20);
    config.full_cache = FullCache::Fold;
    let mut ftl = Ftl::new(config);
    for page in 0..config.geometry.user_pages {
        ftl.write(page, &mut ()).unwrap();
    }
    let cache = f64::from(20 * config.slc_pages());
    let written = f64::from(config.geometry.user_pages);
    within(amplification(&ftl), 1.0 + (written - cache) / written, 1.0);
    assert_eq!(ftl.counts().cached, ftl.counts().host);
    check(&ftl);
}

#[test]
fn a_dynamic_slc_cache_is_what_is_free() {
    let mut config = config(96, 1024, 12.0, Policy::Greedy);
    config.slc = SlcCache::Dynamic(u32::MAX);
    config.low_blocks = 3;
    config.geometry.blocks += 4;
    let mut ftl = Ftl::new(config);
    let mut tally = Tally::default();
    let mut load = Load::uniform(&config, 1);
    for page in 0..config.geometry.user_pages {
        ftl.write(page, &mut tally).unwrap();
    }
    // An empty drive gives all blocks but those that must stay free; each takes a third of its pages.
    let cached = u64::from(config.geometry.blocks) / 3 * 96;
    within(ftl.counts().cached as f64, cached as f64, 2.0);
    for _ in 0..2 * config.geometry.user_pages {
        ftl.write(load.page(), &mut tally).unwrap();
    }
    assert!(!ftl.is_worn_out());
    check(&ftl);
}

/// Passes of hot and cold writes until the drive is at its end.
fn lifetime(levelling: Levelling) -> (f64, f64) {
    let mut config = wearing(config(64, 512, 12.0, Policy::Greedy), 100);
    config.levelling = levelling;
    let mut ftl = filled(config);
    let mut load = Load::hot(&config, 1, 950, 50);
    let mut written: u64 = 0;
    while ftl.write(load.page(), &mut ()).is_ok() {
        written += 1;
    }
    assert!(ftl.is_worn_out());
    let wear: Vec<u32> = ftl.blocks().map(|(wear, _)| wear).collect();
    let mean = wear.iter().sum::<u32>() as f64 / wear.len() as f64;
    (written as f64 / f64::from(config.geometry.user_pages), mean)
}

#[test]
fn levelling_lets_all_blocks_wear_before_the_drive_ends() {
    let (none, worn_none) = lifetime(Levelling::None);
    let (level, worn_level) = lifetime(Levelling::Static(10));
    println!("{none:.1} passes, {worn_none:.1} erases; with static levelling {level:.1}, {worn_level:.1}");
    assert!(level > 1.3 * none, "{level} passes, without levelling {none}");
    assert!(worn_none < 75.0 && worn_level > 85.0, "{worn_none}, {worn_level}");
}

/// Erases of all blocks as a share of what they would survive at most, when as many have failed as are spare.
fn worn_share(blocks: u32, block_pages: u32, endurance: u32, writes_to_permille: u64) -> f64 {
    let mut config = wearing(config(block_pages, blocks, 12.0, Policy::Greedy), endurance);
    (config.levelling, config.low_blocks) = (Levelling::Static(8), 1);
    let mut ftl = filled(config);
    let mut load = Load::hot(&config, 1, 1000, writes_to_permille);
    while ftl.write(load.page(), &mut ()).is_ok() {}
    check(&ftl);
    let spare = config.geometry.blocks - config.least_blocks();
    // With the last spare blocks, more blocks fail than a collection gains.
    assert!(
        ftl.bad_blocks() >= spare * 2 / 3,
        "{} of {spare}",
        ftl.bad_blocks()
    );
    let survived = 0.9 + 0.2 * f64::from(spare) / f64::from(config.geometry.blocks);
    let erases: u64 = ftl.blocks().map(|(wear, _)| u64::from(wear)).sum();
    erases as f64 / (f64::from(config.geometry.blocks) * f64::from(endurance) * survived)
}

#[test]
fn static_levelling_wears_all_blocks_until_the_spare_ones_have_failed() {
    for (blocks, pages, endurance, part) in [
        (512, 64, 100, 1000),
        (512, 8, 1000, 100),
        (2048, 8, 100, 100),
        (512, 8, 1000, 1000),
    ] {
        let share = worn_share(blocks, pages, endurance, part);
        println!("{blocks} blocks of {pages} pages, {endurance} erases, {part} permille written: {share:.3}");
        // Blocks differ by about the gap, which is 8 of 100 erases, or of 1000.
        let least = 1.0 - 8.0 / f64::from(endurance);
        assert!((least - 0.01..=1.01).contains(&share), "{share}");
    }
}

#[test]
fn blocks_of_data_that_never_changes_take_part_if_levelling_is_static() {
    let life = |levelling| {
        let mut config = wearing(config(32, 512, 12.0, Policy::Greedy), 100);
        (config.levelling, config.low_blocks) = (levelling, 1);
        let mut ftl = filled(config);
        // A tenth of the drive is written.
        let mut load = Load::hot(&config, 1, 1000, 100);
        let mut written: u64 = 0;
        while ftl.write(load.page(), &mut ()).is_ok() {
            written += 1;
        }
        check(&ftl);
        written as f64 / f64::from(config.geometry.user_pages)
    };
    let (none, level) = (life(Levelling::None), life(Levelling::Static(8)));
    println!("{none:.1} passes, with static levelling {level:.1}");
    // The closed form has a factor of 1.12 ÷ 0.22, less what levelling copies.
    assert!(level > 3.5 * none, "{level} passes, without levelling {none}");
}

#[test]
fn the_same_seed_gives_the_same_drive() {
    let run = |seed| {
        let mut config = config(64, 512, 12.0, Policy::Choices(3));
        config.seed = seed;
        let mut ftl = filled(config);
        let mut load = Load::uniform(&config, 7);
        for _ in 0..2 * config.geometry.user_pages {
            ftl.write(load.page(), &mut ()).unwrap();
        }
        (ftl.counts().clone(), ftl.blocks().collect::<Vec<_>>())
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

/// Every combination keeps its maps right and always finds a free block.
#[test]
fn no_combination_of_choices_runs_out_of_blocks() {
    let policies = [
        Policy::Greedy,
        Policy::Fifo,
        Policy::CostBenefit,
        Policy::Random,
        Policy::Choices(2),
    ];
    let caches = [SlcCache::None, SlcCache::Static(6), SlcCache::Dynamic(20)];
    let levellings = [Levelling::None, Levelling::Dynamic, Levelling::Static(3)];
    for policy in policies {
        for (number, slc) in (0..).zip(caches) {
            for levelling in levellings {
                for separate_copies in [false, true] {
                    for full_cache in [FullCache::Direct, FullCache::Fold] {
                        let mut config = config(24, 60, 15.0, policy);
                        config.low_blocks = 1 + number;
                        config.geometry.blocks += 6;
                        (config.slc, config.levelling) = (slc, levelling);
                        (config.separate_copies, config.full_cache) = (separate_copies, full_cache);
                        let mut ftl = filled(config);
                        let mut load = Load::hot(&config, 5, 900, 100);
                        for step in 0..4 * config.geometry.user_pages {
                            ftl.write(load.page(), &mut ()).unwrap();
                            if step % 7 == 0 {
                                ftl.trim(load.page());
                            }
                            if step % 11 == 0 {
                                ftl.idle_step(8, &mut ());
                            }
                        }
                        check(&ftl);
                    }
                }
            }
        }
    }
}

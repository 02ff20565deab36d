//! Values of an independent implementation. They were computed once with scipy 1.x and statsmodels (norm, t, chi2, beta, binom;
//! fligner; multipletests; mannwhitneyu, wilcoxon and kendalltau with method='exact', inverted for intervals; binomtest; acf) and, for
//! Spearman's exact chance, by numpy over all permutations. Price and Bonett's ratio is their formula in numpy. The best set and the
//! knee are their formulas in plain Python, with Student's quantile from the integral of its density. The dip, equivalence and ranks of
//! medians are by their definitions in exact arithmetic, over all orders of signs: `tests/golden.py` prints them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_stats::backlog::rising_p;
use fiord_stats::best::{PairedTest, best_set, knee};
use fiord_stats::compare::{EQUIVALENCE_LEVEL, LEVEL, Outcome, outcome, unpaired};
use fiord_stats::interval::{
    median_interval, median_ratio_interval, paired_ratio_interval, paired_shift_interval, shift_interval,
};
use fiord_stats::multiple::holm;
use fiord_stats::probability::*;
use fiord_stats::repeats::{dip, trend};
use fiord_stats::scale::scale_ratio;

#[track_caller]
fn close(found: f64, golden: f64) {
    let error = (found - golden).abs() / golden.abs().max(1e-300);
    assert!(
        error < 1e-9 || (found - golden).abs() < 1e-13,
        "{found} is not {golden}"
    );
}

#[test]
fn normal_and_t_are_those_of_scipy() {
    for (z, golden) in [
        (-2.5, 0.993_790_334_674_223_8),
        (0.0, 0.5),
        (0.3, 0.382_088_577_811_047_4),
        (1.0, 0.158_655_253_931_457_07),
        (4.0, 3.167_124_183_311_986e-5),
        (8.0, 6.220_960_574_271_74e-16),
        (20.0, 2.753_624_118_606_155_6e-89),
    ] {
        close(normal_upper(z), golden);
    }
    for (share, golden) in [
        (1e-9, -5.997_807_015_007_687),
        (0.025, -1.959_963_984_540_054_5),
        (0.9, 1.281_551_565_544_600_4),
        (0.975, 1.959_963_984_540_054),
        (0.999_999, 4.753_424_308_817_087),
    ] {
        close(normal_quantile(share), golden);
    }
    assert!(normal_quantile(0.5).abs() < 1e-9);
    for (t, freedom, golden) in [
        (-1.0, 3.0, 0.804_498_890_522_114_8),
        (0.5, 1.0, 0.352_416_382_349_566_74),
        (2.0, 5.0, 0.050_969_739_414_929_174),
        (3.5, 11.0, 0.002_485_145_256_945_552),
        (2.3, 39.5, 0.013_407_017_107_237_887),
        (6.0, 100.0, 1.586_245_751_401_426e-8),
    ] {
        close(t_upper(t, freedom), golden);
    }
    for (tail, freedom, golden) in [
        (0.025, 5.0, 2.570_581_835_636_315_5),
        (0.05 / 15.0, 5.0, 4.455_751_557_349_916),
        (0.05 / 15.0, 9.0, 3.505_399_261_766_356),
        (1e-5, 2.0, 223.603_443_634_037_18),
        (0.4, 30.0, 0.255_605_364_951_912_8),
    ] {
        close(t_quantile_upper(tail, freedom), golden);
    }
}

#[test]
fn chi_square_and_gamma_are_those_of_scipy() {
    for (x, freedom, golden) in [
        (0.5, 1.0, 0.479_500_122_186_953_37),
        (3.84, 1.0, 0.050_043_521_248_705_19),
        (10.0, 4.0, 0.040_427_681_994_512_79),
        (120.0, 100.0, 0.084_406_681_093_691_77),
        (300.0, 200.0, 5.924_540_335_483_916e-6),
    ] {
        close(chi_square_upper(x, freedom), golden);
    }
    for (share, freedom, golden) in [
        (0.05, 4.0, 0.710_723_021_397_323_9),
        (0.95, 4.0, 9.487_729_036_781_154),
        (0.05, 9.0, 3.325_112_843_066_815),
        (0.95, 99.0, 123.225_221_453_361_8),
    ] {
        close(chi_square_quantile(share, freedom), golden);
    }
    for (x, golden) in [
        (0.5, 0.572_364_942_924_7),
        (2.5, 0.284_682_870_472_919_2),
        (15.5, 26.536_914_491_115_613),
        (1e6, 12_815_504.569_147_611),
    ] {
        close(ln_gamma(x), golden);
    }
}

#[test]
fn binomials_are_those_of_scipy() {
    for (k, n, chance, golden) in [
        (0, 5, 0.3, 0.168_07),
        (3, 20, 0.1, 0.190_119_871_376_199_04),
        (500, 1000, 0.5, 0.025_225_018_178_360_804),
        (99_990, 100_000, 0.9999, 0.125_116_291_681_693_8),
        (123_456, 1_000_000, 0.125, 2.157_838_329_410_768_3e-8),
    ] {
        close(binomial(k, n, chance), golden);
    }
    for (k, n, chance, golden) in [
        (2, 6, 0.5, 0.343_75),
        (12, 40, 0.5, 0.008_294_501_687_487_355),
        (3, 1000, 0.004, 0.433_078_537_665_028_6),
        (499, 1000, 0.5, 0.487_387_490_910_819_73),
    ] {
        close(binomial_lower(k, n, chance), golden);
    }
}

#[test]
fn tests_and_intervals_are_those_of_scipy() {
    let a = [101.2, 99.8, 103.4, 100.1, 98.7, 102.2, 97.5];
    let b = [97.1, 110.3, 88.2, 95.5, 120.4, 79.9, 101.0, 105.5];
    close(scale_ratio(&a, &b).unwrap().p, 0.012_904_191_329_325_309);

    let x = [12.1, 11.4, 13.0, 12.7, 12.0, 11.9, 13.3];
    let y = [10.2, 11.0, 10.9, 11.4, 10.1, 12.0];
    let found = shift_interval(&x, &y, 0.95).unwrap();
    close(found.estimate, 1.3);
    close(found.low, 0.5);
    close(found.high, 2.4);

    let pairs = [0.31, 0.12, -0.05, 0.44, 0.27, 0.08, 0.19, 0.36, -0.11, 0.23];
    let found = paired_shift_interval(&pairs, 0.95).unwrap();
    close(found.estimate, 0.195);
    close(found.low, 0.06);
    close(found.high, 0.315);

    let a = [11.0, 13.0, 14.0, 15.0, 17.0, 19.0, 22.0, 30.0];
    let b = [9.0, 10.0, 12.0, 12.5, 13.0, 14.0, 18.0];
    let found = median_ratio_interval(&a, &b, 0.95).unwrap();
    close(found.estimate, 1.277_497_553_813_704_6);
    close(found.low, 0.803_009_850_084_453_8);
    close(found.high, 2.032_353_650_242_719_7);
}

#[test]
fn adjusted_chances_are_those_of_statsmodels() {
    let p = [0.001, 0.04, 0.03, 0.8, 0.005, 0.012, 0.2, 0.04];
    let golden = [0.008, 0.16, 0.15, 0.8, 0.035, 0.072, 0.4, 0.16];
    holm(&p)
        .iter()
        .zip(golden)
        .for_each(|(found, golden)| close(*found, golden));
    assert_eq!(holm(&[]), [0.0; 0]);
    assert_eq!(holm(&[f64::NAN, 0.01]), [1.0, 0.02]);
}

#[test]
fn orders_are_as_surprising_as_all_permutations_say() {
    close(
        trend(&[3.0, 1.0, 2.0, 5.0, 4.0, 8.0, 6.0, 7.0, 9.0]).unwrap().p,
        0.003_075_396_825_396_825_3,
    );
    close(
        trend(&[3.0, 1.0, 2.0, 5.0, 5.0, 8.0, 6.0, 7.0, 9.0]).unwrap().p,
        0.002_105_379_188_712_522,
    );
    close(
        trend(&[2.0, 9.0, 1.0, 8.0, 4.0, 3.0, 7.0, 6.0, 5.0]).unwrap().p,
        0.677_744_708_994_709,
    );
    close(
        rising_p(&[3.0, 1.0, 2.0, 5.0, 4.0, 8.0, 6.0, 7.0, 9.0, 10.0]),
        0.000_473_159_171_075_837_76,
    );
    close(
        rising_p(&[1.0, 0.0, 5.0, 4.0, 3.0, 2.0, 6.0]),
        0.190_674_603_174_603_16,
    );
}

fn blocks<const CELLS: usize>(rows: [[i32; CELLS]; 7]) -> Vec<Vec<f64>> {
    rows.iter()
        .map(|row| row.iter().map(|value| f64::from(*value)).collect())
        .collect()
}

#[test]
fn the_best_set_and_the_knee_are_those_of_their_formulas() {
    let found = best_set(
        &blocks([
            [100, 104, 131, 130, 90],
            [97, 106, 128, 133, 93],
            [103, 101, 135, 127, 88],
            [99, 108, 126, 131, 91],
            [101, 103, 133, 129, 95],
            [98, 105, 130, 132, 89],
            [102, 107, 127, 128, 92],
        ]),
        0.95,
    )
    .unwrap();
    assert_eq!((found.test, found.members), (PairedTest::StudentT, vec![2, 3]));
    let found = knee(
        &blocks([
            [50, 92, 121, 124, 126],
            [52, 95, 118, 127, 123],
            [49, 97, 120, 122, 127],
            [51, 93, 122, 125, 124],
            [50, 96, 117, 126, 125],
            [53, 94, 119, 123, 126],
            [48, 95, 123, 124, 122],
        ]),
        0.95,
        0.95,
    )
    .unwrap();
    assert_eq!((found.seen, found.first, found.last), (2, 2, Some(3)));
}

/// By bisection over all functions with one mode, where `dip` narrows the modal interval.
#[test]
fn dips_are_those_of_the_definition() {
    let samples: [(&[f64], f64); 5] = [
        (&[1.0, 2.0, 4.0, 7.0, 11.0, 16.0, 22.0, 29.0, 37.0, 46.0], 0.05),
        (
            &[10.0, 11.0, 12.0, 14.0, 15.0, 60.0, 61.0, 63.0, 64.0, 65.0, 66.0],
            0.204_545_454_545_454_56,
        ),
        (
            &[3.0, 5.0, 6.0, 9.0, 20.0, 21.0, 23.0, 40.0, 41.0, 44.0, 47.0, 58.0],
            0.118_055_555_555_555_54,
        ),
        (
            &[
                97.3, 98.4, 99.2, 100.1, 100.9, 101.7, 130.2, 158.6, 159.1, 160.5, 161.2, 162.8,
            ],
            0.191_148_390_616_475_65,
        ),
        (
            &[5.0, 8.0, 13.0, 21.0, 34.0, 55.0, 89.0, 144.0, 233.0],
            0.055_555_555_555_555_55,
        ),
    ];
    for (sorted, golden) in samples {
        let found = dip(sorted).unwrap();
        // Values are moved by a billionth of their range, which tells equal ones apart.
        assert!((found - golden).abs() < 1e-7, "{found} is not {golden}");
    }
}

/// Two one-sided tests, their chances counted over all signs or choices: equivalent where both are at most 5 %.
#[test]
fn equivalence_is_that_of_two_exact_tests() {
    let base = [100.0, 98.0, 103.0, 101.0, 97.0, 105.0, 99.0, 102.0];
    for (other, chance, low, high) in [
        (
            [101.3, 99.1, 103.9, 100.2, 98.6, 104.1, 100.6, 103.3],
            0.003_906_25,
            1.001_277_609_512_942_8,
            1.014_579_576_559_531,
        ),
        (
            [104.1, 101.2, 107.9, 103.3, 102.6, 108.8, 104.4, 105.1],
            0.039_062_5,
            1.031_521_989_608_568,
            1.049_332_630_328_517_3,
        ),
        (
            [105.3, 101.9, 108.8, 104.0, 103.5, 109.9, 105.0, 106.4],
            0.472_656_25,
            1.041_286_333_206_564_5,
            1.058_456_191_194_998_3,
        ),
    ] {
        let interval = paired_ratio_interval(&other, &base, EQUIVALENCE_LEVEL).unwrap();
        close(interval.low, low);
        close(interval.high, high);
        let ratio = paired_ratio_interval(&other, &base, LEVEL).unwrap();
        let outcome = outcome(&ratio, &interval, 0.05);
        assert_eq!(
            outcome == Outcome::Equivalent,
            chance <= 0.05,
            "{outcome:?}, {chance}"
        );
    }
    let base = [100.0, 101.5, 98.7, 102.2, 99.4];
    for (other, chance) in [
        ([100.9, 99.9, 101.1, 98.1, 102.9], 0.003_968_253_968_253_968),
        ([105.0, 103.7, 106.9, 104.1, 102.9], 0.230_158_730_158_730_15),
    ] {
        let outcome = unpaired(&other, &base, 0.05).unwrap().outcome;
        assert_eq!(
            outcome == Outcome::Equivalent,
            chance <= 0.05,
            "{outcome:?}, {chance}"
        );
    }
}

#[test]
fn ranks_of_medians_are_those_of_fractions() {
    for (n, rank, level) in [
        (6, 1, 0.968_75),
        (9, 2, 0.960_937_5),
        (10, 2, 0.978_515_625),
        (12, 3, 0.961_425_781_25),
        (27, 8, 0.980_842_709_541_320_8),
        (39, 13, 0.976_297_297_529_527),
        (40, 14, 0.961_522_691_715_799_7),
    ] {
        let values: Vec<f64> = (1..=n).map(f64::from).collect();
        let found = median_interval(&values, 0.95).unwrap();
        assert_eq!(
            (found.low, found.high),
            (f64::from(rank), f64::from(n + 1 - rank))
        );
        close(found.level, level);
    }
}

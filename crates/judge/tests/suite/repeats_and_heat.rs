//! Traps of repeated runs, of hot drives and of jobs that wear out, planted in records by hand, each with a clean case.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_host::health::{Health, NvmeSmart};
use fiord_judge::{Finding, Severity};
use fiord_messages::Lang;

use crate::run_traps::{clean, evidence, findings, noise_of, value_of};

#[test]
fn repeats_that_differ_are_noise() {
    let found = noise_of(&[310.0, 355.0, 400.0, 470.0, 520.0]);
    assert_eq!(found.len(), 1);
    assert_eq!(value_of(&found[0], "spread_percent"), Some(52.5));
    assert_eq!(value_of(&found[0], "rho"), None, "five runs have no drift");
    assert_eq!(noise_of(&[400.0, 404.0, 410.0]), []);
    assert_eq!(noise_of(&[400.0]), []);
    assert_eq!(noise_of(&[]), []);
    assert_eq!(noise_of(&[400.0, f64::NAN]), []);
    assert_eq!(noise_of(&[0.0, 0.0]), []);
}

#[test]
fn repeats_that_drift_in_their_order_are_noise() {
    let falling = [500.0, 490.0, 480.0, 470.0, 460.0, 450.0, 440.0, 430.0];
    let found = noise_of(&falling);
    assert_eq!(value_of(&found[0], "rho"), Some(-1.0));
    insta::assert_snapshot!(found[0].saw(Lang::En));
    // The same rates in another order.
    assert_eq!(
        noise_of(&[460.0, 490.0, 430.0, 480.0, 500.0, 440.0, 470.0, 450.0]),
        []
    );
    // An order that is as clear, of differences that do not matter.
    assert_eq!(
        noise_of(&[500.0, 499.0, 498.0, 497.0, 496.0, 495.0, 494.0, 493.0]),
        []
    );
}

#[test]
fn repeats_in_two_states_are_noise() {
    let states = [
        500.0, 441.0, 502.0, 499.0, 440.0, 442.0, 501.0, 439.0, 498.0, 443.0, 440.5, 500.5,
    ];
    let found = noise_of(&states);
    assert_eq!(value_of(&found[0], "low_runs"), Some(6.0));
    assert_eq!(value_of(&found[0], "high_runs"), Some(6.0));
    assert_eq!(value_of(&found[0], "high_iops"), Some(500.25));
    assert_eq!(value_of(&found[0], "rho"), None);
    let one = [
        470.0, 465.0, 473.0, 468.0, 471.0, 467.0, 469.0, 472.0, 466.0, 470.5, 469.5, 468.5,
    ];
    assert_eq!(noise_of(&one), []);
}

/// A drive that warns at 84 °C, with these degrees at the start and at the end, and what its log says then.
fn hot(degrees: [i64; 2], change: impl FnOnce(&mut NvmeSmart)) -> Vec<Finding> {
    let mut record = clean();
    let before = NvmeSmart {
        available_spare_percent: 100,
        percentage_used: 3,
        warning_minutes: 9,
        media_errors: 2,
        ..NvmeSmart::default()
    };
    let mut after = before.clone();
    change(&mut after);
    let health = |degrees: i64, smart| Health {
        temperature_millic: Some(degrees * 1000),
        temperature_warning_millic: Some(84_000),
        nvme: Some(smart),
    };
    evidence(&mut record).devices[0].health = Some((health(degrees[0], before), health(degrees[1], after)));
    findings(&record)
}

#[test]
fn heat_that_slows_a_drive_down_is_told_with_its_numbers() {
    assert_eq!(hot([61, 83], |_| {}), []);
    let warm = hot([61, 86], |_| {});
    assert_eq!(
        (warm[0].trap().name(), warm[0].severity),
        ("heat", Severity::Care)
    );
    assert_eq!(value_of(&warm[0], "after_celsius"), Some(86.0));
    let [already, cooled] = [[85, 85], [85, 70]].map(|celsius| hot(celsius, |_| {})[0].saw(Lang::En));
    insta::assert_snapshot!([warm[0].saw(Lang::En), already, cooled].join("\n"));

    let slowed = hot([61, 86], |smart| {
        (smart.slowed_s, smart.slowed_much_s, smart.warning_minutes) = (200, 40, 14);
    });
    assert_eq!(slowed.len(), 1);
    assert_eq!(slowed[0].severity, Severity::Wrong);
    assert_eq!(value_of(&slowed[0], "slowed_s"), Some(240.0));
    assert_eq!(value_of(&slowed[0], "warning_minutes"), Some(5.0));
    // Without a sensor the log alone tells it; without either nothing is known.
    let mut record = clean();
    evidence(&mut record).devices[0].health = Some((Health::default(), Health::default()));
    assert_eq!(findings(&record), []);
}

#[test]
fn errors_and_wear_of_a_drive_are_told() {
    type Change = fn(&mut NvmeSmart);
    let cases: [(Change, Severity, &str, f64); 5] = [
        (
            |smart| smart.critical_warning = 0b110,
            Severity::Wrong,
            "critical_warning",
            6.0,
        ),
        (
            |smart| smart.critical_minutes = 1,
            Severity::Wrong,
            "critical_minutes",
            1.0,
        ),
        (
            |smart| smart.media_errors = 5,
            Severity::Wrong,
            "media_errors",
            3.0,
        ),
        (
            |smart| smart.available_spare_percent = 98,
            Severity::Care,
            "spare_lost_percent",
            2.0,
        ),
        (
            |smart| smart.percentage_used = 4,
            Severity::Note,
            "life_used_percent",
            1.0,
        ),
    ];
    for (change, severity, name, value) in cases {
        let found = hot([40, 45], change);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(
            (found[0].trap().name(), found[0].severity),
            ("heat", severity),
            "{name}"
        );
        assert_eq!(value_of(&found[0], name), Some(value), "{name}");
    }
    insta::assert_snapshot!(hot([40, 45], |smart| smart.critical_warning = 0b110)[0].saw(Lang::En));
    // A log that was reset.
    assert_eq!(hot([40, 45], |smart| smart.media_errors = 0), []);
}

/// `--wear-out` refuses `time_based`, so nothing may advise it there.
#[test]
fn nobody_is_told_to_set_time_based_where_a_job_wears_out() {
    let advice = |wears_out: bool| -> Vec<(&'static str, String)> {
        let mut record = clean();
        record.plan.jobs[0].control.runtime_us = 5_000_000;
        record.workers[0].stats.runtime_ns = 2_000_000_000;
        record.context.wears_out = wears_out;
        let found = findings(&record).into_iter();
        let of_time = found.filter(|finding| ["short-run", "ends-early"].contains(&finding.trap().name()));
        of_time
            .map(|finding| (finding.trap().name(), finding.advice(Lang::En)))
            .collect()
    };
    let (usual, worn) = (advice(false), advice(true));
    let names = |found: &[(&'static str, String)]| found.iter().map(|one| one.0).collect::<Vec<_>>();
    assert_eq!(names(&usual), names(&worn));
    for name in ["short-run", "ends-early"] {
        assert!(names(&worn).contains(&name), "{worn:?}");
    }
    let lines = usual
        .iter()
        .chain(&worn)
        .map(|(name, advice)| format!("{name}: {advice}"));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

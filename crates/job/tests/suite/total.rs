//! No text makes the lowering panic, and what is accepted obeys the limits the engine relies on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::typed;

use fiord_job::help;
use fiord_job::lower::lower;
use fiord_job::options::{self, OptionSpec};
use fiord_job::plan::{BlockSize, Ddir};
use fiord_job::units::{self, BareTime};
use fiord_messages::Lang;
use fiord_testbed::random_cases;
use proptest::prelude::*;
use typed::{MACHINE, has_errors, lower_one, raw};

fn any_option() -> impl Strategy<Value = &'static OptionSpec> {
    let all: Vec<&'static OptionSpec> = options::all().collect();
    proptest::sample::select(all)
}

/// Text that looks like values, mixed with text that does not.
fn any_value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-+0-9a-zA-Z.,:/%' \"]{0,24}",
        "-?[0-9]{1,22}[kmgtpKMG]?(ib|b|i)?([,:/-][0-9]{0,6}[k%]?){0,4}",
        "(zipf|zoned|zoned_abs|pareto|normal|randread|write|roundrobin|mmap):[-0-9./:k,]{0,16}",
        "\\PC{0,12}",
        ".{0,12}",
    ]
}

proptest! {
    #![proptest_config(random_cases(2000))]

    #[test]
    fn any_text_for_any_option_is_taken_or_refused(spec in any_option(), value in any_value()) {
        let lowered = lower_one(&[(spec.name, Some(&value))]);
        prop_assert_eq!(lowered.plan.jobs.len(), 1);
        for diagnostic in &lowered.diagnostics {
            prop_assert!(!diagnostic.message.text(Lang::En).is_empty());
        }
    }

    #[test]
    fn accepted_block_sizes_are_positive_and_ordered(value in any_value(), name in proptest::sample::select(vec!["bs", "bsrange", "bssplit"])) {
        let lowered = lower_one(&[(name, Some(&value))]);
        if has_errors(&lowered) {
            return Ok(());
        }
        for ddir in Ddir::ALL {
            let size = &lowered.plan.jobs[0].access.block_size[ddir];
            prop_assert!(0 < size.min() && size.min() <= size.max(), "{:?}", size);
            if let BlockSize::Split(shares) = size {
                prop_assert_eq!(shares.iter().map(|share| u32::from(share.percent)).sum::<u32>(), 100);
                prop_assert!(shares.len() <= 64);
            }
        }
    }

    #[test]
    fn two_jobs_and_globals_of_any_text(
        globals in proptest::collection::vec((any_option(), any_value()), 0..4),
        own in proptest::collection::vec((any_option(), any_value()), 0..4),
    ) {
        let typed = |list: &[(&'static OptionSpec, String)], line| {
            let list: Vec<(&str, Option<&str>)> = list.iter().map(|(spec, value)| (spec.name, Some(value.as_str()))).collect();
            typed::options(line, &list)
        };
        let mut job = raw("x", "", "");
        job.globals = typed(&globals, 1);
        job.own = typed(&own, 100);
        let lowered = lower(&[job.clone(), job], &MACHINE);
        prop_assert_eq!(lowered.plan.jobs.len(), 2);
    }

    #[test]
    fn units_are_total(text in any_value(), kb_base in proptest::sample::select(vec![1000u32, 1024])) {
        let _ = units::quantity(&text, kb_base);
        let _ = units::time_us(&text, BareTime::Seconds);
        let _ = units::time_us(&text, BareTime::Micros);
        let _ = units::small_int(&text);
        if let Ok((value, rest)) = units::float(&text) {
            prop_assert!(value.is_finite() && text.ends_with(rest));
        }
        let _ = help::option(&text);
        let _ = help::engine(&text);
    }

    #[test]
    fn plain_numbers_mean_themselves(number in 0..i64::MAX / (1 << 50), unit in 0..5usize) {
        let text = format!("{number}{}", ["", "k", "m", "g", "t"][unit]);
        let quantity = units::quantity(&text, 1024).unwrap();
        prop_assert_eq!(quantity.value, number << (10 * unit));
        prop_assert_eq!(quantity.surprise, None);
    }
}

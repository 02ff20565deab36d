//! Which test plants which trap, and which shows that the rule stays silent: one line for every rule of the catalogue, at every
//! time at which it is judged. The table is printed (`--nocapture`), with the kind of each case: made on a real kernel, read from
//! a captured tree of a machine, simulated, or written by hand. It fails when a rule has no line, when a test that it names does
//! not exist or does not speak of the rule, and when a known trap has no rule.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::collections::BTreeMap;

use fiord_record::truth::{When, catalogue};

/// What stands behind a case, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Real,
    Captured,
    Simulated,
    Hand,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Real => "real kernel",
            Kind::Captured => "captured tree",
            Kind::Simulated => "simulated",
            Kind::Hand => "by hand",
        }
    }
}

/// The files whose tests may stand in the table. What kind of case a test is follows from the file that holds it.
const SOURCES: &[(Kind, &str)] = &[
    (Kind::Real, include_str!("truth.rs")),
    (Kind::Real, include_str!("truth_shape.rs")),
    (Kind::Real, include_str!("truth_machine.rs")),
    (Kind::Real, include_str!("truth_facts.rs")),
    (Kind::Real, include_str!("truth_plan.rs")),
    (Kind::Real, include_str!("truth_settings.rs")),
    (Kind::Real, include_str!("claims.rs")),
    (Kind::Real, include_str!("doctor.rs")),
    (Kind::Real, include_str!("explain.rs")),
    (
        Kind::Captured,
        include_str!("../../../record/tests/suite/doctor_trees.rs"),
    ),
    (
        Kind::Captured,
        include_str!("../../../record/tests/suite/machine_rules.rs"),
    ),
    (Kind::Simulated, include_str!("truth_simulated.rs")),
    (Kind::Hand, include_str!("../../../record/src/truth/run/tests.rs")),
    (
        Kind::Hand,
        include_str!("../../../record/tests/suite/plan_rules.rs"),
    ),
    (Kind::Hand, include_str!("../../../record/tests/suite/claims.rs")),
];

/// When the rule is judged, its id, the test that plants the trap, the test in which the rule stays silent. A rule may have
/// several lines; the strongest counts.
const ROWS: &str = "
plan unsafe-target      every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan unsafe-target      a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan no-target          every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan no-target          a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan unsafe-target      a_mounted_device_is_said_to_be_refused                every_rule_passes_a_clean_case
plan no-room            every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan no-target          a_job_that_cannot_run_is_told_so_and_nothing_else     every_rule_passes_a_clean_case
plan no-room            a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan cache-read         every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan cache-read         a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan cache-read         holes_and_cached_pages_are_seen                       every_rule_passes_a_clean_case
plan cache-read         cached_bytes_are_the_kernels                          every_rule_passes_a_clean_case
plan cache-repeat       every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan cache-repeat       a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan cache-repeat       cached_bytes_are_the_kernels                          every_rule_passes_a_clean_case
plan cache-below        every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan zero-data          every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan zero-data          a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan zero-data          a_file_of_zeros_is_known_before_it_is_read            a_file_of_zeros_is_known_before_it_is_read
plan zero-data          a_device_of_zeros_is_known_before_it_is_read          a_device_of_zeros_is_known_before_it_is_read
plan unwritten          every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan unwritten          a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan unwritten          holes_and_cached_pages_are_seen                       holes_and_cached_pages_are_seen
plan same-file-writers  every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan same-file-writers  a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan overwrite-same     every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan overwrite-same     a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan small-file         every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan small-file         a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan stale-file         every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan stale-file         a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan sync-iodepth       every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan sync-iodepth       a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan aio-buffered       every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan aio-buffered       a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan depth-not-reached  every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan write-cached       every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan write-cached       a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan fsync-direct       every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan fsync-direct       a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan direct-buffered    every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan direct-buffered    a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan direct-buffered    direct_and_buffered_are_one_setting                   every_rule_passes_a_clean_case
plan ignored-option     every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan ignored-option     a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan unit-misread       every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan unit-misread       a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan unaligned-direct   every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan unaligned-direct   a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan ends-early         every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan ends-early         a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan short-run          every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan short-run          a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan few-samples        every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan few-samples        a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan gtod-reduce        every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan gtod-reduce        a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan late-generator     every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan late-generator     a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not a_plan_is_told_what_it_walks_into_on_this_machine_and_a_good_one_is_not
plan stack              every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan throttle           every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan cliff              every_worked_example_is_caught                        every_rule_passes_a_clean_case
plan spec-gap           every_worked_example_is_caught                        every_rule_passes_a_clean_case

machine scheduler       a_badly_set_disk_is_named_and_shown                   every_check_is_silent_where_nothing_is_planted
machine rotational      a_badly_set_disk_is_named_and_shown                   every_check_is_silent_where_nothing_is_planted
machine read-ahead      a_badly_set_disk_is_named_and_shown                   every_check_is_silent_where_nothing_is_planted
machine nr-requests     disks_are_named_by_what_stands_behind_them            every_check_is_silent_where_nothing_is_planted
machine nr-requests     a_setting_that_misleads_is_told_and_a_good_one_is_not a_setting_that_misleads_is_told_and_a_good_one_is_not
machine wbt             a_virtual_machine_is_named_as_badly_set_as_the_reports_found_theirs every_check_is_silent_where_nothing_is_planted
machine block-size      a_virtual_machine_is_named_as_badly_set_as_the_reports_found_theirs every_check_is_silent_where_nothing_is_planted
machine cache-below     disks_are_named_by_what_stands_behind_them            every_check_is_silent_where_nothing_is_planted
machine cloud-volume    disks_are_named_by_what_stands_behind_them            every_check_is_silent_where_nothing_is_planted
machine stack           layers_that_change_the_answer_are_named               every_check_is_silent_where_nothing_is_planted
machine fs-class        file_systems_that_do_more_than_place_blocks_are_named every_check_is_silent_where_nothing_is_planted
machine compression     file_systems_that_do_more_than_place_blocks_are_named every_check_is_silent_where_nothing_is_planted
machine governor        a_laptop_that_saves_power_is_named                    every_check_is_silent_where_nothing_is_planted
machine frequency       a_laptop_that_saves_power_is_named                    every_check_is_silent_where_nothing_is_planted
machine c-states        a_laptop_that_saves_power_is_named                    every_check_is_silent_where_nothing_is_planted
machine smt             a_laptop_that_saves_power_is_named                    every_check_is_silent_where_nothing_is_planted
machine numa            layers_that_change_the_answer_are_named               every_check_is_silent_where_nothing_is_planted
machine system          a_virtual_machine_is_named_as_badly_set_as_the_reports_found_theirs every_check_is_silent_where_nothing_is_planted
machine limits          a_virtual_machine_is_named_as_badly_set_as_the_reports_found_theirs every_check_is_silent_where_nothing_is_planted
machine throttle        a_throttle_on_this_process_is_found_with_its_numbers  every_check_is_silent_where_nothing_is_planted
machine cgroup-memory   limits_of_a_container_are_named_with_their_numbers    every_check_is_silent_where_nothing_is_planted
machine foreign-io      another_reader_of_the_disk_is_found                   another_user_of_the_disk_is_named_with_numbers
machine nomerges        every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine nomerges        a_setting_that_misleads_is_told_and_a_good_one_is_not a_setting_that_misleads_is_told_and_a_good_one_is_not
machine write-cache     every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine write-cache     a_setting_that_misleads_is_told_and_a_good_one_is_not a_setting_that_misleads_is_told_and_a_good_one_is_not
machine rq-affinity     every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine rq-affinity     a_setting_that_misleads_is_told_and_a_good_one_is_not a_setting_that_misleads_is_told_and_a_good_one_is_not
machine io-poll         every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine discard         every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine iostats         every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine iostats         a_setting_that_misleads_is_told_and_a_good_one_is_not a_setting_that_misleads_is_told_and_a_good_one_is_not
machine pcie-link       every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine health          every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine mount-options   every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine free-space      every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine quota           every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine memory          every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine dirty-limits    every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine swap            every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine huge-pages      every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine cpus            every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine clock           every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine load            every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted
machine pressure        every_check_names_what_is_planted                     every_check_is_silent_where_nothing_is_planted

run cache-read          a_cached_read_is_memory_and_a_direct_one_is_the_disk  a_cached_read_is_memory_and_a_direct_one_is_the_disk
run cache-below         memory_that_looks_like_files_is_told                  direct_reads_without_a_device_came_from_below
run unwritten           a_sparse_file_is_no_disk                              a_sparse_file_is_no_disk
run write-cached        a_buffered_write_is_memory_until_it_is_synced         a_buffered_write_is_memory_until_it_is_synced
run write-amplification what_lies_below_the_file_system_writes_too            what_lies_below_the_file_system_writes_too
run write-amplification the_journals_share_of_the_writes_is_the_devices_own_count the_journals_share_of_the_writes_is_the_devices_own_count
run same-file-writers   writers_of_the_same_blocks_are_counted_once           writers_of_the_same_blocks_are_counted_once
run same-file-writers   the_writers_of_one_file_and_their_correction          going_round_and_coming_later_is_not_sharing
run sync-iodepth        a_depth_on_a_synchronous_engine_is_one                a_depth_on_a_synchronous_engine_is_one
run aio-buffered        buffered_aio_works_inside_submit                      buffered_aio_works_inside_submit
run depth-not-reached   a_short_queue_is_told_by_littles_law                  a_short_queue_is_told_by_littles_law
run depth-not-reached   a_queue_that_the_file_system_empties_is_told_by_the_device a_deep_queue_on_a_slow_device_is_deep
run fsync-lies          a_sync_of_memory_is_no_sync                           a_sync_of_memory_is_no_sync
run failed              a_run_that_fails_says_so_and_why                      a_clean_record_is_a_b
run short-run           time_and_samples_are_counted                          a_clean_run_gets_a_b
run ends-early          time_and_samples_are_counted                          time_and_samples_are_counted
run few-samples         time_and_samples_are_counted                          time_and_samples_are_counted
run noise               repeats_that_differ_are_noise                         repeats_that_differ_are_noise
run noise               runs_on_a_device_that_changes_between_them_are_noise  runs_on_a_device_at_one_level_are_no_noise
run noise               runs_in_two_states_are_noise                          runs_on_a_device_at_one_level_are_no_noise
run late-generator      a_rate_that_cannot_be_kept_is_late                    a_rate_above_the_device_is_a_backlog_and_one_below_is_none
run gtod-reduce         time_and_samples_are_counted                          time_and_samples_are_counted
run clock               a_slow_clock_matters_where_latencies_are_short        a_slow_clock_matters_where_latencies_are_short
run mixed-medium        two_populations_are_named_with_their_shares           two_populations_are_named_with_their_shares
run mixed-medium        a_file_that_is_half_in_memory_has_two_kinds_of_latency a_file_that_comes_from_its_device_has_one_kind_of_latency
run cliff               a_cliff_is_named_with_its_place                       a_constant_device_raises_at_most_one_alarm_in_twenty
run cliff               a_device_that_falls_after_so_many_bytes_is_a_cliff    a_device_at_one_level_is_steady
run cliff               a_device_that_falls_to_a_round_number_has_used_its_credits a_device_at_one_level_is_steady
run not-steady          a_rate_that_falls_is_not_steady                       a_constant_device_raises_at_most_one_alarm_in_twenty
run not-steady          a_device_that_slows_down_step_by_step_is_not_steady   a_device_at_one_level_is_steady
run heat                heat_that_slows_a_drive_down_is_told_with_its_numbers heat_that_slows_a_drive_down_is_told_with_its_numbers
run heat                errors_and_wear_of_a_drive_are_told                   errors_and_wear_of_a_drive_are_told
run foreign-io          a_neighbour_on_the_device_is_seen                     a_neighbour_on_the_device_is_seen
run throttle            a_limit_is_named_with_its_number                      a_limit_is_named_with_its_number
run throttle            a_limit_makes_the_latency_depth_by_rate      a_limit_makes_the_latency_depth_by_rate
run generator-bound     the_generator_is_the_limit_by_its_processor_or_its_ceiling  the_generator_is_the_limit_by_its_processor_or_its_ceiling
run generator-bound     a_job_that_makes_its_content_is_its_own_limit         a_slow_device_leaves_the_generator_idle
run stack               one_disk_of_two_is_told                               one_disk_of_two_is_told
run stack               a_file_on_one_disk_of_two_is_told_with_its_shares     a_file_on_one_disk_of_two_is_told_with_its_shares
run util-meaningless    full_busy_time_is_a_note_on_parallel_devices_only     full_busy_time_is_a_note_on_parallel_devices_only
run util-meaningless    a_busy_device_with_room_is_told                       a_busy_device_with_room_is_told
run unit-misread        the_same_file_in_another_unit_is_accused              what_fio_measures_is_judged_and_never_accused_of_its_units
run spec-gap            a_fair_gap_is_care_and_an_unfair_one_says_why         a_fair_gap_is_care_and_an_unfair_one_says_why
run spec-gap            a_run_stands_beside_the_claim_before_and_after        a_fair_gap_is_care_and_an_unfair_one_says_why
run overwrite-same      blocks_written_again_and_again_are_counted            blocks_written_again_and_again_are_counted
";

/// Rules that no test plants yet. One that gets a line above must go from here.
const UNPLANTED: &[(When, &str)] = &[];

/// Why a rule has no case on a real kernel, where somebody looked for one.
const NOT_REAL: &[(When, &str, &str)] = &[
    (
        When::Run,
        "clock",
        "the clocks to choose from here (tsc, kvm-clock) take 30 ns; clocksource= of a job chooses none, and the kernel's is \
         everybody's",
    ),
    (
        When::Run,
        "heat",
        "no disk here has a sensor or a SMART log, and loop and zram have neither",
    ),
];

/// Every trap that the project set out to catch.
const TRAPS: &[&str] = &[
    "cache-read",
    "cache-repeat",
    "cache-below",
    "write-cached",
    "zero-data",
    "unwritten",
    "small-file",
    "short-run",
    "overwrite-same",
    "same-file-writers",
    "stale-file",
    "sync-iodepth",
    "aio-buffered",
    "direct-buffered",
    "ignored-option",
    "ends-early",
    "unit-misread",
    "depth-not-reached",
    "foreign-io",
    "util-meaningless",
    "scheduler",
    "rotational",
    "read-ahead",
    "nomerges",
    "write-cache",
    "stack",
    "throttle",
    "cliff",
    "noise",
    "generator-bound",
    "late-generator",
    "gtod-reduce",
    "fsync-lies",
    "fsync-direct",
    "clock",
    "few-samples",
    "mixed-medium",
    "spec-gap",
    "unsafe-target",
];

/// Traps without a rule, and why.
const WITHOUT_RULE: &[(&str, &str)] = &[];

/// Words by which a test that names no rule judges all of them.
const JUDGES_ALL: [&str; 2] = ["rules(When::Plan)", "verdict.findings, []"];

struct Row {
    when: When,
    id: &'static str,
    planted: &'static str,
    clean: &'static str,
}

fn rows() -> Vec<Row> {
    let row = |line: &'static str| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().unwrap_or_else(|| panic!("too few words: {line}"));
        let when = [When::Plan, When::Machine, When::Run]
            .into_iter()
            .zip(["plan", "machine", "run"]);
        let first = word();
        let row = Row {
            when: when
                .into_iter()
                .find(|(_, name)| *name == first)
                .unwrap_or_else(|| panic!("when is `{first}`?"))
                .0,
            id: word(),
            planted: word(),
            clean: word(),
        };
        assert_eq!(words.next(), None, "too many words: {line}");
        row
    };
    ROWS.lines().filter(|line| !line.is_empty()).map(row).collect()
}

/// A test and what it says: its body, the functions of its file that it calls, and the lists of ids that it uses by name.
struct Test {
    kind: Kind,
    text: String,
}

fn test(name: &str) -> Test {
    let line = format!("#[test]\nfn {name}() {{\n");
    let mut found = SOURCES.iter().filter_map(|(kind, source)| {
        let body = source.split_once(&line)?.1;
        Some((
            *kind,
            *source,
            body.split_once("\n}\n").map_or(body, |(body, _)| body),
        ))
    });
    let (kind, source, body) = found.next().unwrap_or_else(|| panic!("no test is called {name}"));
    assert!(found.next().is_none(), "two tests are called {name}");
    let mut text = body.to_owned();
    for called in source.split("\nfn ").skip(1) {
        let (name, rest) = called.split_once('(').unwrap();
        if body.contains(&format!("{name}(")) {
            text.push_str(rest.split_once("\n}\n").map_or(rest, |(body, _)| body));
        }
    }
    for list in source.split("\nconst ").skip(1) {
        let (name, rest) = list.split_once(':').unwrap();
        if body.contains(name) {
            text.push_str(rest.split_once("];\n").map_or("", |(list, _)| list));
        }
    }
    Test { kind, text }
}

impl Test {
    fn speaks_of(&self, id: &str) -> bool {
        self.text.contains(&format!("\"{id}\"")) || JUDGES_ALL.iter().any(|words| self.text.contains(words))
    }
}

#[test]
fn the_table_of_traps() {
    let rows = rows();
    let mut best: BTreeMap<(When, &str), Kind> = BTreeMap::new();
    println!("{:<7} {:<19} {:<13} case", "judged", "trap", "kind");
    for row in &rows {
        let (planted, clean) = (test(row.planted), test(row.clean));
        for (test, name) in [(&planted, row.planted), (&clean, row.clean)] {
            assert!(test.speaks_of(row.id), "{name} does not speak of {}", row.id);
        }
        assert!(
            catalogue()
                .iter()
                .any(|rule| rule.id == row.id && rule.when == row.when),
            "there is no rule {} {}",
            row.when.name(),
            row.id
        );
        println!(
            "{:<7} {:<19} {:<13} {}\n{:<27} {:<13} {} stays silent",
            row.when.name(),
            row.id,
            planted.kind.name(),
            row.planted,
            "",
            clean.kind.name(),
            row.clean,
        );
        let kind = best.entry((row.when, row.id)).or_insert(planted.kind);
        *kind = planted.kind.min(*kind);
    }
    for rule in catalogue() {
        let has = best.contains_key(&(rule.when, rule.id));
        let unplanted = UNPLANTED.contains(&(rule.when, rule.id));
        assert!(
            has != unplanted,
            "{} {}: planted {has}, said to be unplanted {unplanted}",
            rule.when.name(),
            rule.id
        );
    }
    report(&best);
}

/// How many rules stand on which kind of case.
fn report(best: &BTreeMap<(When, &str), Kind>) {
    println!();
    for (when, id) in UNPLANTED {
        println!("{:<7} {id:<19} nothing plants it yet", when.name());
    }
    for (when, id, why) in NOT_REAL {
        let kind = best.get(&(*when, *id)).copied();
        assert!(
            kind > Some(Kind::Real),
            "{id} is said to have no real case, and has {kind:?}"
        );
        println!("{:<7} {id:<19} not real: {why}", when.name());
    }
    for when in [When::Plan, When::Machine, When::Run] {
        let of = |kind| {
            best.iter()
                .filter(|((w, _), k)| *w == when && **k == kind)
                .count()
        };
        println!(
            "{:<7} {} rules: {} on a real kernel, {} from captured trees, {} simulated, {} by hand",
            when.name(),
            catalogue().iter().filter(|rule| rule.when == when).count(),
            of(Kind::Real),
            of(Kind::Captured),
            of(Kind::Simulated),
            of(Kind::Hand)
        );
    }
    for trap in TRAPS {
        let kind = best
            .iter()
            .filter(|((_, id), _)| id == trap)
            .map(|(_, kind)| kind)
            .min();
        if kind != Some(&Kind::Real) {
            println!(
                "{trap}: no case on a real kernel at any time, best {}",
                kind.map_or("none", |kind| kind.name())
            );
        }
    }
    let real = best.values().filter(|kind| **kind == Kind::Real).count();
    println!(
        "{real} of {} rules have a planted case on a real kernel.",
        catalogue().len()
    );
}

#[test]
fn every_known_trap_has_a_rule() {
    for trap in TRAPS {
        let rule = catalogue().iter().any(|rule| rule.id == *trap);
        let excused = WITHOUT_RULE.iter().find(|(id, _)| id == trap);
        match excused {
            Some((_, why)) => {
                println!("{trap}: no rule, {why}");
                assert!(!rule, "{trap} has a rule now");
            }
            None => assert!(rule, "{trap} has no rule"),
        }
    }
}

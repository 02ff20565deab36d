//! Which test plants which trap, and which shows that it stays silent; printed, and checked against the tests and the rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

/// Where each rule after a run is planted and where it must stay silent: in `truth.rs`, in `truth_machine.rs`, in `claims.rs`, in
/// `truth_simulated.rs`, or with records made by hand in `record/src/truth/run/tests.rs`.
const TABLE: [(&str, &str, &str); 29] = [
    (
        "cache-read",
        "a_cached_read_is_memory_and_a_direct_one_is_the_disk",
        "a_cached_read_is_memory_and_a_direct_one_is_the_disk",
    ),
    (
        "cache-below",
        "memory_that_looks_like_files_is_told",
        "direct_reads_without_a_device_came_from_below",
    ),
    (
        "unwritten",
        "a_sparse_file_is_no_disk",
        "a_sparse_file_is_no_disk",
    ),
    (
        "write-cached",
        "a_buffered_write_is_memory_until_it_is_synced",
        "a_buffered_write_is_memory_until_it_is_synced",
    ),
    (
        "write-amplification",
        "the_journals_share_of_the_writes_is_the_devices_own_count",
        "the_journals_share_of_the_writes_is_the_devices_own_count",
    ),
    (
        "same-file-writers",
        "writers_of_the_same_blocks_are_counted_once",
        "writers_of_the_same_blocks_are_counted_once",
    ),
    (
        "sync-iodepth",
        "a_depth_on_a_synchronous_engine_is_one",
        "a_depth_on_a_synchronous_engine_is_one",
    ),
    (
        "aio-buffered",
        "buffered_aio_works_inside_submit",
        "buffered_aio_works_inside_submit",
    ),
    (
        "direct-buffered",
        "direct_and_buffered_are_one_setting",
        "direct_and_buffered_are_one_setting",
    ),
    (
        "depth-not-reached",
        "a_queue_that_the_file_system_empties_is_told_by_the_device",
        "a_deep_queue_on_a_slow_device_is_deep",
    ),
    (
        "fsync-lies",
        "a_sync_of_memory_is_no_sync",
        "a_sync_of_memory_is_no_sync",
    ),
    (
        "failed",
        "a_run_that_fails_says_so_and_why",
        "a_clean_run_gets_a_b",
    ),
    (
        "short-run",
        "time_and_samples_are_counted",
        "a_clean_run_gets_a_b",
    ),
    (
        "ends-early",
        "time_and_samples_are_counted",
        "time_and_samples_are_counted",
    ),
    (
        "few-samples",
        "time_and_samples_are_counted",
        "time_and_samples_are_counted",
    ),
    (
        "noise",
        "repeats_that_differ_are_noise",
        "repeats_that_differ_are_noise",
    ),
    (
        "late-generator",
        "a_rate_that_cannot_be_kept_is_late",
        "a_rate_above_the_device_is_a_backlog_and_one_below_is_none",
    ),
    (
        "gtod-reduce",
        "time_and_samples_are_counted",
        "time_and_samples_are_counted",
    ),
    (
        "clock",
        "a_slow_clock_matters_where_latencies_are_short",
        "a_slow_clock_matters_where_latencies_are_short",
    ),
    (
        "mixed-medium",
        "two_populations_are_named_with_their_shares",
        "two_populations_are_named_with_their_shares",
    ),
    (
        "cliff",
        "a_cliff_is_named_with_its_place",
        "a_constant_device_raises_at_most_one_alarm_in_twenty",
    ),
    (
        "not-steady",
        "a_rate_that_falls_is_not_steady",
        "a_constant_device_raises_at_most_one_alarm_in_twenty",
    ),
    (
        "foreign-io",
        "a_neighbour_on_the_device_is_seen",
        "a_neighbour_on_the_device_is_seen",
    ),
    (
        "throttle",
        "a_limit_is_flat_and_its_latency_is_depth_by_rate",
        "a_limit_is_flat_and_its_latency_is_depth_by_rate",
    ),
    (
        "generator-bound",
        "a_job_that_makes_its_content_is_its_own_limit",
        "a_slow_device_leaves_the_generator_idle",
    ),
    (
        "stack",
        "a_file_on_one_disk_of_two_is_told_with_its_shares",
        "a_file_on_one_disk_of_two_is_told_with_its_shares",
    ),
    (
        "util-meaningless",
        "a_busy_device_with_room_is_told",
        "a_busy_device_with_room_is_told",
    ),
    (
        "unit-misread",
        "the_same_file_in_another_unit_is_accused",
        "what_fio_measures_is_judged_and_never_accused_of_its_units",
    ),
    (
        "spec-gap",
        "a_fair_gap_is_care_and_an_unfair_one_says_why",
        "a_fair_gap_is_care_and_an_unfair_one_says_why",
    ),
];

#[test]
fn the_table_of_traps() {
    let sources = [
        ("real", include_str!("truth.rs")),
        ("real", include_str!("claims.rs")),
        ("real", include_str!("truth_machine.rs")),
        ("simulated", include_str!("truth_simulated.rs")),
        ("by hand", include_str!("../../record/src/truth/run/tests.rs")),
        ("by hand", include_str!("../../record/tests/claims.rs")),
    ];
    let kind = |test: &str| {
        let line = format!("\nfn {test}()");
        sources
            .iter()
            .find(|(_, text)| text.contains(&line))
            .unwrap_or_else(|| panic!("no test is called {test}"))
            .0
    };
    println!("{:<20} {:<9} planted / clean", "trap", "");
    for (trap, planted, clean) in TABLE {
        println!(
            "{trap:<20} {:<9} {planted}\n{:<20} {:<9} {clean}",
            kind(planted),
            "",
            kind(clean)
        );
    }
    for rule in fiord_record::truth::run::RULES {
        assert!(
            TABLE.iter().any(|(trap, ..)| *trap == rule.id),
            "{} has no test in the table",
            rule.id
        );
    }
}

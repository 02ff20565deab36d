//! The grammar of command lines and job files, rule by rule. What fio does with the same text is in `oracle.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::desk;

use desk::{errors, jobs, read, read_file, warnings};
use fiord_job::cli::{Action, Eta, IdleProf, OutputFormat};
use fiord_job::diagnostic::Diagnostic;
use fiord_job::plan::Ddir;
use fiord_job::showcmd::{command_line, to_job_file};
use fiord_messages::Lang;

#[test]
fn every_published_command_is_read() {
    let mut count = 0;
    for (place, args) in desk::published_commands() {
        let parsed = desk::read_words(&args, &[], &[]);
        assert_eq!(errors(&parsed), Vec::<String>::new(), "{place}: {args:?}");
        assert_eq!(parsed.jobs.len(), 1, "{place}");
        count += 1;
    }
    assert_eq!(count, 230);
}

#[test]
fn one_dash_or_two_and_values_in_the_next_word() {
    for line in [
        "--name=a --rw=write",
        "-name=a -rw=write",
        "--name a --rw write",
        "-name a -rw write",
    ] {
        assert_eq!(jobs(&read(line, &[], &[])), ["a:  | rw=write"], "{line}");
    }
}

#[test]
fn unique_prefixes_are_enough_and_ambiguous_ones_are_listed() {
    let parsed = read("--na=a --io_siz=1G --group_rep --ioengin=null --out=x", &[], &[]);
    assert_eq!(jobs(&parsed), ["a:  | io_size=1G group_reporting ioengine=null"]);
    assert_eq!(errors(&parsed), ["`out` could be several options"]);
    let fio = parsed.diagnostics[0].fio_message.as_deref().unwrap();
    assert!(
        fio.starts_with("fio: option '--out=x' is ambiguous; possibilities: '--output' '--output-format'\n"),
        "{fio}"
    );
    // fio's profiles bring a second `size`, so that it must be written out.
    assert_eq!(
        errors(&read("--name=a --siz=1g", &[], &[])),
        ["`siz` could be several options"]
    );
    assert_eq!(
        errors(&read("--name=a --size=1g", &[], &[])),
        Vec::<String>::new()
    );
}

#[test]
fn flags_stand_bare_and_other_options_take_the_next_word() {
    let parsed = read("--name=a --thread --norandommap=0 --direct --rw=write", &[], &[]);
    assert_eq!(jobs(&parsed), ["a:  | thread norandommap=0 direct=--rw=write"]);
    assert!(errors(&read("--name=a --direct", &[], &[])).contains(&"`direct` needs a value".to_owned()));
    assert!(errors(&read("--name=a --bs=", &[], &[])).contains(&"`bs` has an empty value".to_owned()));
    assert!(
        errors(&read("--name=a --readonly=1", &[], &[])).contains(&"`readonly` takes no value".to_owned())
    );
}

#[test]
fn options_before_the_first_name_are_globals() {
    let parsed = read(
        "--bs=8k --name=a --rw=write --name=global --iodepth=2 --name=b",
        &[],
        &[],
    );
    assert_eq!(jobs(&parsed), ["a: bs=8k | rw=write", "b: bs=8k iodepth=2 | "]);
    let names: Vec<&str> = parsed.globals.iter().map(|option| option.spec.name).collect();
    assert_eq!(
        names,
        ["bs", "name", "iodepth"],
        "fio echoes the name of a global section too"
    );
}

#[test]
fn command_line_globals_hold_for_the_first_file_only() {
    let files = [
        ("1.fio", "[global]\nrw=write\n[a]\n[b]\n"),
        ("2.fio", "[c]\n[d]\n"),
    ];
    let parsed = read("1.fio --bs=8k 2.fio", &files, &[]);
    assert_eq!(
        jobs(&parsed),
        [
            "a: bs=8k rw=write | ",
            "b: bs=8k rw=write | ",
            "+c:  | ",
            "d:  | "
        ]
    );
}

#[test]
fn jobs_of_the_command_line_come_before_those_of_files() {
    let parsed = read("1.fio --name=j --bs=8k", &[("1.fio", "[a]\n")], &[]);
    assert_eq!(jobs(&parsed), ["j:  | bs=8k", "a:  | "]);
}

#[test]
fn two_dashes_end_the_options() {
    let parsed = read("--name=a -- --bs=4k", &[], &[]);
    assert_eq!(
        errors(&parsed),
        [
            "job file `--bs=4k`: cannot be read (No such file or directory); use a readable job file, or write the job as options (--name=NAME --rw=read …)"
        ]
    );
    assert_eq!(
        parsed.diagnostics[0].fio_message.as_deref(),
        Some("fio: unable to open '--bs=4k' job file")
    );
}

#[test]
fn a_dash_is_standard_input() {
    assert_eq!(jobs(&read("-", &[("-", "[a]\nbs=4k\n")], &[])), ["a:  | bs=4k"]);
}

#[test]
fn engine_options_follow_their_engine_on_the_command_line() {
    let ok = [
        "--name=a --ioengine=io_uring --hipri",
        "--ioengine=io_uring --hipri --name=a --fixedb",
    ];
    for line in ok {
        assert_eq!(errors(&read(line, &[], &[])), Vec::<String>::new(), "{line}");
    }
    let bad = [
        "--name=a --hipri --ioengine=io_uring",
        "--name=a --ioengine=sync --hipri",
        "--name=a --ioengine=io_uring --name=b --hipri",
        "--ioengine=libaio --name=a --ioengine=io_uring --userspace_reap",
    ];
    for line in bad {
        let errors = errors(&read(line, &[], &[]));
        assert!(
            errors
                .iter()
                .any(|error| error.contains("not an option of the engine")),
            "{line}: {errors:?}"
        );
    }
}

#[test]
fn engine_options_stand_anywhere_in_a_section() {
    assert_eq!(
        errors(&read_file("[a]\nhipri\nioengine=io_uring\n")),
        Vec::<String>::new()
    );
    assert_eq!(
        errors(&read_file("[global]\nioengine=io_uring\n[a]\nhipri=1\n")),
        Vec::<String>::new()
    );
    let parsed = read_file("[a]\nhipri\n[b]\nioengine=io_uring\n");
    assert_eq!(errors(&parsed), ["`hipri` is not an option of the engine psync"]);
    assert_eq!(parsed.diagnostics[0].origin.as_ref().unwrap().line, 2);
}

#[test]
fn a_wrong_name_is_shown_with_its_place_and_the_nearest_name() {
    let parsed = read_file("[a]\n  iodpeth=32\nbs=4k\nfrobnicate\n");
    assert_eq!(
        parsed.diagnostics[0].render(&parsed.sources, "fiord", Lang::En),
        "fiord: j.fio:2:3: `iodpeth` is not an option\n    2 |   iodpeth=32\n      |   ^^^^^^^ did you mean `iodepth`?\n"
    );
    assert_eq!(
        parsed.diagnostics[0].fio_message.as_deref(),
        Some("Bad option <iodpeth=32>\nDid you mean iodepth?")
    );
    assert_eq!(
        errors(&parsed),
        ["`iodpeth` is not an option", "`frobnicate` is not an option"],
        "reading goes on"
    );
    assert_eq!(jobs(&parsed), ["a:  | bs=4k"]);

    let parsed = read("--name=a --iodpeth=32", &[], &[]);
    assert_eq!(
        parsed.diagnostics[0].render(&parsed.sources, "fiord", Lang::En),
        "fiord: argument 2: `iodpeth` is not an option\n      | --iodpeth=32\n      |   ^^^^^^^ did you mean `iodepth`?\n"
    );
}

/// Whether an engine has it is known when the job is read to its end.
#[test]
fn an_option_that_its_engine_does_not_have_is_shown_with_its_place() {
    let parsed = read("--name=a --filename=f --size=1m --rw=write --atomic=1", &[], &[]);
    assert_eq!(
        parsed.diagnostics[0].render(&parsed.sources, "fiord", Lang::En),
        "fiord: argument 5: atomic: psync cannot ask for atomic writes\n      | --atomic=1\n      |   ^^^^^^^^ use ioengine=pvsync2, libaio or io_uring\n"
    );
}

#[test]
fn names_in_job_files_are_exact() {
    for name in ["iodept", "BS", "--bs", "time_b"] {
        let parsed = read_file(&format!("[a]\n{name}=4\n"));
        assert_eq!(errors(&parsed), [format!("`{name}` is not an option")]);
    }
    assert_eq!(jobs(&read_file("[a]\nblocksize=4k\n")), ["a:  | bs=4k"]);
}

#[test]
fn comments_and_blanks_are_dropped() {
    let text = "; one\n# two\n\n  [a]  ; three\n\tbs=4k   # four\nrw=write;five\r\nsize=1m\r\n";
    assert_eq!(jobs(&read_file(text)), ["a:  | bs=4k rw=write size=1m"]);
}

#[test]
fn blanks_after_the_equals_sign_stay_and_are_warned_of() {
    let parsed = read_file("[a]\nbs = 4k\ndirectory = /tmp\niodepth = 4\nfilename = x\n");
    assert_eq!(
        jobs(&parsed),
        ["a:  | bs= 4k directory= /tmp iodepth= 4 filename=x"]
    );
    assert_eq!(
        warnings(&parsed),
        [
            "fio sees no unit in a value that begins with a blank: it reads `4k` as 4",
            "fio keeps the blank after `=` as part of the value"
        ]
    );
    let fixed = fiord_job::plan::BlockSize::Fixed(4);
    assert_eq!(parsed.plan.jobs[0].access.block_size.0[0], fixed);
}

#[test]
fn global_sections_hold_for_later_sections() {
    let text = "[global]\nbs=8k\n[a]\n[globals of the rest]\nrw=write\n[b]\n[GLOBAL]\n";
    assert_eq!(
        jobs(&read_file(text)),
        ["a: bs=8k | ", "b: bs=8k rw=write | ", "GLOBAL: bs=8k rw=write | "]
    );
}

#[test]
fn an_option_outside_a_section_is_an_error() {
    let parsed = read_file("bs=4k\n[a]\n");
    assert_eq!(
        parsed.diagnostics[0].fio_message.as_deref(),
        Some("fio: option <bs=4k> outside of [] job section")
    );
    assert!(parsed.failed());
}

#[test]
fn a_section_line_without_bracket_is_read_as_fio_does() {
    let parsed = read_file("[a] bs=8k\n");
    assert_eq!(jobs(&parsed), ["a] bs=8:  | "]);
    assert_eq!(warnings(&parsed).len(), 1);
}

#[test]
fn a_name_inside_a_section_wins() {
    assert_eq!(read_file("[a]\nname=b\n").jobs[0].name, "b");
}

#[test]
fn a_name_in_a_global_section_names_no_job() {
    let parsed = read_file("[global]\nname=glob\n[a]\n[b]\nname=own\n");
    let names: Vec<_> = parsed.plan.jobs.iter().map(|job| job.name.as_str()).collect();
    assert_eq!(names, ["a", "own"]);
}

#[test]
fn jobs_that_are_reported_together_record_the_same_latencies() {
    let failed = |text: &str| read_file(text).failed();
    let differ = "[global]\ngroup_reporting\n[a]\n[b]\nlat_percentiles=1\n";
    assert_eq!(
        errors(&read_file(differ)),
        ["lat_percentiles: job `b` differs from the jobs that are reported with it"]
    );
    assert!(!failed(&format!("{differ}new_group\n")));
    assert!(!failed(&format!("{differ}stats=0\n")));
    assert!(!failed("[a]\n[b]\nlat_percentiles=1\n"));
    assert!(failed("[a]\n[b]\nlat_percentiles=1\ngroup_reporting\n"));
}

#[test]
fn single_letters_stand_for_options_of_the_invocation() {
    let parsed = read("-mP -oreport -L 2 --name=a", &[], &[]);
    assert_eq!(errors(&parsed), Vec::<String>::new());
    assert_eq!(parsed.action, Action::ParseOnly);
    assert_eq!(parsed.cli.output.as_deref(), Some("report"));
    assert_eq!(parsed.cli.progress.status_interval_us, Some(2_000_000));
    assert_eq!(parsed.cli.output_formats, [OutputFormat::Terse]);
    assert_eq!(errors(&read("-mq --name=a", &[], &[])), ["`q` is not an option"]);
}

#[test]
fn includes_are_relative_to_the_file_that_names_them() {
    let files = [
        ("dir/a.fio", "[a]\ninclude sub/x.inc\nsize=1m\n"),
        ("dir/sub/x.inc", "rw=write\ninclude y.inc ; deeper\n"),
        ("dir/sub/y.inc", "bs=16k\n"),
    ];
    assert_eq!(
        jobs(&read("dir/a.fio", &files, &[])),
        ["a:  | rw=write bs=16k size=1m"]
    );
}

#[test]
fn bad_includes_are_errors() {
    let loops = [("a.fio", "[a]\ninclude a.inc\n"), ("a.inc", "include a.inc\n")];
    assert_eq!(errors(&read("a.fio", &loops, &[])), ["`a.inc` includes itself"]);
    let section = [("a.fio", "[a]\ninclude s.inc\nsize=1m\n"), ("s.inc", "[b]\n")];
    assert_eq!(
        errors(&read("a.fio", &section, &[])),
        ["an included file cannot begin a section"]
    );
    assert_eq!(
        errors(&read_file("[a]\ninclude gone\n")),
        [
            "job file `gone`: cannot be read (No such file or directory); use a readable job file, or write the job as options (--name=NAME --rw=read …)"
        ]
    );
}

#[test]
fn variables_come_from_the_environment_in_job_files_only() {
    let text = "[a]\nbs=${BS}k\n${KEY}=7\nfilename=x${GONE}y\n";
    let parsed = read("j.fio", &[("j.fio", text)], &[("BS", "4"), ("KEY", "iodepth")]);
    assert_eq!(jobs(&parsed), ["a:  | bs=4k iodepth=7 filename=xy"]);
    assert_eq!(
        warnings(&parsed),
        ["environment variable `GONE`: not set; read as empty"]
    );
    assert_eq!(
        errors(&read_file("[a]\nbs=${GONE}\n")),
        ["`bs` has an empty value"]
    );
    let parsed = read("--name=a --filename=${BS}", &[], &[("BS", "4")]);
    assert_eq!(jobs(&parsed), ["a:  | filename=${BS}"]);
}

#[test]
fn keywords_are_replaced_and_computed() {
    let cases = [
        ("bs=$pagesize", "bs=4096"),
        ("bs=2*$pagesize", "bs=8192"),
        ("size=$mb_memory*1024*1024/2", "size=8388608000"),
        ("numjobs=$ncpus*1.5", "numjobs=3.0"),
        ("numjobs=7/$ncpus", "numjobs=3"),
        ("size=($ncpus+2)*$pagesize", "size=16384"),
        ("filename=f.$ncpus.x", "filename=f.2.x"),
        ("filename=/dev/x$ncpus", "filename=/dev/x2"),
        (
            "filename_format=$jobname.$jobnum",
            "filename_format=$jobname.$jobnum",
        ),
    ];
    for (line, option) in cases {
        assert_eq!(
            jobs(&read_file(&format!("[a]\n{line}\n"))),
            [format!("a:  | {option}")],
            "{line}"
        );
    }
    assert_eq!(
        errors(&read_file("[a]\nsize=$pagesize/0\n")),
        ["`4096/0` divides by zero"]
    );
    assert_eq!(
        errors(&read_file("[a]\nbs=$pagesize-1k\n")),
        ["`4096-1k` is not a valid expression"]
    );
}

#[test]
fn options_of_the_whole_invocation_stand_anywhere() {
    let line = "--name=a --output=o --output-format=json,normal --append-terse --terse-version=5 --eta=never \
                --eta-newline=2 --eta-interval=500ms --status-interval=1m --readonly --warnings-fatal --max-jobs=9 \
                --bandwidth-log --idle-prof=percpu --trigger-file=t --trigger=c --trigger-timeout=3 \
                --aux-path=/x --allow-destroy=/dev/a --allow-destroy=/dev/b --evidence=e.json --alloc-size=4 --size=1m";
    let parsed = read(line, &[], &[]);
    assert_eq!(errors(&parsed), Vec::<String>::new());
    assert_eq!(jobs(&parsed), ["a:  | size=1m"]);
    let cli = parsed.cli;
    assert_eq!(cli.output.as_deref(), Some("o"));
    assert_eq!(
        cli.output_formats,
        [OutputFormat::Json, OutputFormat::Normal, OutputFormat::Terse]
    );
    assert_eq!(
        (cli.terse_version, cli.progress.eta, cli.progress.eta_newline_us),
        (5, Eta::Never, Some(2_000_000))
    );
    assert_eq!(
        (cli.progress.eta_interval_us, cli.progress.status_interval_us),
        (500_000, Some(60_000_000))
    );
    assert!(cli.readonly && cli.warnings_fatal);
    assert_eq!(cli.bandwidth_log.as_deref(), Some("agg"));
    let named = read("--bandwidth-log=sum --name=a --size=1m", &[], &[]);
    assert_eq!(named.cli.bandwidth_log.as_deref(), Some("sum"));
    assert_eq!((cli.max_jobs, cli.idle_prof), (Some(9), Some(IdleProf::PerCpu)));
    assert_eq!(cli.trigger.timeout_us, Some(3_000_000));
    assert_eq!(cli.allow_destroy, ["/dev/a", "/dev/b"]);
    assert_eq!(cli.evidence.as_deref(), Some("e.json"));
}

#[test]
fn the_last_output_format_counts() {
    let formats = |line: &str| read(line, &[], &[]).cli.output_formats;
    assert_eq!(
        formats("--output-format=json --output-format=normal"),
        [OutputFormat::Normal]
    );
    assert_eq!(formats("--output-format=json --minimal"), [OutputFormat::Terse]);
    assert_eq!(
        formats("--append-terse --output-format=json"),
        [OutputFormat::Json]
    );
    assert_eq!(formats("--name=a"), [OutputFormat::Normal]);
}

#[test]
fn what_is_not_supported_is_refused_by_name() {
    for option in [
        "--client=h",
        "--server",
        "--daemonize=p",
        "--remote-config=f",
        "--profile=act",
    ] {
        let errors = errors(&read(&format!("{option} --name=a"), &[], &[]));
        let name = option.split('=').next().unwrap();
        assert!(
            errors[0].starts_with(&format!("`{name}`: not supported")),
            "{errors:?}"
        );
    }
}

#[test]
fn actions() {
    let action = |line: &str| read(line, &[], &[]).action;
    assert_eq!(action("--name=a"), Action::Run);
    assert_eq!(action("--parse-only --name=a"), Action::ParseOnly);
    for line in ["--version", "-v", "-vers", "--name=a --version --bogus"] {
        assert_eq!(action(line), Action::Version, "{line}");
    }
    assert_eq!(action("-h"), Action::Help);
    assert_eq!(action("--cmdhelp"), Action::CmdHelp(None));
    assert_eq!(action("--cmdhelp=bs"), Action::CmdHelp(Some("bs".to_owned())));
    assert_eq!(
        action("--enghelp=libaio,nowait"),
        Action::EngHelp(Some("libaio,nowait".to_owned()))
    );
    assert_eq!(action("--crctest"), Action::CrcTest(None));
    assert!(read("--bogus --version", &[], &[]).failed());
}

#[test]
fn no_job_is_an_error_unless_only_reading() {
    for line in ["", "--bs=4k", "j.fio"] {
        let parsed = read(line, &[("j.fio", "[global]\nbs=4k\n")], &[]);
        assert_eq!(
            parsed.diagnostics.last().unwrap().fio_message.as_deref(),
            Some("No job(s) defined"),
            "{line}"
        );
    }
    assert!(!read("--parse-only", &[], &[]).failed());
}

#[test]
fn sections_can_be_selected() {
    let text = "[global]\nbs=8k\n[a]\nfrob=1\n[b]\n";
    let parsed = read("--section=b j.fio", &[("j.fio", text)], &[]);
    assert_eq!(
        errors(&parsed),
        Vec::<String>::new(),
        "what is left out is not judged"
    );
    assert_eq!(jobs(&parsed), ["b: bs=8k | "]);
    assert!(read("--section=global j.fio", &[("j.fio", text)], &[]).failed());
}

#[test]
fn ten_thousand_jobs_are_read() {
    let text: String = (0..10_000)
        .map(|n| format!("[job{n}]\nbs=4k\nsize=1m\n"))
        .collect();
    let parsed = read_file(&text);
    assert_eq!(errors(&parsed), Vec::<String>::new());
    assert_eq!(parsed.jobs.len(), 10_000);
}

/// A command line is taken as it is written, a job file is not.
#[test]
fn names_of_files_keep_their_place() {
    let text = "[a]\nfilename=x:y\nnrfiles=1\ndirectory=d\n";
    let parsed = read("j.fio", &[("j.fio", text)], &[]);
    let line = command_line("fio", &[], &parsed.files[0]);
    assert_eq!(line, "fio --name=a --nrfiles=1 --directory=d --filename=x:y");
    let from_line = read(line.strip_prefix("fio ").unwrap(), &[], &[]);
    let files = |parsed: &fiord_job::invocation::Parsed| parsed.plan.jobs[0].files.filenames.clone();
    assert_eq!(
        (files(&from_line), files(&parsed)),
        (files(&parsed), vec!["d/x".to_owned(), "d/y".to_owned()])
    );
}

#[test]
fn showcmd_means_the_same() {
    let text = "[global]\nioengine=io_uring\nbs=8k\n[a]\nfixedbufs\nrw=write\n[global]\nrw=randread\n[b b]\n\
                description=it is, here\nfilename=x y\n";
    let parsed = read("j.fio", &[("j.fio", text)], &[]);
    let line = command_line("fio", &[], &parsed.files[0]);
    assert_eq!(
        line,
        "fio --ioengine=io_uring --bs=8k --name=a --rw=write --fixedbufs --name=global --rw=randread --name=\"b b\" \
         --description=\"it is, here\" --filename=\"x y\""
    );
    let from_line = read(line.strip_prefix("fio ").unwrap(), &[], &[]);
    let options = |parsed: &fiord_job::invocation::Parsed| -> Vec<Vec<(&str, Option<String>)>> {
        let of = |job: &fiord_job::raw::RawJob| {
            let all = job
                .globals
                .iter()
                .chain(&job.own)
                .filter(|option| option.spec.name != "name");
            let mut all: Vec<_> = all
                .map(|option| (option.spec.name, option.value.clone()))
                .collect();
            all.sort();
            all
        };
        parsed.jobs.iter().map(of).collect()
    };
    assert_eq!(options(&from_line), options(&parsed));
    let again = desk::read_words(
        &["--bs=1k".to_owned(), "j.fio".to_owned()],
        &[("j.fio", text)],
        &[],
    );
    assert!(
        command_line("fio", &again.globals, &again.files[0]).starts_with("fio --bs=1k --ioengine=io_uring")
    );
}

#[test]
fn job_files_rendered_from_jobs_are_read_the_same() {
    let files = [
        ("1.fio", "[global]\nbs=8k\n[a]\nthread\n[global]\nrw=write\n[b]\n"),
        ("2.fio", "[c]\nsize=1m\n"),
    ];
    for line in [
        "1.fio",
        "1.fio 2.fio",
        "--bs=4k --name=x --rw=read --name=y --stonewall",
        "--bs=1k 1.fio",
    ] {
        let parsed = read(line, &files, &[]);
        let text = to_job_file(&parsed.jobs).unwrap();
        let again = read_file(&text);
        assert_eq!(errors(&again), Vec::<String>::new(), "{text}");
        let flat = |parsed: &fiord_job::invocation::Parsed| -> Vec<String> {
            jobs(parsed)
                .iter()
                .map(|job| {
                    job.replace(" | ", " ")
                        .replace("+c: ", "c: stonewall")
                        .split_whitespace()
                        .collect::<Vec<_>>()
                        .join(" ")
                })
                .collect()
        };
        assert_eq!(flat(&again), flat(&parsed), "{line}:\n{text}");
    }
    let parsed = read("--name=a '--description=a;b'", &[], &[]);
    assert_eq!(
        to_job_file(&parsed.jobs).unwrap_err().to_string(),
        "a job file cannot hold description=\"a;b\""
    );
}

#[test]
fn readonly_refuses_writers_wherever_it_stands() {
    for line in [
        "--name=a --rw=write --readonly",
        "--readonly --rw=randtrim --name=a",
    ] {
        let parsed = read(line, &[], &[]);
        assert_eq!(
            errors(&parsed),
            ["job `a`: writes or trims, which --readonly forbids"],
            "{line}"
        );
    }
    assert!(!read("--name=a --rw=read --readonly", &[], &[]).failed());
}

#[test]
fn a_word_that_is_no_file_is_explained() {
    let cases = [
        ("--name=a bs=4k", "an option begins with dashes: --bs=4k"),
        ("--name=a --thread 1", "`thread` takes a value only as --thread=1"),
    ];
    for (line, help) in cases {
        let parsed = read(line, &[], &[]);
        assert_eq!(
            parsed.diagnostics[0]
                .help
                .as_ref()
                .map(|help| help.text(Lang::En)),
            Some(help),
            "{line}"
        );
    }
}

#[test]
fn a_mistake_in_a_global_section_is_told_once() {
    let text: String = std::iter::once("[global]\nbs=foo\n".to_owned())
        .chain((0..5).map(|n| format!("[job{n}]\n")))
        .collect();
    assert_eq!(errors(&read_file(&text)).len(), 1);
    assert_eq!(
        errors(&read_file("[global]\nbs=foo\n[a]\n[global]\nrw=zz\n")).len(),
        2
    );
}

#[test]
fn only_warnings_that_fio_gives_are_fatal() {
    assert!(!read("--eta=foo --name=a --warnings-fatal", &[], &[]).failed());
    assert!(read("--warnings-fatal --name=a --time_based", &[], &[]).failed());
    assert!(!read("--name=a --time_based", &[], &[]).failed());
}

/// As fio 3.33 runs them: the last one counts. `filename` adds files, and a part that is left out stays.
#[test]
fn an_option_that_a_section_sets_again_is_told() {
    let said = |text: &str| -> Vec<(u32, String)> {
        let parsed = read_file(text);
        let place = |one: &Diagnostic| one.origin.as_ref().map_or(0, |origin| origin.line);
        let again = parsed.set_again();
        let said = again.iter().map(|one| (place(one), one.message.text(Lang::En)));
        said.map(|(line, text)| (line, text.to_owned())).collect()
    };
    let file = "[global]\nbs=4k\n[a]\nrw=read\nblocksize=8k\nrw=write\nbs=16k\nsize=1m\n";
    assert_eq!(
        said(file),
        [
            (
                4,
                "`rw=read`: no effect, because `rw=write` in j.fio:6 follows in the same section".to_owned()
            ),
            (
                5,
                "`bs=8k`: no effect, because `bs=16k` in j.fio:7 follows in the same section".to_owned()
            ),
        ]
    );
    let job = read_file(file);
    assert_eq!(job.plan.jobs[0].access.block_size[Ddir::Write].max(), 16_384);
    for other in [
        "[global]\nbs=4k\n[a]\nbs=8k\n[a]\nbs=16k\n",
        "[a]\nbs=8k\nsize=1m\nbs=8k\nstonewall\nstonewall\n",
        "[a]\nfilename=x\nfilename=y\n",
        "[a]\nrw=rw\nbs=4k\nbs=,8k\n",
        "[a]\ngtod_reduce=1\ngtod_reduce=0\n",
        "[a]\nioengine=io_uring_cmd\ncmd_type=nvme\nfdp=1\nfdp=0\n",
        "[a]\nioengine=io_uring_cmd\ncmd_type=nvme\npi_chk=GUARD\npi_chk=REFTAG\n",
    ] {
        assert_eq!(said(other), [], "{other}");
    }
}

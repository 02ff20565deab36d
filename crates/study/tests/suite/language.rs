//! The study language: what is read, and how mistakes are shown.

use fiord_host::changes::Setting;
use fiord_messages::Lang;
use fiord_study::definition::{Between, Order, Stop, StudyMetric};
use fiord_study::{language, matrix};

use crate::simulated::{study, world};

/// What is said of a text, the lowering included.
fn said(text: &str) -> String {
    let read = language::read("s.toml", text);
    let mut problems = read.diagnostics.clone();
    if problems.is_empty() {
        let checked = language::check(&read.study, text, &world(), &|_| Some("/t/f".to_owned()));
        problems = checked.map_or_else(|problems| problems, |lowered| lowered.warnings);
    }
    let shown = problems
        .iter()
        .map(|problem| problem.render(&read.sources, "fiord", Lang::En));
    shown.collect()
}

const WHOLE: &str = r#"
name = "whole"
title = "Everything"
between = ["drop-caches", "idle"]
order = "as-written"
seed = 7
metric = "p99"
margin = "2%"

[job]
ioengine = "libaio"
direct = true
size = "1g"

[jobs.log]
file = "log"
rw = "write"

[background.noise]
rw = "randread"

[factors]
bs = "4k..16k"
who = [
    { label = "quiet", jobs = ["log"] },
    { label = "noisy", jobs = ["log", "noise"], iodepth = 4 },
]

[[exclude]]
bs = ["4k", "8k"]
who = "noisy"

[stop]
half_width = 0.1
least = 10
step = 5
most = 30

[budget]
time = "15m"
written = "100g"
"#;

#[test]
fn a_whole_study_is_read() {
    let study = study(WHOLE);
    assert_eq!(
        (study.order, study.seed, study.metric, study.questions.margin),
        (Order::AsWritten, Some(7), StudyMetric::P99, 0.02)
    );
    assert_eq!(study.between, [Between::DropCaches, Between::Idle]);
    assert_eq!(
        study.stop,
        Stop::Precise {
            half_width: 0.1,
            least: 10,
            step: 5,
            most: 30
        }
    );
    assert_eq!(
        (study.budget.seconds, study.budget.written_bytes),
        (Some(900.0), Some(100 << 30))
    );
    let cells = matrix::cells(&study);
    let labels: Vec<String> = cells.iter().map(|cell| cell.label(&study)).collect();
    assert_eq!(labels, ["4k, quiet", "8k, quiet", "16k, quiet", "16k, noisy"]);
    let words = |cell: usize| -> Vec<String> {
        let words = cells[cell].words(&study, &|job| Some(format!("/t/{}", job.file)));
        words.into_iter().map(|word| word.text).collect()
    };
    assert_eq!(
        words(0).join(" "),
        "--name=log --filename=/t/log --ioengine=libaio --direct=1 --size=1g --rw=write --bs=4k"
    );
    assert_eq!(
        words(3).join(" "),
        "--name=log --filename=/t/log --ioengine=libaio --direct=1 --size=1g --rw=write --bs=16k --iodepth=4 \
         --name=noise --filename=/t/data --ioengine=libaio --direct=1 --size=1g --rw=randread --bs=16k --iodepth=4"
    );
    assert_eq!(said(WHOLE), "");
}

/// Pairs to compare, levels that `--quick` leaves out, loads that are not compared, a job that levels do not change.
#[test]
fn what_is_asked_of_a_study_is_read() {
    let text = WHOLE
        .replace("margin", "comparable = false\nmargin")
        .replace("[background.noise]\n", "[background.noise]\nconstant = true\n")
        .replace("iodepth = 4 }", "iodepth = 4, quick = false }")
        + "[[compare]]\nwho = [\"noisy\", \"quiet\"]\nbs = [\"16k\", \"4k\"]\n";
    let mut study = study(&text);
    assert!(!study.questions.is_comparable);
    let pairs: Vec<(usize, usize, usize)> = study
        .questions
        .compared
        .iter()
        .map(|pair| (pair.factor, pair.level, pair.than))
        .collect();
    assert_eq!(pairs, [(1, 1, 0), (0, 2, 0)]);
    let noise = |study: &fiord_study::definition::Study| {
        let cell = matrix::cells(study).pop().unwrap();
        let words = cell.words(study, &|_| None);
        words
            .into_iter()
            .map(|word| word.text)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(noise(&study).ends_with("--name=noise --ioengine=libaio --direct=1 --size=1g --rw=randread"));
    study.leave_out(1, |level| !level.is_quick);
    let labels: Vec<String> = matrix::cells(&study)
        .iter()
        .map(|cell| cell.label(&study))
        .collect();
    assert_eq!(labels, ["4k, quiet", "8k, quiet", "16k, quiet"]);
}

/// Text, message, help.
const MISTAKES: [(&str, &str, &str); 23] = [
    (
        "name = \"x\"\n[factors]\nbs = [\"4k\", \"8k\"]\n[[compare]]\nbs = [\"4k\", \"9k\"]\n",
        "s.toml:5:13: `9k` is not a level of bs",
        "",
    ),
    (
        "name = \"x\"\n[factors]\nbs = [\"4k\", \"8k\"]\n[[compare]]\nbs = [\"4k\"]\n",
        "s.toml:5:6: compare.bs: expected two levels",
        "",
    ),
    (
        "name = \"x\"\nmetrc = \"iops\"\n",
        "s.toml:2:1: `metrc` is not a key of a study",
        "did you mean `metric`?",
    ),
    (
        "name = \"x\"\n[job]\niodpeth = 4\n",
        "s.toml:3:1: `iodpeth` is not an option of fio",
        "did you mean `iodepth`?",
    ),
    (
        "name = \"x\"\n[factors]\niodepth = [1, 2]\ncolour = [4]\n",
        "s.toml:4:1: `colour` is not an option of fio",
        "",
    ),
    (
        "name = \"x\"\n[job]\nsize = \"1m\"\ndebug = \"io\"\n",
        "s.toml:4:1: debug: not allowed in a study",
        "`fiord --debug=LIST JOB`",
    ),
    (
        "name = \"x\"\n[job]\nclient = \"h\"\n",
        "s.toml:3:1: client: not allowed in a study",
        "fiord has no client/server mode",
    ),
    (
        "name = \"x\"\n[job]\nbs = \"4x4\"\nsize = \"1m\"\n",
        "s.toml:3:1: ",
        "4x4",
    ),
    (
        "name = \"x\"\n[job]\nfilename = \"/etc/passwd\"\n",
        "s.toml:3:1: filename: not allowed in a study",
        "set the target when you run the study",
    ),
    (
        "name = \"x\"\nmetric = \"speed\"\n",
        "s.toml:2:10: `speed` is not a value of metric",
        "use one of bandwidth, iops, p50, p99",
    ),
    (
        "name = \"x\"\nbetween = [\"drop-cashes\"]\n",
        "s.toml:2:12: `drop-cashes` is not a step",
        "did you mean `drop-caches`?",
    ),
    (
        "name = \"x\"\nbetween = [\"trimm\"]\n",
        "s.toml:2:12: `trimm` is not a step",
        "did you mean `trim`?",
    ),
    (
        "name = \"x\"\n[factors]\nbs = \"4k..1q..\"\n",
        "s.toml:3:6: factors.bs=4k..1q..: expected a range",
        "",
    ),
    (
        "name = \"x\"\n[factors]\nbs = [\"4k\", \"4k\"]\n",
        "level 4k is listed twice",
        "",
    ),
    (
        "name = \"x\"\n[factors]\nbs = []\n",
        "expected 1 to 200 levels",
        "",
    ),
    (
        "name = \"x\"\n[factors]\nbs = [\"4k\"]\n[[exclude]]\nbs = \"8k\"\n",
        "s.toml:5:6: `8k` is not a level of bs",
        "",
    ),
    (
        "name = \"x\"\n[stop]\nrepeats = 3\nmost = 5\n",
        "s.toml:4:1: stop.most has no effect with stop.repeats",
        "",
    ),
    (
        "name = \"x\"\n[stop]\nleast = 2\nmost = 4\n",
        "are too few for a 95 % confidence interval",
        "",
    ),
    (
        "name = \"x\"\n[budget]\ntime = \"soon\"\n",
        "s.toml:3:8: time: expected a time",
        "",
    ),
    ("title = \"x\"\n", "`name` is missing", ""),
    ("name = \"x\"\n[job]\nrw = [\n", "s.toml:", ""),
    (
        "name = \"x\"\n[factors]\nbs = [\"4k\"]\n[[exclude]]\nbs = \"4k\"\n",
        "every cell is excluded",
        "",
    ),
    (
        "name = \"x\"\n[jobs.a]\nrw = \"read\"\n[factors]\nwho = [{ label = \"b\", jobs = [\"b\"] }]\n",
        "`b` is not a job of this study",
        "did you mean `a`?",
    ),
];

#[test]
fn mistakes_are_shown_at_their_place() {
    for (text, message, help) in MISTAKES {
        let said = said(text);
        assert!(said.contains(message) && said.contains(help), "{text}\n{said}");
    }
}

/// Random edits of a whole study are read without a panic, and every place that is shown exists.
#[test]
fn no_text_breaks_the_reader() {
    let mut random = crate::random::Random(20_261_122);
    println!("seed 20261122");
    for _ in 0..2000 {
        let mut bytes = WHOLE.as_bytes().to_vec();
        for _ in 0..4 {
            let at = (random.uniform() * bytes.len() as f64) as usize;
            bytes[at] = b"\"[]{}=.,#x9\n"[(random.uniform() * 12.0) as usize];
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        said(&text);
    }
}

/// Each kernel setting is a factor after the others; a cell has one value of each.
#[test]
fn kernel_settings_are_factors() {
    let text = "name = \"s\"\n[factors]\nbs = [\"4k\", \"64k\"]\n[setting]\nread_ahead_kb = [128, \"4096\"]\n\"vm.swappiness\" = 10\n";
    assert_eq!(said(text), "");
    let study = language::read("s.toml", text).study;
    let names: Vec<&str> = study.factors.iter().map(|factor| factor.name.as_str()).collect();
    assert_eq!(names, ["bs", "read_ahead_kb", "swappiness"]);
    assert_eq!(study.factors[1].levels[1].number, Some(4096.0));
    let cells = matrix::cells(&study);
    let kernel = |cell: usize| -> Vec<(Setting, &str)> {
        let values = cells[cell].kernel(&study).into_iter();
        values.map(|one| (one.setting, one.value.as_str())).collect()
    };
    assert_eq!(cells.len(), 4);
    assert_eq!(
        kernel(0),
        [(Setting::ReadAheadKb, "128"), (Setting::Swappiness, "10")]
    );
    assert_eq!(
        kernel(3),
        [(Setting::ReadAheadKb, "4096"), (Setting::Swappiness, "10")]
    );
    // fio's command line has none of them.
    let words: Vec<String> = cells[3]
        .words(&study, &|_| None)
        .into_iter()
        .map(|word| word.text)
        .collect();
    assert_eq!(words.join(" "), "--name=job --bs=64k");

    for (setting, expected) in [
        ("read_ahead = [1, 2]", "did you mean `read_ahead_kb`?"),
        ("color = [1, 2]", "is not a kernel setting"),
        ("nomerges = []", "expected distinct values"),
        ("nomerges = [0, 0]", "expected distinct values"),
        ("nomerges = [\"\"]", "expected distinct values"),
        ("nomerges = [{ label = \"x\" }]", "expected a string"),
        ("nomerges = 0\n\"nomerges \" = 1", "is not a kernel setting"),
        ("swappiness = 0\n\"vm.swappiness\" = 1", "of this name exists"),
    ] {
        let said = said(&format!("name = \"s\"\n[setting]\n{setting}\n"));
        assert!(said.contains(expected), "{setting}: {said}");
    }
}

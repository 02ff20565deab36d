//! The language of native verbs: an option, else the environment. JSON, manual pages and fio mode are English.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use fiord_messages::Lang;

use crate::common::text;

/// What each language says where the store does not exist.
const MISSING: [(Lang, &str); 3] = [
    (Lang::En, "no store yet"),
    (Lang::ZhCn, "结果库尚不存在"),
    (Lang::ZhTw, "結果庫尚不存在"),
];
const VARIABLES: [&str; 4] = ["FIORD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];

/// `fiord …` with nothing in the environment that names a language but these.
fn fiord(args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    for name in VARIABLES {
        command.env_remove(name);
    }
    command
        .args(args)
        .envs(variables.iter().copied())
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What is said where the store does not exist.
fn said(options: &[&str], variables: &[(&str, &str)]) -> String {
    assert!(!Path::new(env!("CARGO_TARGET_TMPDIR")).join("no.sqlite").exists());
    let output = fiord(&[options, &["history", "--store=no.sqlite"]].concat(), variables);
    assert_eq!(output.status.code(), Some(2));
    text(&output.stderr)
}

#[test]
fn the_option_comes_before_the_environment_and_ours_before_that_of_posix() {
    let chinese = ("LC_ALL", "zh_CN.UTF-8");
    for (options, variables, expected) in [
        (&[][..], &[][..], Lang::En),
        (&["--lang", "zh-CN"], &[], Lang::ZhCn),
        (&["--lang=zh-cn"], &[("LC_ALL", "C")], Lang::ZhCn),
        (&["--lang=zh-TW"], &[chinese], Lang::ZhTw),
        (&["--lang=en"], &[chinese], Lang::En),
        (&[], &[chinese], Lang::ZhCn),
        (&[], &[("LC_ALL", ""), ("LANG", "zh_CN.UTF-8")], Lang::ZhCn),
        (&[], &[("LC_MESSAGES", "zh_CN.UTF-8"), ("LANG", "C")], Lang::ZhCn),
        (&[], &[("FIORD_LANG", "zh-CN"), ("LC_ALL", "C")], Lang::ZhCn),
        (&[], &[("FIORD_LANG", "en"), chinese], Lang::En),
        (&[], &[("LC_ALL", "zh_TW.UTF-8")], Lang::ZhTw),
        (&[], &[("LC_ALL", "zh_HK.UTF-8")], Lang::ZhTw),
        (&[], &[("LC_ALL", "zh_CN.GB18030")], Lang::En),
    ] {
        let said = said(options, variables);
        for (lang, words) in MISSING {
            assert_eq!(
                said.contains(words),
                lang == expected,
                "{options:?} {variables:?}: {said}"
            );
        }
    }
}

#[test]
fn the_option_may_follow_the_verb_and_an_unknown_tag_is_refused_with_the_known_ones() {
    let output = fiord(&["history", "--store=no.sqlite", "--lang", "zh-CN"], &[]);
    assert!(text(&output.stderr).contains("结果库尚不存在"), "{output:?}");
    let output = fiord(&["history", "--lang=klingon"], &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("--lang=klingon: unknown language"), "{said}");
    assert!(said.contains("en, zh-CN, zh-TW"), "{said}");
}

#[test]
fn what_programs_read_is_english() {
    let chinese = [("LC_ALL", "zh_CN.UTF-8")];
    let job = ["--name=r", "--rw=randread", "--size=1m", "--number_ios=100"];
    let explain = |more: &[&str], variables: &[(&str, &str)]| {
        let output = fiord(&[&["explain"], more, &job].concat(), variables);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        text(&output.stdout)
    };
    assert_ne!(explain(&[], &chinese), explain(&[], &[]));
    // Between two looks the machine may have more dirty pages, or a higher load.
    let is_same = || explain(&["--json"], &chinese) == explain(&["--json"], &[]);
    assert!(fiord_testbed::patiently(is_same));
    let completions = |variables: &[(&str, &str)]| fiord(&["completions", "bash"], variables).stdout;
    assert_eq!(completions(&chinese), completions(&[]));
    // People read these.
    let page = text(&fiord(&["man", "run"], &chinese).stdout);
    assert!(page.contains(".SH \"选项\""), "{page}");
}

/// The documents of a session in Chinese: in a file, and inside pages.
#[test]
fn documents_of_pages_and_files_are_english() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let store = path("s");
    let chinese = [("LC_ALL", "zh_CN.UTF-8"), ("FIORD_STORE", store.as_str())];
    let run = |args: &[&str]| {
        let output = fiord(args, &chinese);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        text(&output.stdout)
    };
    let is_chinese = |text: &str| {
        text.chars()
            .any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
    };
    let job = [
        "--name=r",
        "--ioengine=sim",
        "--rw=randread",
        "--size=1g",
        "--number_ios=100",
    ];
    let evidence = format!("--evidence={}", path("e.json"));
    let page = run(&[&["run", "--repeat=2", evidence.as_str()][..], &job].concat());
    assert!(is_chinese(&page), "{page}");
    let document = std::fs::read_to_string(path("e.json")).unwrap();
    assert!(
        document.contains("unreliable") && !is_chinese(&document),
        "{document}"
    );
    for args in [&["report", "1"][..], &["compare", "1", "2"]] {
        let page = path("p.html");
        run(&[args, &["--html", page.as_str()]].concat());
        let page = std::fs::read_to_string(page).unwrap();
        let (shown, document) = page.split_once("id=\"document\">").unwrap();
        let (document, _) = document.split_once("</script>").unwrap();
        assert!(is_chinese(shown), "{args:?}");
        assert!(!is_chinese(document), "{args:?}: {document}");
    }
}

#[test]
fn numbers_directions_and_remarks_of_help_are_in_the_language_of_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("s").display().to_string();
    let chinese = [
        ("LC_ALL", "zh_CN.UTF-8"),
        ("FIORD_STORE", store.as_str()),
        ("COLUMNS", "200"),
    ];
    let run = |args: &[&str]| text(&fiord(args, &chinese).stdout);
    let job = [
        "--name=r",
        "--ioengine=sim",
        "--rw=randrw",
        "--size=1g",
        "--number_ios=4000",
    ];
    run(&[&["run"][..], &job].concat());
    let history = run(&["history"]);
    assert!(
        history.contains("读 ") && history.contains(" + 写 ") && !history.contains("read "),
        "{history}"
    );
    assert!(history.contains("randrw 50/50 4k"), "{history}");
    let swept = run(&[
        "sweep",
        "--depth=1,2",
        "--ioengine=sim",
        "--number_ios=100",
        "--size=4m",
        "--blocks=6",
    ]);
    assert!(swept.contains("job 读") && !swept.contains(" %"), "{swept}");
    let help = run(&["sweep", "--help"]);
    assert!(
        help.contains("[别名：--iodepth]") && !help.contains("alias"),
        "{help}"
    );
    assert!(
        fiord(&["sweep", "--help"], &[])
            .stdout
            .windows(18)
            .any(|text| text == b"[alias: --iodepth]")
    );
}

#[test]
fn fio_mode_is_english_and_does_not_know_the_option() {
    let chinese = [("LC_ALL", "zh_CN.UTF-8"), ("FIORD_LANG", "zh-CN")];
    for args in [
        &["--name=r", "--ioengine=null", "--size=1m", "--rw=raed"][..],
        &["--name=r", "--filename=/proc/none/r", "--rw=read", "--size=1m"],
        &["--name=r", "--ioengine=null", "--size=1m", "--lang=zh-CN"],
    ] {
        let (here, there) = (fiord(args, &chinese), fiord(args, &[]));
        assert_eq!(text(&here.stderr), text(&there.stderr), "{args:?}");
        assert_eq!(here.status.code(), there.status.code());
        assert_eq!(here.status.code(), Some(1), "{args:?}: {here:?}");
    }
}

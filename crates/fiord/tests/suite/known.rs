//! No dead end among verbs: each says which verb takes a name that it does not know, and `explain` shows what a name is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{storing, text};
use crate::snapshot::{assert_screen, messages, screen};

const SAVED: [&str; 7] = [
    "run",
    "--save=mine",
    "--name=a",
    "--ioengine=sim",
    "--rw=randread",
    "--size=1g",
    "--number_ios=2000",
];

#[test]
fn a_verb_names_the_verb_that_knows_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let fiord = |args: &[&str]| storing(folder.path(), args).output().unwrap();
    assert!(fiord(&SAVED).status.success());
    let wrong = [
        &["man", "etcd"][..],
        &["man", "cache-read"],
        &["compare", "etcd", "mine"],
        &["compare", "mine", "read-depth"],
        &["report", "cache-read"],
        &["report", "micron-2210"],
        &["check", "mine", "."],
        &["check", "read-depth", "."],
        &["study", "run", "etcd", "."],
        &["study", "show", "mine"],
        &["study", "report", "mine"],
        &["explain", "numjobs"],
        &["explain", "micron-2210"],
        &["explain", "--result", "mine"],
    ];
    assert_screen!(wrong.map(|args| messages(args, &fiord(args))).concat());
    assert!(wrong.iter().all(|args| fiord(args).status.code() == Some(2)));
}

#[test]
fn explain_shows_a_rule_a_recipe_a_study_and_a_stored_result() {
    let folder = tempfile::tempdir().unwrap();
    let fiord = |args: &[&str]| storing(folder.path(), args).output().unwrap();
    assert!(fiord(&SAVED).status.success());
    let shown = [["explain", "cache-read"], ["explain", "etcd"]];
    assert_screen!(shown.map(|args| screen(&args, &fiord(&args))).concat());
    for (name, has) in [("read-depth", "216 to 936"), ("mine", "Grade"), ("run:1", "why:")] {
        let output = fiord(&["explain", name]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
        assert!(
            text(&output.stdout).contains(has),
            "{name}: {}",
            text(&output.stdout)
        );
    }
    // A file of the name comes first.
    std::fs::write(folder.path().join("etcd"), "[j]\nioengine=null\nsize=1m\n").unwrap();
    assert!(!text(&fiord(&["explain", "etcd"]).stdout).contains("IBM"));
}

use std::fs;

use super::*;

/// Circles of a crate made of these files, as `file:line` lists without the folder.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let tree = Tree::read(&folder.path().join("lib.rs")).unwrap();
    let edges = edges::edges(&tree);
    let mut shown: Vec<String> = circular(&edges)
        .iter()
        .map(|(_, circle)| {
            describe(&tree, &edges, circle).replace(&format!("{}/", folder.path().display()), "")
        })
        .collect();
    shown.sort();
    shown.dedup();
    shown
}

#[test]
fn two_files_that_use_each_other_are_a_circle_with_the_lines_of_both_imports() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a.rs", "use crate::b::B;\npub struct A(B);\n"),
        ("b.rs", "\npub struct B;\nfn f() -> super::a::A { loop {} }\n"),
    ];
    assert_eq!(circles_of(&files), ["a.rs:1 → b.rs:3 → a.rs"]);
}

#[test]
fn a_parent_that_only_declares_and_re_exports_is_not_part_of_a_circle() {
    let files = [
        ("lib.rs", "mod a;\n"),
        ("a/mod.rs", "mod x;\nmod y;\npub use x::X;\npub use y::*;\n"),
        ("a/x.rs", "use super::Y;\npub struct X(Y);\n"),
        ("a/y.rs", "pub struct Y;\n"),
    ];
    assert_eq!(circles_of(&files), [""; 0]);
    // The re-export leads to the file that defines the item: here X and Y need each other.
    let mut circle = files;
    circle[3].1 = "pub struct Y(Option<Box<super::X>>);\n";
    assert_eq!(circles_of(&circle), ["a/x.rs:1 → a/y.rs:1 → a/x.rs"]);
    // And a parent that defines what its child uses, and uses the child, is part of one.
    let mut parent = files;
    parent[1].1 = "mod x;\nmod y;\npub struct Y;\nfn f(x: x::X) {}\n";
    assert_eq!(circles_of(&parent), ["a/mod.rs:4 → a/x.rs:1 → a/mod.rs"]);
}

#[test]
fn paths_in_expressions_macros_and_blocks_count() {
    for body in [
        "pub fn f() { let _ = crate::b::g; }",
        "pub fn f() { println!(\"{}\", crate::b::g()); }",
        "pub fn f() { use crate::b; b::g(); }",
        "pub fn f() { use crate::b::*; g(); }",
        "use crate::b as c;\npub fn f() { c::g() }",
        "use crate::{b::{self}};\npub fn f() { matches!(1, b::G) }",
        "mod inner { pub fn f() { super::super::b::g() } }\npub use inner::f;",
        "#[derive(x)]\n#[serde(with = b)]\npub struct S(crate::b::G);\npub fn f() {}",
    ] {
        let files = [
            ("lib.rs", "mod a;\nmod b;\n"),
            ("a.rs", body),
            ("b.rs", "use crate::a;\npub fn g() { a::f() }\npub struct G;\n"),
        ];
        assert_eq!(circles_of(&files).len(), 1, "{body}");
    }
}

#[test]
fn code_for_tests_modules_alone_and_other_crates_make_no_edge() {
    for body in [
        "#[cfg(test)]\nmod tests { use crate::b::g; }\npub fn f() {}",
        "use crate::b;\npub fn f() {}",
        "use std::fs::*;\npub fn f() { other::b::g() }",
        "pub fn f() { let g = 1; let _ = g; }",
    ] {
        let files = [
            ("lib.rs", "mod a;\nmod b;\n"),
            ("a.rs", body),
            ("b.rs", "use crate::a;\npub fn g() { a::f() }\n"),
        ];
        assert_eq!(circles_of(&files), [""; 0], "{body}");
    }
}

#[test]
fn imports_in_a_circle_of_globs_end() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\n"),
        (
            "a.rs",
            "pub use crate::b::*;\npub use crate::c::*;\npub use super::*;\n",
        ),
        (
            "b.rs",
            "pub use crate::a::*;\npub use crate::c::*;\nfn f(_: Nowhere) {}\n",
        ),
        ("c.rs", "pub use crate::a::*;\npub use crate::b::*;\n"),
    ];
    assert_eq!(circles_of(&files), [""; 0]);
}

#[test]
fn a_crate_may_use_what_lies_below_it() {
    let package = |name: &str, uses: &[&str]| Package {
        name: name.to_owned(),
        root: PathBuf::new(),
        uses: uses.iter().map(|name| (*name).to_owned()).collect(),
    };
    assert_eq!(
        upward(&[package("engine", &["job"]), package("xtask", &["job"])]),
        [""; 0]
    );
    assert_eq!(
        upward(&[package("job", &["record"])]),
        ["crates/job: uses record; allowed: none of ours"]
    );
    assert!(upward(&[package("common", &[])])[0].contains("not in the table of floors"));
}

#[test]
fn nothing_lower_in_the_table_is_allowed_higher() {
    for (at, (name, allowed)) in FLOORS.iter().enumerate() {
        for used in *allowed {
            let place = FLOORS.iter().position(|(name, _)| name == used);
            assert!(place.is_some_and(|place| place < at), "{name} uses {used}");
        }
    }
}

#[test]
fn the_lines_of_a_crate_are_those_of_its_files_without_tests() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("lib.rs", "mod a;\n#[cfg(test)]\nmod of_tests;\n"),
        (
            "a.rs",
            "fn f() {}\n\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n    fn t() {}\n}\n",
        ),
        ("of_tests.rs", "fn t() {}\n"),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let tree = Tree::read(&folder.path().join("lib.rs")).unwrap();
    // One of `lib.rs`, for two of its three are of tests; two of `a.rs`.
    assert_eq!(lines(&tree), 3);
    assert_eq!(too_large("x", CRATE_LINES), None);
    assert!(too_large("x", CRATE_LINES + 1).unwrap().contains("12001 lines"));
}

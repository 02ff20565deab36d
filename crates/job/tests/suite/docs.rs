//! `docs/options.md` and the help texts say what the table says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use fiord_job::help;
use fiord_job::options;

#[test]
fn options_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let made = help::markdown();
    if std::env::var_os("FIORD_UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &made).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == made,
        "docs/options.md is stale; run FIORD_UPDATE=1 cargo test -p fiord-job --test suite docs"
    );
}

#[test]
fn every_option_has_help() {
    let all = help::options();
    for spec in options::all() {
        let details = help::option(spec.name).unwrap();
        assert!(
            details.contains(spec.doc) && details.contains("default: "),
            "{details}"
        );
        if let Some(alias) = spec.alias {
            assert_eq!(help::option(alias).unwrap(), details);
        }
        let listed = all.lines().any(|line| {
            line.starts_with(&format!("{} ", spec.name)) || line.starts_with(&format!("{}:", spec.name))
        });
        assert_eq!(listed, spec.engines.is_empty(), "{}", spec.name);
    }
    assert_eq!(help::option("nosuch"), None);
}

#[test]
fn one_option_in_full() {
    assert_eq!(
        help::option("iodepth_batch_submit").unwrap(),
        "       iodepth_batch: Most I/Os per submission; 0 submits all that fit.\n\
         \u{20}              alias: iodepth_batch_submit\n\
         \u{20}               type: integer with unit\n\
         \u{20}            default: 1\n\
         \u{20}             values: at least 0, such as 4096, 4k or 1m\n"
    );
}

#[test]
fn engines_and_their_options() {
    assert!(help::engines().contains("\tio_uring "));
    assert!(help::engine("io_uring").unwrap().contains("fixedbufs "));
    assert!(help::engine("io_uring,hipri").unwrap().contains("type: flag"));
    assert_eq!(help::engine("psync").unwrap(), "IO engine psync has no options\n");
    assert!(
        help::engine("rbd")
            .unwrap()
            .starts_with("fiord does not have the engine rbd")
    );
    assert_eq!(help::engine("nosuch"), None);
    assert_eq!(help::engine("io_uring,nosuch"), None);
}

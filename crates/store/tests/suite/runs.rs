//! Runs go in and come out as they were.

use fiord_store::{Filter, NewRun, NewStudy, Place, Prune, Store, StudyState};
use jiff::Timestamp;

use crate::sample::{json, record, run};

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("new/runs.sqlite")).unwrap();
    (folder, store)
}

#[test]
fn a_record_comes_back_as_it_was() {
    let (_folder, mut store) = store();
    let records = [record(1), record(2)];
    let ids: Vec<i64> = records
        .iter()
        .map(|record| store.add(&run(record, None)).unwrap())
        .collect();
    for (id, record) in ids.iter().zip(&records) {
        assert_eq!(json(&store.record(*id).unwrap().unwrap()), json(record));
    }
    assert!(store.record(99).unwrap().is_none());
    let row = store.row(ids[1]).unwrap().unwrap();
    assert_eq!(
        (
            row.target.as_deref(),
            row.started.as_deref().unwrap_or("unknown"),
            row.grade.as_str()
        ),
        (Some("/data/file"), "2027-01-15T08:00:02.000Z", "C")
    );
    assert_eq!(row.results, run(&records[1], None).results);
}

#[test]
fn a_name_is_its_newest_run() {
    let (_folder, mut store) = store();
    let (first, second) = (record(1), record(2));
    let first_id = store.add(&run(&first, Some("before"))).unwrap();
    let second_id = store.add(&run(&second, Some("before"))).unwrap();
    let found = store.find("before").unwrap().unwrap();
    assert_eq!((found.run, found.runs), (second_id, 2));
    assert_eq!(store.find(&first_id.to_string()).unwrap().unwrap().run, first_id);
    assert!(store.find("after").unwrap().is_none());
}

#[test]
fn a_study_is_one_line_unless_its_runs_are_asked_for() {
    let (_folder, mut store) = store();
    let record = record(1);
    let study = store
        .add_study(
            &NewStudy {
                name: "survey",
                command: "fiord survey .",
                target: None,
                seed: 1,
                source: "",
                settings: "{}",
            },
            Timestamp::UNIX_EPOCH,
        )
        .unwrap();
    let mut add = |name, cell: Option<u32>| {
        let place = cell.map(|cell| Place {
            study,
            block: 0,
            cell,
            place: cell,
        });
        let new = NewRun {
            place,
            ..run(&record, name)
        };
        store.add(&new).unwrap()
    };
    let alone = add(None, None);
    let first = add(Some("X"), Some(0));
    add(Some("X"), Some(1));
    let between = add(None, None);
    let last = add(Some("X"), Some(2));
    let once = || Filter {
        grouped: true,
        ..Filter::default()
    };
    let ids = |store: &Store, filter: &Filter| -> Vec<i64> {
        let rows = store.list(filter).unwrap();
        rows.iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(&store, &once()), [between, first, alone]);
    assert_eq!((store.count_grouped().unwrap(), store.count().unwrap()), (3, 5));
    assert_eq!(store.row(first).unwrap().unwrap().study, Some(study));
    let named = store.find("X").unwrap().unwrap();
    assert_eq!((named.run, named.runs, named.study), (last, 3, Some(study)));
    // A number is the id of a run, whatever that belongs to.
    let by_id = store.find(&first.to_string()).unwrap().unwrap();
    assert_eq!((by_id.run, by_id.study), (first, None));
    // The oldest that is left stands for the study.
    store
        .prune(&Prune {
            keep: Some(3),
            named: true,
            studies: true,
            ..Prune::default()
        })
        .unwrap();
    assert_eq!(ids(&store, &once()).len(), 2);
}

#[test]
fn a_check_is_one_line_of_a_list() {
    let (_folder, mut store) = store();
    let record = record(1);
    let mut add = |verb, command| {
        let new = NewRun {
            verb,
            command,
            ..run(&record, None)
        };
        store.add(&new).unwrap()
    };
    let first = add("check", "fiord check etcd . --seed 7");
    add("check", "fiord check etcd . --seed 7");
    let between = add("run", "fiord run --name=a");
    // The same check on another day is another line.
    let again = add("check", "fiord check etcd . --seed 7");
    let other = add("check", "fiord check etcd . --seed 8");
    // A run of another version, whose command does not say which check it is of.
    let unknown = [
        add("check", "fiord check etcd ."),
        add("check", "fiord check etcd ."),
    ];
    let rows = store.list(&Filter {
        grouped: true,
        ..Filter::default()
    });
    let ids: Vec<i64> = rows.unwrap().iter().map(|row| row.id).collect();
    assert_eq!(ids, [unknown[1], unknown[0], other, again, between, first]);
    assert_eq!(store.count_grouped().unwrap(), 6);
    assert_eq!(
        store.checks().unwrap(),
        [(first, 2), (again, 1), (other, 1)].into()
    );
}

#[test]
fn lists_are_filtered() {
    let (_folder, mut store) = store();
    for seed in 0..10 {
        let record = record(seed);
        store.add(&run(&record, (seed == 3).then_some("three"))).unwrap();
    }
    let count = |filter: Filter| store.list(&filter).unwrap().len();
    assert_eq!(count(Filter::default()), 10);
    assert_eq!(store.count().unwrap(), 10);
    let named = Filter {
        name: Some("three".to_owned()),
        ..Filter::default()
    };
    assert_eq!(count(named), 1);
    let target = |text: &str| Filter {
        target: Some(text.to_owned()),
        ..Filter::default()
    };
    assert_eq!(
        (
            count(target("data")),
            count(target("elsewhere")),
            count(target("%"))
        ),
        (10, 0, 0)
    );
    let since = Filter {
        since: Some(Timestamp::from_second(1_800_000_006).unwrap()),
        limit: Some(3),
        ..Filter::default()
    };
    let seen: Vec<i64> = store.list(&since).unwrap().iter().map(|row| row.id).collect();
    assert_eq!(seen, [10, 9, 8]);
    let grades = |letters: &[&str]| Filter {
        grades: letters.iter().map(|letter| (*letter).to_owned()).collect(),
        ..Filter::default()
    };
    assert_eq!((count(grades(&["A", "B"])), count(grades(&["C", "D"]))), (0, 10));
}

#[test]
fn a_study_knows_its_runs_and_takes_each_place_once() {
    let (_folder, mut store) = store();
    let study = NewStudy {
        name: "depth",
        command: "fiord study run depth.toml",
        target: Some("/data"),
        seed: u64::MAX,
        source: "name = \"depth\"",
        settings: "{}",
    };
    let id = store.add_study(&study, Timestamp::UNIX_EPOCH).unwrap();
    let place = |block, cell, place| Place {
        study: id,
        block,
        cell,
        place,
    };
    let record = record(1);
    let add = |store: &mut Store, place: Place| {
        let mut run = run(&record, None);
        run.place = Some(place);
        store.add(&run)
    };
    let one = add(&mut store, place(0, 1, 0)).unwrap();
    let two = add(&mut store, place(0, 0, 1)).unwrap();
    // The whole run is refused, not only its place.
    assert!(add(&mut store, place(0, 0, 2)).is_err());
    assert_eq!(store.count().unwrap(), 2);
    assert_eq!(
        store.places(id).unwrap(),
        [(place(0, 1, 0), one), (place(0, 0, 1), two)]
    );
    // Cells of a block in turns are stored together or not at all.
    let block = [place(1, 0, 2), place(0, 0, 3)].map(|place| {
        let mut run = run(&record, None);
        run.place = Some(place);
        run
    });
    assert!(store.add_together(&block).is_err());
    assert_eq!(store.count().unwrap(), 2);
    store.set_state(id, StudyState::Done).unwrap();
    let row = store.study("depth").unwrap().unwrap();
    assert_eq!(
        (row.seed, row.state, row.runs, row.id),
        (u64::MAX, StudyState::Done, 2, id)
    );
    assert_eq!(store.row(two).unwrap().unwrap().study, Some(id));
    assert_eq!(store.studies().unwrap().len(), 1);
}

#[test]
fn pruning_leaves_names_and_studies_and_gives_space_back() {
    let (_folder, mut store) = store();
    for seed in 0..40 {
        let record = record(seed);
        store.add(&run(&record, (seed == 5).then_some("kept"))).unwrap();
    }
    let what = Prune {
        keep: Some(10),
        ..Prune::default()
    };
    let pruned = store.prune(&what).unwrap();
    assert_eq!((pruned.runs, pruned.left), (29, 11));
    assert!(pruned.bytes.1 < pruned.bytes.0, "{pruned:?}");
    assert!(store.find("kept").unwrap().is_some());
    let what = Prune {
        before: Some(Timestamp::from_second(1_800_000_035).unwrap()),
        named: true,
        ..Prune::default()
    };
    assert_eq!(store.prune(&what).unwrap().left, 5);
    // Ids are not used again.
    let record = record(1);
    assert_eq!(store.add(&run(&record, None)).unwrap(), 41);
}

#[test]
fn a_run_whose_moment_nobody_knows_is_not_old() {
    let (_folder, mut store) = store();
    let mut undated = record(1);
    undated.started = Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
    let id = store.add(&run(&undated, None)).unwrap();
    store.add(&run(&record(2), None)).unwrap();
    let what = Prune {
        before: Some(Timestamp::from_second(1_900_000_000).unwrap()),
        ..Prune::default()
    };
    assert_eq!(store.prune(&what).unwrap().left, 1);
    assert_eq!(store.row(id).unwrap().unwrap().started, None);
}

#[test]
fn runs_are_found_by_their_tags_which_go_with_them() {
    let (_folder, mut store) = store();
    let record = record(1);
    let tags = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>();
    let mut add = |of_run: &[String]| {
        let tagged = NewRun {
            tags: of_run,
            ..run(&record, None)
        };
        store.add(&tagged).unwrap()
    };
    let both = add(&tags(&["zoned", "before \"fix\"", "zoned"]));
    let one = add(&tags(&["zoned"]));
    add(&[]);
    let found = |store: &Store, filter: Filter| -> Vec<(i64, Vec<String>)> {
        let rows = store.list(&filter).unwrap();
        rows.into_iter().map(|row| (row.id, row.tags)).collect()
    };
    let of_tag = |tag: &str| Filter {
        tag: Some(tag.to_owned()),
        ..Filter::default()
    };
    let first = (both, tags(&["before \"fix\"", "zoned"]));
    assert_eq!(
        found(&store, of_tag("zoned")),
        [(one, tags(&["zoned"])), first.clone()]
    );
    assert!(found(&store, of_tag("zone")).is_empty(), "a tag is whole");
    let searched = Filter {
        text: Some("FIX".to_owned()),
        ..Filter::default()
    };
    assert_eq!(found(&store, searched), [first]);
    assert_eq!(store.tags().unwrap(), tags(&["before \"fix\"", "zoned"]));
    let newest = Prune {
        keep: Some(1),
        ..Prune::default()
    };
    store.prune(&newest).unwrap();
    assert_eq!(store.tags().unwrap(), [""; 0]);
}

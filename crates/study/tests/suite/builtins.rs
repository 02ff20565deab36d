//! The studies that come with fiord: each is right, repeats its tables, and is documented.

use fiord_messages::Lang;
use fiord_study::builtin;
use fiord_study::check;
use fiord_study::language;
use fiord_study::survey::{self, SurveyFit};
use fiord_study::{matrix, published};

use crate::simulated::{study, world};

#[test]
fn every_study_is_right_and_has_its_cells() {
    let cells: Vec<(&str, usize)> = builtin::ALL
        .iter()
        .map(|known| {
            let study = study(known.text);
            assert_eq!(study.name, known.name);
            assert!(
                !study.title.is_empty() && !study.about.is_empty(),
                "{}",
                known.name
            );
            let checked = language::check(&study, known.text, &world(), &|job| {
                Some(format!("/t/{}", job.file))
            });
            let checked = checked.unwrap_or_else(|problems| panic!("{}: {problems:?}", known.name));
            assert!(checked.warnings.is_empty(), "{:?}", checked.warnings);
            (known.name, checked.cells.len())
        })
        .collect();
    assert_eq!(
        cells,
        [
            ("survey", 19),
            ("read-block-size", 18),
            ("read-depth", 24),
            ("read-threads-depth", 20),
            ("write-fsync", 45),
            ("fsync-batch", 16),
            ("random-write-block-size", 9),
            ("write-depth", 7),
            ("writers-one-file-or-own", 12),
            ("random-write-threads-depth", 6),
            ("writers-many-files", 4),
            ("request-size", 16),
            ("log-and-readers", 6),
            ("direct-buffered", 4),
            ("mixed", 8),
            ("sequential-random", 4),
            ("forward-backward", 2),
            ("buffered-read", 4),
            ("position", 5),
            ("fastest-read", 12),
            ("data-sheet", 4),
            ("preconditioning", 1),
            ("steady-state", 1),
            ("sim-over-provisioning", 16),
            ("sim-block-size", 6),
            ("sim-fresh-to-steady", 8),
            ("sim-full-drive", 6),
            ("sim-hot-cold", 8),
            ("sim-slc-cache", 20),
            ("sim-wear-levelling", 5),
            ("sim-lifetime", 6),
            ("sim-cell-types", 8),
            ("sim-depth-dies", 24),
            ("sim-sync-writes", 8),
            ("sim-disk-flash", 8),
            ("sim-disk-seek", 6),
        ]
    );
}

#[test]
fn published_tables_stand_beside_the_cells_that_repeat_them() {
    assert_eq!(published::rows().len(), 202);
    for known in builtin::ALL {
        let study = study(known.text);
        let cells = matrix::cells(&study);
        for table in &study.published {
            let rows = published::of(table);
            assert!(!rows.is_empty(), "{}: {table:?}", known.name);
            let found = cells
                .iter()
                .filter(|cell| published::row_of(&study, cell, &rows).is_some());
            let found = found.count();
            // A study may have more cells than a table has rows; each row that has the factors' levels is found.
            assert!(
                found * 2 >= rows.len().min(cells.len()),
                "{}: {found} of {} rows of {table:?}",
                known.name,
                rows.len()
            );
        }
    }
    let study = study(builtin::find("read-block-size").unwrap().text);
    let cells = matrix::cells(&study);
    let row = |table: usize, label: &str| {
        let cell = cells.iter().find(|cell| cell.label(&study) == label).unwrap();
        published::row_of(&study, cell, &published::of(&study.published[table]))
            .unwrap()
            .mb_per_s
    };
    assert_eq!(
        (row(0, "randread, 4k"), row(1, "read, 1m"), row(2, "randread, 1m")),
        (21.0, 220.0, 643.0)
    );
}

/// What a survey measures: short and long, of a folder and of somebody's file, with and without direct I/O.
#[test]
fn a_survey_is_fitted() {
    let text = builtin::find(survey::NAME).unwrap().text;
    let fitted = |is_quick, is_read_only, direct| {
        let mut study = study(text);
        let fit = SurveyFit {
            file_bytes: 256 << 20,
            is_quick,
            is_read_only,
            direct,
            repeats: 3,
            runtime_ms: 250,
        };
        fit.apply(&mut study);
        let checked = language::check(&study, text, &world(), &|_| Some("/t/data".to_owned()));
        checked.unwrap_or_else(|problems| panic!("{problems:?}")).cells
    };
    let counts = [
        fitted(true, false, true).len(),
        fitted(false, false, true).len(),
        fitted(true, true, true).len(),
        fitted(false, true, true).len(),
    ];
    assert_eq!(counts, [12, 19, 8, 11]);
    for cell in fitted(false, true, true) {
        let words = cell.words.join(" ");
        assert!(
            !words.contains("write") && words.contains("--size=256m"),
            "{words}"
        );
        assert!(words.contains("--runtime=250ms"), "{words}");
    }
    let cells = fitted(false, false, false);
    assert!(
        cells
            .iter()
            .all(|cell| !cell.words.contains(&"--direct=1".to_owned()))
    );
    // The table and its head fit a screen of 24 lines, and every mark is a point.
    assert!(cells.len() < 23);
    let labels: Vec<String> = cells
        .iter()
        .map(|cell| cell.cell.labels(&study(text)).concat())
        .collect();
    for mark in survey::MARKS {
        assert!(labels.contains(&mark.point.to_owned()), "{}", mark.point);
    }
}

#[test]
fn the_page_names_every_study() {
    let page = include_str!("../../../../docs/studies.md");
    let chinese = include_str!("../../../../docs/zh-CN/studies.md");
    for known in builtin::ALL {
        assert!(page.contains(&format!("`{}`", known.name)), "{}", known.name);
        assert!(chinese.contains(&format!("`{}`", known.name)), "{}", known.name);
        let is_simulated = study(known.text).is_simulated();
        assert_eq!(is_simulated, known.name.starts_with("sim-"), "{}", known.name);
        assert!(
            !is_simulated || study(known.text).title.starts_with("Simulated"),
            "{}",
            known.name
        );
    }
}

#[test]
fn every_recipe_is_right_and_each_threshold_has_a_source_and_a_date() {
    for known in check::BUILTIN {
        let read = language::read_recipe(known.name, known.text);
        let shown: Vec<String> = read
            .read
            .diagnostics
            .iter()
            .map(|diagnostic| diagnostic.render(&read.read.sources, "fiord", Lang::En))
            .collect();
        assert!(shown.is_empty(), "{}", shown.concat());
        let (study, recipe) = (read.read.study, read.recipe);
        assert_eq!(study.name, known.name);
        let checked = language::check(&study, known.text, &world(), &|job| {
            Some(format!("/t/{}", job.file))
        });
        let checked = checked.unwrap_or_else(|problems| panic!("{}: {problems:?}", known.name));
        assert!(checked.warnings.is_empty(), "{:?}", checked.warnings);
        assert_eq!(checked.cells.len(), 1, "{}", known.name);
        for expected in &recipe.expectations {
            let source = &expected.source;
            assert!(
                !source.text.is_empty() && !source.date.is_empty(),
                "{}: {expected:?}",
                known.name
            );
        }
        let is_sourced = |source: &check::RecipeSource| !source.text.is_empty() && !source.date.is_empty();
        assert!(recipe.sources.iter().all(is_sourced), "{}", known.name);
        // A recipe that judges nothing says so, and has the source of its load.
        if recipe.expectations.is_empty() {
            assert!(
                study.about.contains("reports numbers only") && !recipe.sources.is_empty(),
                "{}",
                known.name
            );
        }
        assert!(
            !recipe.flaws.is_empty() && !recipe.measures.is_empty(),
            "{}",
            known.name
        );
        let page = include_str!("../../../../docs/checks.md");
        assert!(page.contains(&format!("`{}`", known.name)), "{}", known.name);
    }
}

#[test]
fn texts_of_studies_are_messages_and_another_study_of_that_name_keeps_its_own() {
    let studies = builtin::ALL.map(|known| language::read(known.name, known.text).study);
    let recipes = check::BUILTIN.map(|known| language::read_recipe(known.name, known.text));
    let flaws = recipes
        .iter()
        .map(|recipe| (recipe.read.study.name.clone(), recipe.recipe.flaws.clone()));
    let flaws: Vec<(String, Vec<String>)> = flaws.collect();
    let studies = studies
        .into_iter()
        .chain(recipes.into_iter().map(|recipe| recipe.read.study));
    for lang in Lang::ALL {
        let is_translated = |shown: &str, text: &str| (shown == text) == (lang == Lang::En);
        for study in studies.clone() {
            let name = &study.name;
            let title = builtin::title(name, &study.title, lang);
            let about = builtin::about(name, &study.about, lang);
            assert!(is_translated(title, &study.title), "{name}: {title}");
            assert!(is_translated(about, &study.about), "{name}: {about}");
            assert_eq!(builtin::title(name, "Mine", lang), "Mine");
        }
        let sweep = fiord_messages::sweep::title;
        assert_eq!(builtin::title("sweep", sweep(Lang::En), lang), sweep(lang));
        for (name, flaws) in &flaws {
            for (index, flaw) in flaws.iter().enumerate() {
                let shown = builtin::flaw(name, index, flaw, lang);
                assert!(is_translated(shown, flaw), "{name}: {shown}");
            }
        }
    }
}

#[test]
fn keys_of_recipes_and_of_studies_are_told_apart() {
    let recipe = "name = \"r\"\nmeasures = [\"iops\"]\n[job]\nrw = \"read\"\nsize = \"1m\"\n";
    let problems = |text: &str| -> Vec<String> {
        let read = language::read_recipe("r.toml", text).read;
        read.diagnostics
            .iter()
            .map(|one| one.message.text(Lang::En).to_owned())
            .collect()
    };
    assert_eq!(problems(recipe), [""; 0]);
    let wrong = [
        &format!("{recipe}[factors]\nbs = [1, 2]\n"),
        "name = \"r\"\n[job]\nrw = \"read\"\n",
        &recipe.replace("\"iops\"", "\"read.p101\""),
    ]
    .map(|text| problems(text).swap_remove(0));
    let study = language::read("s.toml", recipe);
    insta::assert_snapshot!(wrong.join("\n") + "\n" + study.diagnostics[0].message.text(Lang::En));
}

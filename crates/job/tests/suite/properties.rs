//! Whatever is typed, reading it ends, without a panic, and what is rendered back is read as the same.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::desk;

use fiord_job::showcmd::{command_line, to_job_file};
use fiord_job::{expand, nearest, options};
use fiord_messages::Lang;
use fiord_testbed::random_cases;
use proptest::prelude::*;

/// Words that make trouble more often than random letters do.
fn token() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = options::all().map(|spec| spec.name).collect();
    prop_oneof![
        4 => prop::sample::select(names).prop_map(str::to_owned),
        3 => prop::sample::select(vec![
            "=", "-", "--", "[", "]", "\n", "\n", " ", "\t", ";", "#", ":", ",", "%", "${", "}", "$ncpus", "$pagesize",
            "include ", "global", "name", "1k", "0", "99999999999999999999", "\r\n", "\u{feff}", "\0", "é", "*", "/", "(", ")",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(token(), 0..40).prop_map(|tokens| tokens.concat())
}

fn render_all(parsed: &fiord_job::invocation::Parsed) {
    for diagnostic in &parsed.diagnostics {
        assert!(
            diagnostic
                .render(&parsed.sources, "fiord", Lang::En)
                .ends_with('\n')
        );
    }
    for file in &parsed.files {
        let _ = command_line("fio", &parsed.globals, file);
    }
    let _ = to_job_file(&parsed.jobs);
}

proptest! {
    #![proptest_config(random_cases(400))]

    #[test]
    fn any_job_file_is_read(text in text()) {
        // It may include itself under either name.
        let files = [("j.fio", text.as_str()), ("x", text.as_str())];
        render_all(&desk::read("j.fio", &files, &[("V", "$ncpus*2")]));
    }

    #[test]
    fn any_job_file_inside_a_section_is_read(text in text()) {
        let text = format!("[a]\n{text}");
        render_all(&desk::read("j.fio", &[("j.fio", text.as_str()), ("", text.as_str())], &[]));
    }

    #[test]
    fn any_command_line_is_read(words in prop::collection::vec(text(), 0..12)) {
        render_all(&desk::read_words(&words, &[("1", "[a]\nbs=4k\n")], &[]));
    }

    #[test]
    fn any_sum_is_computed_or_refused(text in "[-+*/%^(). 0-9]{0,40}") {
        let _ = expand::arithmetic(&text);
    }

    #[test]
    fn sums_of_whole_numbers_are_exact(a in 0i64..1 << 40, b in 1i64..1 << 20, c in 0i64..1 << 40) {
        let computed = expand::arithmetic(&format!("({a}*{b}+{c})/{b}-{c}")).unwrap();
        let exact = (i128::from(a) * i128::from(b) + i128::from(c)) / i128::from(b) - i128::from(c);
        prop_assert_eq!(computed, exact.to_string());
    }

    #[test]
    fn a_swapped_letter_is_found(index in any::<prop::sample::Index>(), at in any::<prop::sample::Index>()) {
        let names: Vec<&str> = options::all().map(|spec| spec.name).filter(|name| name.len() > 5).collect();
        let name = *index.get(&names);
        let mut letters: Vec<char> = name.chars().collect();
        let at = at.index(letters.len() - 1);
        letters.swap(at, at + 1);
        let typed: String = letters.iter().collect();
        prop_assert!(nearest::nearest(&typed, names.iter().copied()).is_some());
    }

    #[test]
    fn values_survive_the_way_through_a_job_file(value in "[ -~]{1,30}") {
        let args = ["--name=a".to_owned(), format!("--description={value}")];
        let parsed = desk::read_words(&args, &[], &[]);
        if let Ok(text) = to_job_file(&parsed.jobs) {
            let again = desk::read_file(&text);
            prop_assert_eq!(again.jobs[0].own[0].value.as_deref(), Some(value.as_str()), "{}", text);
        }
    }
}

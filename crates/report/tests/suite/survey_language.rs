//! The page of a survey in another language: as a snapshot, and with its table in line.

use fiord_messages::Lang;
use fiord_report::documents::Document;
use fiord_report::documents::survey::SurveyDocument;
use textwrap::core::display_width;

/// The head of the table, and a row for each workload.
const ROWS: usize = 13;

fn page(width: Option<usize>) -> String {
    let json = include_str!("../data/documents/survey.json");
    let document: Document<SurveyDocument> = serde_json::from_str(json).unwrap();
    document.body.page(false, width, Lang::ZhCn).text(width, false)
}

#[test]
fn a_survey_in_chinese() {
    insta::assert_snapshot!(page(None));
}

/// Points whose runs measured something else than the disk are left out, and nothing is said of all values.
#[test]
fn values_are_usual_only_where_all_were_judged() {
    let json = include_str!("../data/documents/survey.json");
    let mut document: Document<SurveyDocument> = serde_json::from_str(json).unwrap();
    let rows = &mut document.body.rows;
    rows.retain(|row| ["seq read 1M", "rand read 4k"].contains(&row.label.as_str()));
    for row in rows.iter_mut() {
        for repeat in &mut row.repeats {
            (repeat.bytes_per_s, repeat.lat_p50_ns) = (300e6, 500_000);
        }
    }
    let says_usual = |document: &Document<SurveyDocument>| {
        let page = document.body.page(false, None, Lang::En);
        page.text(None, false)
            .contains("All values are in the usual range")
    };
    assert!(says_usual(&document));
    document.body.rows[0].wrong_repeats = 3;
    assert!(!says_usual(&document));
}

#[test]
fn rows_are_as_wide_as_each_other_in_chinese() {
    for width in [None, Some(80), Some(120)] {
        let text = page(width);
        let table = text.lines().skip_while(|line| !line.starts_with("负载"));
        let widths: Vec<usize> = table.take(ROWS).map(display_width).collect();
        assert_eq!(widths.len(), ROWS, "{text}");
        assert!(
            widths.iter().all(|width| *width == widths[0]),
            "{widths:?}\n{text}"
        );
    }
}

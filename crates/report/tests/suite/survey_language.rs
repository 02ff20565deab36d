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

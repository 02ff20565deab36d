//! The page of a survey in another language: as a snapshot, and with its table in line.

use fiord_messages::Lang;
use fiord_report::documents::Document;
use fiord_report::documents::survey::SurveyDocument;
use textwrap::core::display_width;

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
        let rows: Vec<&str> = table.take_while(|line| !line.is_empty()).collect();
        let widths: Vec<usize> = rows.iter().map(|row| display_width(row)).collect();
        assert!(rows.len() > 12, "{text}");
        assert!(
            widths.iter().all(|width| *width == widths[0]),
            "{widths:?}\n{text}"
        );
    }
}

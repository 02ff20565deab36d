//! Results of assertions for others' programs: JUnit XML, and the annotations of GitHub's workflows.

use std::fmt::Write as _;

/// How an assertion ended, for such programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestEnd {
    Passed,
    Failed,
    /// Neither: an error for programs that know two ends only.
    Undecided,
}

/// One assertion with its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestCase {
    pub name: String,
    pub end: TestEnd,
    /// What was measured, in a sentence.
    pub message: String,
}

/// Text inside XML: what markup would be is escaped, and what XML cannot hold is left out.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// A suite of assertions as JUnit XML.
pub fn junit(suite: &str, cases: &[TestCase], seconds: f64) -> String {
    let count = |end: TestEnd| cases.iter().filter(|case| case.end == end).count();
    let suite = xml(suite);
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{seconds:.3}\"",
        cases.len(),
        count(TestEnd::Failed),
        count(TestEnd::Undecided)
    );
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"{suite}\" {counts}>");
    for case in cases {
        let (name, message) = (xml(&case.name), xml(&case.message));
        let _ = write!(out, "    <testcase classname=\"{suite}\" name=\"{name}\"");
        let _ = match case.end {
            TestEnd::Passed => writeln!(
                out,
                ">\n      <system-out>{message}</system-out>\n    </testcase>"
            ),
            TestEnd::Failed => writeln!(out, ">\n      <failure message=\"{message}\"/>\n    </testcase>"),
            TestEnd::Undecided => writeln!(out, ">\n      <error message=\"{message}\"/>\n    </testcase>"),
        };
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// One line for each assertion, as GitHub's workflows read them from the output of a step.
pub fn github(suite: &str, cases: &[TestCase]) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut out = String::new();
    for case in cases {
        let command = match case.end {
            TestEnd::Passed => "notice",
            TestEnd::Failed => "error",
            TestEnd::Undecided => "warning",
        };
        let title = property(&format!("{suite}: {}", case.name));
        let _ = writeln!(out, "::{command} title={title}::{}", data(&case.message));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases() -> Vec<TestCase> {
        let case = |name: &str, end, message: &str| TestCase {
            name: name.to_owned(),
            end,
            message: message.to_owned(),
        };
        vec![
            case("read.p99 < 1 ms", TestEnd::Passed, "0.8 ms"),
            case("iops > 5", TestEnd::Failed, "4 & \"less\""),
            case("a,b:c", TestEnd::Undecided, "50 %\nmore"),
        ]
    }

    #[test]
    fn junit_escapes_and_counts() {
        let text = junit("run", &cases(), 1.5);
        assert!(
            text.contains("<testsuite name=\"run\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\" time=\"1.500\">"),
            "{text}"
        );
        assert!(text.contains("name=\"read.p99 &lt; 1 ms\""), "{text}");
        assert!(
            text.contains("<failure message=\"4 &amp; &quot;less&quot;\"/>"),
            "{text}"
        );
        assert!(!text.contains("%\n"), "{text}");
    }

    #[test]
    fn annotations_stay_on_their_lines() {
        let text = github("etcd", &cases());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "::notice title=etcd%3A read.p99 < 1 ms::0.8 ms",
                "::error title=etcd%3A iops > 5::4 & \"less\"",
                "::warning title=etcd%3A a%2Cb%3Ac::50 %25%0Amore",
            ]
        );
    }
}

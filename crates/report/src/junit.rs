//! Results of assertions for others' programs: JUnit XML, and the annotations of GitHub's workflows.

use std::fmt::Write as _;
use std::time::Duration;

use quick_junit::{NonSuccessKind, SerializeError, TestCaseStatus};

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

/// A suite of assertions as JUnit XML.
///
/// # Errors
/// Those of the writer.
pub fn junit(suite: &str, cases: &[TestCase], seconds: f64) -> Result<String, SerializeError> {
    let mut tests = quick_junit::TestSuite::new(suite);
    for case in cases {
        let mut status = match case.end {
            TestEnd::Passed => TestCaseStatus::success(),
            TestEnd::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
            TestEnd::Undecided => TestCaseStatus::non_success(NonSuccessKind::Error),
        };
        let message = case.message.replace('\n', " ");
        status.set_message(message.as_str());
        let mut test = quick_junit::TestCase::new(case.name.as_str(), status);
        test.set_classname(suite);
        if case.end == TestEnd::Passed {
            test.set_system_out(message);
        }
        tests.add_test_case(test);
    }
    let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    tests.set_time(time);
    let mut report = quick_junit::Report::unnamed();
    report.set_time(time).add_test_suite(tests);
    report.to_string()
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
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
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
        let text = junit("run", &cases(), 1.5).unwrap();
        assert!(
            text.contains("<testsuite name=\"run\" tests=\"3\" skipped=\"0\" errors=\"1\" failures=\"1\" time=\"1.500\">"),
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

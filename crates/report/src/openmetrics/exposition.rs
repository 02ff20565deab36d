//! OpenMetrics text that node_exporter's textfile collector reads too.
//!
//! The collector knows no `info`, `stateset` or `unknown` and no time stamps, so all metrics are gauges; `# UNIT` and `# EOF` are
//! comments to it.

use std::collections::HashSet;
use std::fmt::Write as _;

/// A metric: its name, its base unit, and meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricFamily {
    /// Ends with the unit.
    pub name: &'static str,
    /// `seconds`, `bytes`, `ratio`, or empty.
    pub unit: &'static str,
    /// A sentence.
    pub help: &'static str,
    /// Names of the labels, in their order.
    pub labels: &'static [&'static str],
}

/// A value with the labels that tell it from others of its metric.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricSample {
    /// One for each label of the metric; an empty one is left out.
    labels: Vec<String>,
    value: f64,
}

/// A text that is being written.
#[derive(Debug, Clone, Default)]
pub struct Exposition {
    text: String,
}

impl MetricSample {
    pub fn new<const N: usize>(labels: [&str; N], value: f64) -> Self {
        Self::of(&labels, value)
    }

    pub fn of(labels: &[&str], value: f64) -> Self {
        Self {
            labels: labels.iter().map(|label| (*label).to_owned()).collect(),
            value,
        }
    }
}

impl Exposition {
    /// Adds a metric with its values; none at all where no value is known. Of two with the same labels the first stands.
    pub fn add(&mut self, metric: &MetricFamily, samples: impl IntoIterator<Item = MetricSample>) {
        let MetricFamily { name, unit, help, .. } = metric;
        let mut seen = HashSet::new();
        for sample in samples.into_iter().filter(|sample| sample.value.is_finite()) {
            let labels = labels(metric.labels, &sample.labels);
            if seen.contains(&labels) {
                continue;
            }
            if seen.is_empty() {
                let _ = write!(
                    self.text,
                    "# HELP {name} {}\n# TYPE {name} gauge\n",
                    escaped(help)
                );
                if !unit.is_empty() {
                    let _ = writeln!(self.text, "# UNIT {name} {unit}");
                }
            }
            let _ = writeln!(self.text, "{name}{labels} {}", sample.value);
            seen.insert(labels);
        }
    }

    /// Whether nothing was known.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        self.text.push_str("# EOF\n");
        self.text
    }
}

fn labels(names: &[&str], values: &[String]) -> String {
    let pairs = names.iter().zip(values).filter(|(_, value)| !value.is_empty());
    let pairs: Vec<String> = pairs
        .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)))
        .collect();
    if pairs.is_empty() {
        String::new()
    } else {
        format!("{{{}}}", pairs.join(","))
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: MetricFamily = MetricFamily {
        name: "wait_seconds",
        unit: "seconds",
        help: "How long it waited.",
        labels: &["job", "part"],
    };

    fn text(samples: impl IntoIterator<Item = MetricSample>) -> String {
        let mut exposition = Exposition::default();
        exposition.add(&WAIT, samples);
        exposition.finish()
    }

    #[test]
    fn a_metric_has_its_head_once_and_ends_with_eof() {
        assert_eq!(
            text([
                MetricSample::new(["a", "read"], 0.000_12),
                MetricSample::new(["a", ""], 2.0)
            ]),
            "# HELP wait_seconds How long it waited.\n# TYPE wait_seconds gauge\n# UNIT wait_seconds seconds\n\
             wait_seconds{job=\"a\",part=\"read\"} 0.00012\nwait_seconds{job=\"a\"} 2\n# EOF\n"
        );
    }

    #[test]
    fn labels_are_escaped_and_stay_in_their_line() {
        let text = text([MetricSample::new(["a\"b\\c\nd", "x"], 1.0)]);
        assert!(
            text.contains("wait_seconds{job=\"a\\\"b\\\\c\\nd\",part=\"x\"} 1\n"),
            "{text}"
        );
    }

    #[test]
    fn what_is_not_a_number_or_stands_there_already_is_left_out() {
        let same = MetricSample::new(["a", "read"], 1.0);
        let text = text([
            MetricSample::new(["n", "read"], f64::NAN),
            same.clone(),
            MetricSample { value: 2.0, ..same },
        ]);
        assert_eq!(text.matches("wait_seconds{").count(), 1, "{text}");
        let mut empty = Exposition::default();
        empty.add(&WAIT, [MetricSample::new(["n", ""], f64::INFINITY)]);
        assert!(empty.is_empty());
        assert_eq!(empty.finish(), "# EOF\n");
    }
}

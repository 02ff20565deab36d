//! The language of claims: `read@4k faster than randread@4k by 1.5x` (`docs/notebooks.md`).

use std::fmt;

use fiord_compare::result::ComparedMetric;
use fiord_messages::{Lang, notebook as messages};

use crate::quantity::{self, ClaimedQuantity};

/// What a claim is about: labels of levels, a job or a direction, joined by `@`. Empty: all of a block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClaimSubject {
    /// None: that of the other side, or the only one.
    pub block: Option<String>,
    pub words: String,
}

/// A claim, read.
#[derive(Debug, Clone, PartialEq)]
pub struct NotebookClaim {
    pub subject: ClaimSubject,
    /// None: the metric of the block.
    pub metric: Option<ComparedMetric>,
    pub says: Says,
}

/// What a claim says of its subject.
#[derive(Debug, Clone, PartialEq)]
pub enum Says {
    /// At least `by` times as fast; none: faster at all.
    Faster {
        than: ClaimSubject,
        by: Option<f64>,
    },
    Slower {
        than: ClaimSubject,
        by: Option<f64>,
    },
    /// The difference is within this share.
    Equal {
        to: ClaimSubject,
        within: f64,
    },
    AtLeast(ClaimedQuantity),
    AtMost(ClaimedQuantity),
    /// Where the curve along a factor comes near its best; none: the only factor of numbers.
    Knee {
        factor: Option<String>,
        first: String,
        last: String,
    },
    GrowsWith(String),
    NoEffectOf {
        factor: String,
        within: f64,
    },
    /// Its runs measured what they seem to.
    Valid,
    Invalid,
    /// Fewer I/Os were in flight than this depth.
    BelowDepth(f64),
    ReachesDepth(f64),
    /// The author says what a decision would take that no block here has, as another drive.
    Needs(String),
}

/// Differences below this share are none, unless a claim says another one: as `fiord compare` has it.
pub const MARGIN: f64 = 0.05;

/// Why a text cannot be a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimMistake {
    /// None of the forms.
    Form(String),
    NotANumber(String),
    NotAQuantity(String),
    NotAMetric(String),
}

impl fmt::Display for ClaimMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lang = Lang::current();
        f.write_str(&match self {
            Self::Form(text) => messages::NotAClaim { text }.text(lang),
            Self::NotANumber(text) => messages::ClaimNumber { text }.text(lang),
            Self::NotAQuantity(text) => messages::ClaimQuantity { text }.text(lang),
            Self::NotAMetric(text) => messages::ClaimMetric { text }.text(lang),
        })
    }
}

/// Reads `BLOCK.SUBJECT.METRIC` of a value: what, and which number.
///
/// # Errors
/// The last word names another thing than a metric.
pub fn parse_value(text: &str) -> Result<(ClaimSubject, ComparedMetric), ClaimMistake> {
    let (subject, name) = text.trim().rsplit_once('.').unwrap_or(("", text.trim()));
    let metric = quantity::metric(name).ok_or_else(|| ClaimMistake::NotAMetric(name.to_owned()))?;
    Ok((subject_of(None, subject), metric))
}

/// Reads a claim.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<NotebookClaim, ClaimMistake> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if let ["needs", what @ ..] = &words[..]
        && !what.is_empty()
    {
        return Ok(NotebookClaim {
            subject: ClaimSubject::default(),
            metric: None,
            says: Says::Needs(what.join(" ")),
        });
    }
    let block = words
        .first()
        .and_then(|word| word.strip_suffix(':'))
        .map(str::to_owned);
    if block.is_some() {
        words.remove(0);
    }
    let mut claim = said(&words, block.as_deref(), text)?;
    // `in METRIC` of comparisons was taken from the end; that of a bound stands before it.
    if claim.metric.is_none()
        && let Some((rest, name)) = claim.subject.words.rsplit_once(' ')
        && let Some(metric) = quantity::metric(name)
    {
        claim.metric = Some(metric);
        claim.subject.words = rest.to_owned();
    }
    Ok(claim)
}

/// The words before and after a form.
fn split<'w, 't>(words: &'w [&'t str], form: &[&str]) -> Option<(&'w [&'t str], &'w [&'t str])> {
    let at = words.windows(form.len()).position(|window| window == form)?;
    Some((words.get(..at)?, words.get(at + form.len()..)?))
}

fn said(words: &[&str], block: Option<&str>, text: &str) -> Result<NotebookClaim, ClaimMistake> {
    let no_claim = || ClaimMistake::Form(text.trim().to_owned());
    let subject = |words: &[&str]| subject_of(block, &words.join(" "));
    let claim = |before: &[&str], metric, says| {
        Ok(NotebookClaim {
            subject: subject(before),
            metric,
            says,
        })
    };
    let is_form = |form: &[&str]| split(words, form);
    if let Some((before, after)) = is_form(&["faster", "than"]).or_else(|| is_form(&["slower", "than"])) {
        let is_faster = is_form(&["faster", "than"]).is_some();
        let (after, metric) = in_metric(after)?;
        let (than, by) = match split(after, &["by"]) {
            Some((than, by)) => (than, Some(factor(&by.join(" "))?)),
            None => (after, None),
        };
        if before.is_empty() || than.is_empty() {
            return Err(no_claim());
        }
        let than = subject(than);
        let says = match is_faster {
            true => Says::Faster { than, by },
            false => Says::Slower { than, by },
        };
        return claim(before, metric, says);
    }
    if let Some((before, after)) = is_form(&["equal", "to"]) {
        let (after, metric) = in_metric(after)?;
        let (to, within) = within(after)?;
        if before.is_empty() || to.is_empty() {
            return Err(no_claim());
        }
        let to = subject(to);
        return claim(before, metric, Says::Equal { to, within });
    }
    for (form, is_least) in [(["at", "least"], true), (["at", "most"], false)] {
        if let Some((before, after)) = is_form(&form) {
            let after = after.join(" ");
            let bound = quantity::parse(&after).ok_or(ClaimMistake::NotAQuantity(after))?;
            let says = if is_least {
                Says::AtLeast(bound)
            } else {
                Says::AtMost(bound)
            };
            return claim(before, None, says);
        }
    }
    if let Some((before, after)) = is_form(&["knee"]) {
        let (after, metric) = in_metric(after)?;
        let (factor, levels) = match (after, split(after, &["at"])) {
            (["of", ..], Some((of, at))) => (Some(of.get(1..).unwrap_or_default().join(" ")), at),
            (["at", at @ ..], _) => (None, at),
            _ => return Err(no_claim()),
        };
        let (first, last) = split(levels, &["to"]).unwrap_or((levels, levels));
        if first.is_empty() || last.is_empty() {
            return Err(no_claim());
        }
        let (first, last) = (first.join(" "), last.join(" "));
        return claim(before, metric, Says::Knee { factor, first, last });
    }
    shape(words, block, &no_claim)
}

/// The forms that have no second subject and no bound.
fn shape(
    words: &[&str],
    block: Option<&str>,
    no_claim: &dyn Fn() -> ClaimMistake,
) -> Result<NotebookClaim, ClaimMistake> {
    let is_form = |form: &[&str]| split(words, form);
    let claim = |before: &[&str], metric, says| {
        Ok(NotebookClaim {
            subject: subject_of(block, &before.join(" ")),
            metric,
            says,
        })
    };
    if let Some((before, after)) = is_form(&["grows", "with"]) {
        let (factor, metric) = in_metric(after)?;
        return match factor {
            [] => Err(no_claim()),
            factor => claim(before, metric, Says::GrowsWith(factor.join(" "))),
        };
    }
    if let Some((before, after)) = is_form(&["no", "effect", "of"]) {
        let (after, metric) = in_metric(after)?;
        let (factor, within) = within(after)?;
        let factor = factor.join(" ");
        return match factor.is_empty() {
            true => Err(no_claim()),
            false => claim(before, metric, Says::NoEffectOf { factor, within }),
        };
    }
    for (form, is_below) in [(["below", "depth"], true), (["reaches", "depth"], false)] {
        if let Some((before, after)) = is_form(&form) {
            let after = after.join(" ");
            let depth = after.parse().ok().filter(|depth| *depth >= 1.0);
            let depth: f64 = depth.ok_or(ClaimMistake::NotANumber(after))?;
            let says = if is_below {
                Says::BelowDepth(depth)
            } else {
                Says::ReachesDepth(depth)
            };
            return claim(before, None, says);
        }
    }
    match words.split_last() {
        Some((&"valid", before)) => claim(before, None, Says::Valid),
        Some((&"invalid", before)) => claim(before, None, Says::Invalid),
        _ => Err(no_claim()),
    }
}

fn subject_of(block: Option<&str>, words: &str) -> ClaimSubject {
    ClaimSubject {
        block: block.map(str::to_owned),
        words: words.trim().to_owned(),
    }
}

/// Takes `in METRIC` from the end.
fn in_metric<'w, 't>(words: &'w [&'t str]) -> Result<(&'w [&'t str], Option<ComparedMetric>), ClaimMistake> {
    match words {
        [before @ .., "in", name] => {
            let metric =
                quantity::metric(name).ok_or_else(|| ClaimMistake::NotAMetric((*name).to_owned()))?;
            Ok((before, Some(metric)))
        }
        _ => Ok((words, None)),
    }
}

/// Takes `within SHARE` from the end.
fn within<'w, 't>(words: &'w [&'t str]) -> Result<(&'w [&'t str], f64), ClaimMistake> {
    let Some((before, after)) = split(words, &["within"]) else {
        return Ok((words, MARGIN));
    };
    let text = after.join("");
    let share = text
        .strip_suffix('%')
        .and_then(|percent| percent.parse::<f64>().ok());
    match share.filter(|percent| *percent > 0.0 && *percent <= 100.0) {
        Some(percent) => Ok((before, percent / 100.0)),
        None => Err(ClaimMistake::NotANumber(text)),
    }
}

/// `1.5x` or `50%`: how many times as fast.
fn factor(text: &str) -> Result<f64, ClaimMistake> {
    let text = text.replace(' ', "");
    let times = match (text.strip_suffix('x'), text.strip_suffix('%')) {
        (Some(times), _) => times.parse().ok(),
        (None, Some(percent)) => percent.parse().ok().map(|percent: f64| 1.0 + percent / 100.0),
        (None, None) => None,
    };
    times
        .filter(|times: &f64| times.is_finite() && *times >= 1.0)
        .ok_or(ClaimMistake::NotANumber(text))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let of = |block: Option<&str>, words: &str| subject_of(block, words);
        let claim = parse("reads: read@4k faster than randread@4k by 1.5x").unwrap();
        assert_eq!(claim.subject, of(Some("reads"), "read@4k"));
        let than = of(Some("reads"), "randread@4k");
        assert_eq!(claim.says, Says::Faster { than, by: Some(1.5) });
        let claim = parse("rand read 4k qd32 slower than seq read 4k in p99").unwrap();
        assert_eq!(claim.metric, Some(ComparedMetric::P99));
        assert_eq!(claim.subject.words, "rand read 4k qd32");
        let claim = parse("a equal to b within 10%").unwrap();
        assert_eq!(
            claim.says,
            Says::Equal {
                to: of(None, "b"),
                within: 0.1
            }
        );
        let claim = parse("w: fsync p99 at most 5 ms").unwrap();
        assert_eq!(
            (claim.subject.words.as_str(), claim.metric),
            ("fsync", Some(ComparedMetric::P99))
        );
        let claim = parse("randread knee of iodepth at 8 to 32").unwrap();
        let says = Says::Knee {
            factor: Some("iodepth".to_owned()),
            first: "8".to_owned(),
            last: "32".to_owned(),
        };
        assert_eq!(claim.says, says);
        let claim = parse("depth: knee at 16").unwrap();
        assert!(matches!(claim.says, Says::Knee { factor: None, .. }) && claim.subject.words.is_empty());
        let claim = parse("randread grows with iodepth in iops").unwrap();
        assert_eq!(claim.says, Says::GrowsWith("iodepth".to_owned()));
        let claim = parse("q5: no effect of position within 20%").unwrap();
        assert_eq!(
            claim.says,
            Says::NoEffectOf {
                factor: "position".to_owned(),
                within: 0.2
            }
        );
        assert_eq!(parse("b: buffered valid").unwrap().says, Says::Valid);
        assert_eq!(parse("b: buffered invalid").unwrap().says, Says::Invalid);
        assert_eq!(parse("x below depth 32").unwrap().says, Says::BelowDepth(32.0));
        assert_eq!(
            parse("needs a hard disk").unwrap().says,
            Says::Needs("a hard disk".to_owned())
        );
        assert_eq!(
            parse("x faster than y by 20%").unwrap().says,
            Says::Faster {
                than: of(None, "y"),
                by: Some(1.2)
            }
        );
        let value = parse_value("reads.randread-4k.iops").unwrap();
        assert_eq!(value, (of(None, "reads.randread-4k"), ComparedMetric::Iops));
    }

    #[test]
    fn what_is_no_claim_is_refused() {
        for wrong in [
            "",
            "reads:",
            "needs",
            "the disk is fast",
            "faster than b",
            "a faster than",
            "a faster than b by two",
            "a faster than b by 0.5x",
            "a equal to b within 0%",
            "a at least 500",
            "a knee at",
            "a grows with",
            "no effect of",
            "a below depth many",
            "a faster than b in furlongs",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(parse_value("reads.a.speed").is_err());
    }
}

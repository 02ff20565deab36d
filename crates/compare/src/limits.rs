//! Conditions for others' programs: `slower:5%` fails where a result is slower than the base by more than that.

use fiord_messages::{Lang, compare as messages};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::verdict::{CompareVerdict, ComparisonOutcome, PairVerdict};

/// What must not be; in documents as it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String")]
pub enum CompareLimit {
    /// Slower by more than the margin.
    Slower(f64),
    Faster(f64),
    /// Either.
    Different(f64),
    /// Not settled.
    Inconclusive,
}

/// Whether it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LimitState {
    /// It is certain that it is not: the check passes.
    NotMet,
    /// Too close to call, too few runs, or not measured.
    Undecided,
    /// It is so: the check fails.
    Met,
}

/// A condition with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LimitOfComparison")]
pub struct CheckedLimit {
    /// As it was asked.
    pub fail_if: CompareLimit,
    pub state: LimitState,
}

impl From<CompareLimit> for String {
    fn from(limit: CompareLimit) -> Self {
        limit.text()
    }
}

impl TryFrom<String> for CompareLimit {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

/// Margin where none is given.
pub const MARGIN: f64 = 0.05;

impl CompareLimit {
    /// Reads `slower:5%`, `slower`, `different:2%`, `inconclusive`.
    ///
    /// # Errors
    /// What may stand there.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || messages::LimitUnreadable { text: &text }.text(Lang::current());
        let (word, share) = match text.split_once(':') {
            Some((word, share)) => (word, Some(share)),
            None => (text, None),
        };
        let margin = match share {
            None => MARGIN,
            Some(share) => {
                let number = share.trim().strip_suffix('%').ok_or_else(wrong)?;
                let percent: f64 = number.trim().parse().map_err(|_| wrong())?;
                if !(0.1..=1000.0).contains(&percent) {
                    return Err(wrong());
                }
                percent / 100.0
            }
        };
        match (word.trim(), share) {
            ("slower", _) => Ok(Self::Slower(margin)),
            ("faster", _) => Ok(Self::Faster(margin)),
            ("different", _) => Ok(Self::Different(margin)),
            ("inconclusive", None) => Ok(Self::Inconclusive),
            _ => Err(wrong()),
        }
    }

    pub const fn word(&self) -> &'static str {
        match self {
            Self::Slower(_) => "slower",
            Self::Faster(_) => "faster",
            Self::Different(_) => "different",
            Self::Inconclusive => "inconclusive",
        }
    }

    pub const fn margin(&self) -> Option<f64> {
        match self {
            Self::Slower(margin) | Self::Faster(margin) | Self::Different(margin) => Some(*margin),
            Self::Inconclusive => None,
        }
    }

    /// Of one pair. What does not stand among all comparisons fails nothing.
    pub fn state(&self, pair: &PairVerdict, is_rate: bool) -> LimitState {
        if *self == Self::Inconclusive {
            return match pair.verdict {
                CompareVerdict::Inconclusive
                | CompareVerdict::SingleNumbers
                | CompareVerdict::NotCompared => LimitState::Met,
                _ => LimitState::NotMet,
            };
        }
        let (Some(interval), Some(margin)) = (pair.interval, self.margin()) else {
            return LimitState::Undecided;
        };
        // How many times as fast, whatever the metric.
        let (low, high) = if is_rate {
            (interval.low, interval.high)
        } else {
            (1.0 / interval.high, 1.0 / interval.low)
        };
        let (below, above) = (1.0 / (1.0 + margin), 1.0 + margin);
        let slower = one_sided(high < below, low >= below);
        let faster = one_sided(low > above, high <= above);
        let state = match self {
            Self::Slower(_) => slower,
            Self::Faster(_) => faster,
            _ if slower == LimitState::Met || faster == LimitState::Met => LimitState::Met,
            _ => slower.max(faster),
        };
        if state == LimitState::Met && !pair.verdict.is_difference() && pair.why.is_some() {
            return LimitState::Undecided;
        }
        state
    }

    /// Holds everything that was compared against it.
    pub fn check(self, outcome: &ComparisonOutcome) -> CheckedLimit {
        CheckedLimit {
            fail_if: self,
            state: self.of(outcome),
        }
    }

    /// Of everything that was compared: met where one pair is, else undecided where one is, or where nothing was compared.
    pub fn of(&self, outcome: &ComparisonOutcome) -> LimitState {
        let states = outcome.cells.iter().flat_map(|cell| {
            let is_rate = cell.metric.is_rate();
            cell.pairs.iter().map(move |pair| self.state(pair, is_rate))
        });
        states.max().unwrap_or(LimitState::Undecided)
    }
}

fn one_sided(is_met: bool, is_not: bool) -> LimitState {
    match (is_met, is_not) {
        (true, _) => LimitState::Met,
        (_, true) => LimitState::NotMet,
        _ => LimitState::Undecided,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read() {
        assert_eq!(CompareLimit::parse("slower:5%"), Ok(CompareLimit::Slower(0.05)));
        assert_eq!(
            CompareLimit::parse("different: 2 %"),
            Ok(CompareLimit::Different(0.02))
        );
        assert_eq!(CompareLimit::parse("faster"), Ok(CompareLimit::Faster(MARGIN)));
        assert_eq!(
            CompareLimit::parse("inconclusive"),
            Ok(CompareLimit::Inconclusive)
        );
        assert_eq!(CompareLimit::Slower(0.05).text(), "slower:5%");
        for wrong in [
            "",
            "slow",
            "slower:5",
            "slower:x%",
            "slower:0%",
            "inconclusive:5%",
        ] {
            assert!(
                CompareLimit::parse(wrong).unwrap_err().contains("slower:5%"),
                "{wrong}"
            );
        }
    }
}

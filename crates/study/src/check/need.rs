//! Needs of a user, named as the use names them: `commits=500/s`, `p99=5ms`, `bw=200MB/s`.

use fiord_messages::{Lang, expectations as messages};

use super::bound::{Bound, Expectation, Measurand, MeasuredQuantity, quantity, threshold};
use super::recipes::CheckRecipe;

/// What a disk has to reach. The recipe knows which of its numbers that is.
#[derive(Debug, Clone, PartialEq)]
pub struct UserNeed {
    quantity: NeededQuantity,
    /// I/Os or bytes per second, or nanoseconds.
    threshold: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum NeededQuantity {
    /// By one connection, one after another.
    Commits,
    Measured(MeasuredQuantity),
}

impl UserNeed {
    /// Reads `commits=500/s`, `iops=5k`, `bw=200MB/s`, `p99=5ms`.
    ///
    /// # Errors
    /// What is wrong, and what is allowed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lang = Lang::current();
        let Some((name, value)) = text.split_once('=') else {
            return Err(messages::NeedWithoutValue { text: &text }.text(lang));
        };
        let (name, value) = (name.trim(), value.trim());
        let needed = match (name, quantity(name)) {
            ("commits", _) => NeededQuantity::Commits,
            (_, Some(quantity)) if quantity != MeasuredQuantity::Min => NeededQuantity::Measured(quantity),
            _ => return Err(messages::NeedUnknown { name: &name }.text(lang)),
        };
        let threshold = match needed {
            NeededQuantity::Measured(quantity) if quantity != MeasuredQuantity::Iops => {
                threshold(quantity, value)
            }
            _ => threshold(MeasuredQuantity::Iops, value.strip_suffix("/s").unwrap_or(value)),
        }?;
        Ok(Self {
            quantity: needed,
            threshold,
        })
    }

    /// The numbers of the recipe that it is about: a latency is that of a commit, or of every kind of I/O that the recipe measures.
    ///
    /// # Errors
    /// The recipe has no commits.
    pub fn expectations(&self, name: &str, recipe: &CheckRecipe) -> Result<Vec<Expectation>, String> {
        let measurands = match (self.quantity, &recipe.commit) {
            (NeededQuantity::Commits, None) => {
                return Err(messages::NeedWithoutCommits { recipe: &name }.text(Lang::current()));
            }
            (NeededQuantity::Commits, Some(commit)) => vec![commit.rate()],
            (NeededQuantity::Measured(quantity), Some(commit)) if !quantity.is_rate() => {
                vec![commit.latency.with(quantity)]
            }
            (NeededQuantity::Measured(quantity), None) if !quantity.is_rate() => latencies(recipe, quantity),
            (NeededQuantity::Measured(quantity), _) => vec![Measurand {
                job: None,
                part: None,
                quantity,
            }],
        };
        let is_rate = measurands.iter().all(|one| one.quantity.is_rate());
        let bound = if is_rate { Bound::AtLeast } else { Bound::AtMost };
        let expectation = |measurand| Expectation {
            measurand,
            bound,
            threshold: self.threshold,
        };
        Ok(measurands.into_iter().map(expectation).collect())
    }
}

/// This number of each latency that the recipe measures.
fn latencies(recipe: &CheckRecipe, quantity: MeasuredQuantity) -> Vec<Measurand> {
    let judged = recipe.expectations.iter().map(|one| &one.expectation.measurand);
    let measured = judged
        .chain(&recipe.measures)
        .filter(|one| !one.quantity.is_rate());
    let mut found: Vec<Measurand> = Vec::new();
    for one in measured.map(|one| one.with(quantity)) {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    if found.is_empty() {
        found.push(Measurand {
            job: None,
            part: None,
            quantity,
        });
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::check::find;
    use crate::language::read_recipe;

    fn expected(need: &str, recipe: &str) -> Result<Vec<String>, String> {
        let read = read_recipe(recipe, find(recipe).unwrap().text).recipe;
        let expectations = UserNeed::parse(need)?.expectations(recipe, &read)?;
        Ok(expectations.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn needs_are_about_the_numbers_of_the_recipe() {
        for (need, recipe, found) in [
            ("commits=500/s", "postgres-wal", vec!["write.iops >= 500 IOPS"]),
            ("commits=2k", "mongodb", vec!["journal/write.iops >= 2,000 IOPS"]),
            ("p99=5ms", "etcd", vec!["sync.p99 <= 5 ms"]),
            ("p99=5ms", "ceph-journal", vec!["write.p99 <= 5 ms"]),
            (
                "p99.9=5ms",
                "postgres-data",
                vec!["read.p99.9 <= 5 ms", "write.p99.9 <= 5 ms"],
            ),
            ("bw=200MB/s", "kafka", vec!["bw >= 200 MB/s"]),
            ("iops=5k/s", "vm-host", vec!["iops >= 5,000 IOPS"]),
        ] {
            assert_eq!(expected(need, recipe).unwrap(), found, "{need} {recipe}");
        }
    }

    #[test]
    fn mistakes_say_what_is_allowed() {
        for (need, recipe, said) in [
            ("p99", "etcd", "NAME=VALUE"),
            ("p99<5ms", "etcd", "NAME=VALUE"),
            ("comits=5", "etcd", "use commits, iops"),
            ("min=5ms", "etcd", "use commits, iops"),
            ("commits=5ms", "etcd", "5000 or 5k"),
            ("p99=5", "etcd", "with its unit"),
            ("p99=0ms", "etcd", "above 0"),
            ("commits=5", "vm-host", "vm-host has no commits"),
        ] {
            let error = expected(need, recipe).unwrap_err();
            assert!(error.contains(said), "{need}: {error}");
        }
    }
}

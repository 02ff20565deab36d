//! Needs of a user, named as the use names them: `commits=500/s`, `p99=5ms`, `bw=200MB/s`.

use fiord_messages::{Lang, expectations as messages};

use super::bound::{Bound, Expectation, Measurand, MeasuredQuantity, quantity, threshold};
use super::recipes::CheckRecipe;

/// What a disk has to reach. The recipe knows which of its numbers that is.
#[derive(Debug, Clone, PartialEq)]
pub struct UserNeed {
    /// Of commits by one connection, one after another.
    is_of_commits: bool,
    quantity: MeasuredQuantity,
    /// I/Os or bytes per second, or nanoseconds.
    threshold: f64,
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
        let is_of_commits = name == "commits";
        let quantity = match quantity(name) {
            _ if is_of_commits => MeasuredQuantity::Iops,
            Some(quantity) if quantity != MeasuredQuantity::Min => quantity,
            _ => return Err(messages::NeedUnknown { name: &name }.text(lang)),
        };
        let value = match quantity == MeasuredQuantity::Iops {
            true => value.strip_suffix("/s").unwrap_or(value),
            false => value,
        };
        Ok(Self {
            is_of_commits,
            quantity,
            threshold: threshold(quantity, value)?,
        })
    }

    /// The numbers of the recipe that it is about: a latency is that of a commit, or of every kind of I/O that the recipe measures.
    ///
    /// # Errors
    /// The recipe has no commits.
    pub fn expectations(&self, name: &str, recipe: &CheckRecipe) -> Result<Vec<Expectation>, String> {
        let is_rate = self.quantity.is_rate();
        let measurands = match &recipe.commit {
            Some(commit) if self.is_of_commits => vec![commit.rate()],
            None if self.is_of_commits => {
                return Err(messages::NeedWithoutCommits { recipe: &name }.text(Lang::current()));
            }
            _ if is_rate => vec![of_all(self.quantity)],
            Some(commit) => vec![commit.latency.with(self.quantity)],
            None => latencies(recipe, self.quantity),
        };
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
        found.push(of_all(quantity));
    }
    found
}

/// This number of the whole run.
const fn of_all(quantity: MeasuredQuantity) -> Measurand {
    Measurand {
        job: None,
        part: None,
        quantity,
    }
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

//! A job being corrected: options are set, switched on and removed.

use crate::case::room::Demand;
use fiord_job::options;
use fiord_job::raw::{RawJob, RawOption};

/// A job being changed.
pub struct Edit<'j> {
    pub job: &'j mut RawJob,
    pub changed: bool,
    pub new_target: bool,
    /// The room that each job of the plan needs.
    pub demands: &'j [Option<Demand<'j>>],
}

impl Edit<'_> {
    pub fn value(&self, name: &str) -> Option<String> {
        let option = self
            .job
            .own
            .iter()
            .rev()
            .find(|option| option.spec.name == name)?;
        Some(option.value.clone().unwrap_or_default())
    }

    /// Gives the option this value once, where it stood last.
    pub fn set(&mut self, name: &'static str, value: &str) {
        let old = self.value(name);
        let Some(spec) = options::find(name).filter(|_| old.as_deref() != Some(value)) else {
            return;
        };
        self.changed = true;
        let origin = self
            .job
            .own
            .iter()
            .rev()
            .find(|option| option.spec.name == name)
            .map_or_else(|| self.job.origin.clone(), |option| option.origin.clone());
        let value = (!value.is_empty()).then(|| value.to_owned());
        let option = RawOption { spec, value, origin };
        match self.job.own.iter().rposition(|option| option.spec.name == name) {
            Some(at) => self.job.own[at] = option,
            None => self.job.own.push(option),
        }
        let last = self.job.own.iter().rposition(|option| option.spec.name == name);
        let mut at = 0;
        self.job.own.retain(|option| {
            at += 1;
            option.spec.name != name || Some(at - 1) == last
        });
        if name == "ioengine" {
            self.drop_foreign();
        }
    }

    /// Switches the option on.
    pub fn flag(&mut self, name: &'static str) {
        self.set(name, "");
    }

    /// Removes an option, by its name and not an alias.
    pub fn remove(&mut self, name: &str) {
        debug_assert!(
            options::find(name).is_some_and(|spec| spec.name == name),
            "{name}"
        );
        let before = self.job.own.len();
        self.job.own.retain(|option| option.spec.name != name);
        self.changed |= self.job.own.len() < before;
    }

    /// Options of the engine that the job had before.
    fn drop_foreign(&mut self) {
        let engine = self.value("ioengine").unwrap_or_default();
        self.job.own.retain(|option| {
            option.spec.engines.is_empty() || option.spec.engines.contains(&engine.as_str())
        });
    }
}

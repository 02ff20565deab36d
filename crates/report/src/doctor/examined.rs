//! What doctor found: every check of the machine with what it saw, and a verdict.

use fiord_host::changes::Change;
use fiord_judge::case::{Case, MachineView};
use fiord_judge::trap::Area;
use fiord_judge::{Checked, State, Thing, TrapId, check};
use fiord_record::{Before, RunRecord};

/// Whether a machine is fit to be measured on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// Nothing speaks against measuring.
    Ready,
    /// Numbers need something said with them.
    Care,
    /// Numbers would not be what they seem to be.
    NotReady,
    /// `/proc` or `/sys` is missing: nothing that is wrong could be seen.
    Unknown,
}

impl Readiness {
    pub const ALL: [Readiness; 4] = [
        Readiness::Ready,
        Readiness::Care,
        Readiness::NotReady,
        Readiness::Unknown,
    ];

    /// The words in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Readiness::Ready => "ready",
            Readiness::Care => "usable with care",
            Readiness::NotReady => "not ready",
            Readiness::Unknown => "unknown",
        }
    }
}

/// One thing that a check of the machine saw.
#[derive(Debug, Clone)]
pub struct Item {
    pub trap: TrapId,
    pub checked: Checked,
}

impl Item {
    pub fn state(&self) -> State {
        self.checked.state
    }

    pub fn area(&self) -> Option<Area> {
        self.trap.about().machine.map(|check| check.area)
    }

    pub fn source(&self) -> &'static str {
        self.trap.about().sources
    }

    /// The device that it is about.
    pub fn device(&self) -> Option<&str> {
        match &self.checked.subject.thing {
            Some(Thing::Device(name)) => Some(name),
            _ => None,
        }
    }

    pub fn saw(&self) -> String {
        self.checked.saw()
    }

    pub fn why(&self) -> String {
        self.checked.why()
    }

    pub fn advice(&self) -> String {
        self.checked.advice()
    }
}

/// The whole document.
#[derive(Debug, Clone)]
pub struct Doctor {
    /// The machine, and what it did over a short look.
    pub before: Before,
    /// All that was seen, in the order of the checks.
    pub items: Vec<Item>,
}

impl Doctor {
    /// Judges the machine of these facts.
    pub fn examine(before: Before) -> Doctor {
        let record = RunRecord::planned(fiord_job::plan::RunPlan::default(), before);
        let case = Case::of(&record);
        let mut items = Vec::new();
        if let Some(machine) = MachineView::of(&case) {
            for trap in TrapId::ALL {
                let checked = check(*trap, &machine);
                items.extend(checked.into_iter().map(|checked| Item { trap: *trap, checked }));
            }
        }
        Doctor {
            before: record.before,
            items,
        }
    }

    /// The path whose machine was looked at, for people.
    pub fn path(&self) -> String {
        let machine = self.before.machine.as_ref();
        machine.map_or_else(
            || "unknown".to_owned(),
            |machine| machine.stack.path.display().to_string(),
        )
    }

    /// Whether the kernel's files about the machine could be read at all.
    fn is_visible(&self) -> bool {
        let machine = self.before.machine.as_ref();
        machine.is_some_and(|machine| machine.sources.are_complete())
    }

    /// The worst that was seen decides; where little could be seen, nothing is decided.
    pub fn verdict(&self) -> Readiness {
        match self.items.iter().map(Item::state).max() {
            Some(State::Wrong) => Readiness::NotReady,
            _ if !self.is_visible() => Readiness::Unknown,
            Some(State::Care) => Readiness::Care,
            _ => Readiness::Ready,
        }
    }

    /// How many were seen of one state.
    pub fn count(&self, state: State) -> usize {
        self.items.iter().filter(|item| item.state() == state).count()
    }

    /// The settings that would put right what can be put right and undone, each once.
    pub fn changes(&self) -> Vec<Change> {
        let mut out: Vec<Change> = Vec::new();
        for change in self
            .items
            .iter()
            .filter_map(|item| item.checked.observed.change())
        {
            if !out.contains(change) {
                out.push(change.clone());
            }
        }
        out
    }
}

//! What doctor saw, and its page for people: pure functions over facts that were gathered elsewhere.

mod examined;
mod page;
mod tree;

pub use examined::{Doctor, Item, Readiness};

use crate::findings::Detail;
use crate::page::{Cell, Column, Page, Table};

impl Doctor {
    /// The document for people: the worst findings, or all with their reasons and what is fine.
    pub fn page(&self, detail: Detail) -> Page {
        page::page(self, detail)
    }

    /// What lies below the path, a line for each layer from the top; empty: not known.
    pub fn layers(&self) -> Vec<String> {
        let machine = self.before.machine.as_ref();
        let Some(top) = machine.and_then(|machine| machine.stack.top.as_ref()) else {
            return Vec::new();
        };
        let lines = tree::lines(top).into_iter();
        lines
            .filter(|line| !line.is_meaning)
            .map(|line| line.text)
            .collect()
    }

    /// All checks, for CSV.
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            Column::left("rule", "rule"),
            Column::left("area", "area"),
            Column::left("severity", "severity"),
            Column::left("device", "device"),
            Column::left("saw", "saw"),
            Column::left("advice", "advice"),
            Column::left("source", "source"),
        ]);
        for item in &self.items {
            table.row([
                Cell::from(item.trap.name()),
                Cell::from(item.area().map_or("", |area| area.name())),
                Cell::from(item.state().name()),
                Cell::from(item.device().unwrap_or_default()),
                Cell::from(item.saw()),
                Cell::from(item.advice()),
                Cell::from(item.source()),
            ]);
        }
        table
    }
}

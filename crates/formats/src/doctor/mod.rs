//! Doctor's document, as text and as JSON: pure functions over facts that were gathered elsewhere.

mod examined;
mod json;
mod page;
mod tree;

pub use examined::{Doctor, Item, Readiness};

use crate::findings::Detail;
use crate::page::Page;

impl Doctor {
    /// The document for people: the worst findings, or all with their reasons and what is fine.
    pub fn page(&self, detail: Detail) -> Page {
        page::page(self, detail)
    }

    /// The document for programs, version 1 (`docs/schema/doctor-1.json`).
    pub fn to_json(&self) -> serde_json::Value {
        json::document(self)
    }
}

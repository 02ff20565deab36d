//! Doctor's document, as text and as JSON: pure functions over facts that were gathered elsewhere.

mod examined;
mod json;
mod page;
mod tree;

pub use examined::{Doctor, Item, Readiness};
pub use page::Style;

impl Doctor {
    /// The document for people.
    pub fn to_text(&self, style: &Style) -> String {
        page::text(self, style)
    }

    /// The document for programs, version 1 (`docs/schema/doctor-1.json`).
    pub fn to_json(&self) -> serde_json::Value {
        json::document(self)
    }
}

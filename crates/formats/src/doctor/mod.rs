//! What doctor saw, and its page for people: pure functions over facts that were gathered elsewhere.

mod examined;
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
}

//! Documents as self-contained HTML pages with charts; pure: a document in, a text out.
//!
//! A page reads without JavaScript and asks nothing of any server. Every string of a document is escaped in one place ([`html`]); charts are
//! inline SVG whose marks carry their numbers as titles. The document stands in the page as JSON, its tables as CSV.

pub mod charts;
mod documents;
mod html;
mod look;
mod units;

pub use documents::{
    ListedRun, ListedStudy, Listing, PageError, PageExtra, PageFinding, PageResult, PageRun, charts, listing,
    live, message, page,
};
pub use html::Framed;

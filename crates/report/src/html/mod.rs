//! Documents as self-contained HTML pages with charts; pure: a document in, a text out.
//!
//! A page reads without JavaScript and asks nothing of any server. Every string of a document is escaped by `maud`, and rid of what steers text
//! in one place ([`frame`]); charts are inline SVG whose marks carry their numbers as titles. The document stands in the page as JSON, its tables as CSV.

pub mod charts;
mod check;
mod compare;
mod document;
mod evidence;
mod extra;
mod frame;
mod history;
mod import;
mod ladder;
mod latencies;
mod many_hosts;
pub mod notebook;
mod now;
mod of_text;
mod parts;
mod plan;
mod repeats;
mod run;
mod simulated;
pub(crate) mod slo;
mod store;
mod study;
mod study_charts;
mod study_runs;
mod style;
mod survey;

pub use document::{PageDocument, PageError, TranslatedDocument, charts, page, plan_of, read, so_far};
pub use extra::{PageDistribution, PageExtra, PageFinding, PageResult, PageRun};
pub use frame::{Framed, unbroken};
pub use now::{now, panes};
pub use store::{
    ListFilter, ListedRun, ListedStudy, ListedTime, Listing, StudyProgress, encoded, listing, live, message,
};

//! Results of others, read into our model.

mod agreement;
mod any_text;
mod command;
mod contradictions;
mod counted;
mod direction;
mod draft;
mod fio_entry;
mod fio_figures;
pub mod fio_json;
mod fio_log;
mod fio_sizes;
mod fio_terse;
mod fio_text;
mod formats;
pub mod grid;
mod json_tree;
pub mod judged;
pub mod page;
mod prefix;
mod prose;
mod prose_numbers;
mod relate;
pub mod results;
mod runs;
mod same_run;
mod scan;
mod shown;
mod tables;
mod to_record;

pub use any_text::results_of_text;
pub use command::words as shell_words;
pub use results::{Imported, Writer, results};
pub use runs::{ImportedRun, ImportedText, SameRun, SameWhy, Unread, Why};
pub use scan::{text, utf16};
pub use to_record::record;

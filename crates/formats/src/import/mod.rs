//! Results of others, read into our model.

pub mod fio_json;
pub mod results;
mod to_record;

pub use results::{Imported, Writer, results};
pub use to_record::record;

//! Results of others, read into our model.

pub mod fio_json;
mod to_record;

pub use to_record::record;

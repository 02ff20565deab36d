//! Results of others, read into our model.

pub mod fio_json;

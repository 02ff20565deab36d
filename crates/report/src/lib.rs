//! Documents and their forms: JSON with a schema, text for people, pages with charts, fio's formats, OpenMetrics, JUnit. Pure: nothing here prints.

pub mod documents;
pub mod fio;
pub mod html;
pub mod junit;
pub mod openmetrics;
pub mod text;

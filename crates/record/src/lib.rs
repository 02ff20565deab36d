//! The record of a run, the rules of evidence, and the renderers. Renderers are pure functions; nothing here prints.

pub mod claims;
pub mod doctor;
pub mod evidence;
pub mod fio;
pub mod import;
pub mod native;
pub mod repeats;
pub mod run;
pub mod truth;
pub mod watch;

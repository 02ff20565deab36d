//! Notebooks, pure: Markdown whose fenced blocks ask for measurements, whose values are printed from them, and whose claims are judged.
//!
//! [`markdown::Notebook`] is what the text asks for. [`evidence::BlockEvidence`] is what the store has of one of its blocks. A [`claim::NotebookClaim`] is
//! held against evidence by [`judging::judge`], never against text. [`render`] writes the outcome back between the markers of the text, and
//! as HTML.

pub mod builtin;
pub mod claim;
pub mod decision;
pub mod drafting;
pub mod evidence;
pub mod judging;
pub mod markdown;
pub mod prose;
pub mod quantity;
pub mod render;
pub mod sentences;
pub mod typed_numbers;

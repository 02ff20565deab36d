//! A run over many hosts: one result of all ranks, in common windows of time, with what each host did.

mod by_host;
pub mod page;
pub mod rates;
pub mod repeats;
pub mod together;
pub mod view;

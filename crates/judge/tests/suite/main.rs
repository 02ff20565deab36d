//! The integration tests of traps, verdicts and sentences in one binary, so that they link once.

mod balance;
mod combinations;
mod consistency;
mod every_trap;
mod job_files;
mod machine_rules;
mod neighbours;
mod parts;
mod plan_rules;
mod published_commands;
mod purpose;
mod recipe_files;
mod recipes;
mod reference;
mod repeats_and_heat;
mod run_traps;
mod vendors;

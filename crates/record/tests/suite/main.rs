//! The integration tests of `fiord-record` in one binary, so that they link once.

mod claims;
mod combinations;
mod doctor_trees;
mod fio_oracle;
mod golden;
mod machine_rules;
mod plan_rules;
mod recipe_files;
mod recipes;
mod reference;
mod repeats;
mod schema;
mod schemas;
mod seed_traps;
mod traps_page;

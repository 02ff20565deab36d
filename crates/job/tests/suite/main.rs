//! The integration tests of `fiord-job` in one binary, so that they link once.

mod bounds;
mod desk;
mod docs;
mod families;
mod fios_numbers;
mod golden;
mod grammar;
mod lowering;
mod oracle;
mod parity_cases;
mod passthrough;
mod properties;
mod quantities;
mod sections;
mod sprandom;
mod table;
mod total;
mod typed;
mod units;
mod values_oracle;
mod zoned;

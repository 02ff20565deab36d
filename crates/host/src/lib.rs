//! The machine under a measurement.

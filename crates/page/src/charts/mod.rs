//! Charts as inline SVG: curves, intervals in rows, a course over time.

mod curves;
mod intervals;
mod plane;

pub use crate::units::PageUnit;
pub use curves::{Curve, CurvePoint, Curves};
pub use intervals::{IntervalRow, Intervals};

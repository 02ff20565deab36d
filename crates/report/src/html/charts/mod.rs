//! Charts as inline SVG and as text, one file per kind.

mod chart;
mod curves;
mod ecdf;
mod heat;
mod intervals;
mod load;
mod percentiles;
mod plane;
mod stacked;
mod text;
mod timeline;
pub(crate) mod units;

pub use chart::{Chart, ChartBody};
pub use curves::{Curve, CurvePoint, Curves, RightAxis};
pub(crate) use ecdf::{added_up, density, ecdf};
pub use heat::{Heat, HeatRow};
pub use intervals::{IntervalRow, Intervals};
pub(crate) use load::{LoadPoint, load};
pub(crate) use percentiles::percentiles;
pub use stacked::{StackPiece, StackRow, Stacked};
pub(crate) use timeline::timeline;
pub use units::PageUnit;

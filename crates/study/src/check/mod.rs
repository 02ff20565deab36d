//! Checks: what a disk has to reach for a use, whether it does, and how sure that is.

mod bound;
mod need;
mod recipes;
mod trial;

pub use bound::{Bound, Expectation, Measurand, MeasuredPart, MeasuredQuantity, Unmeasured};
pub use need::UserNeed;
pub use recipes::{
    BUILTIN, BuiltinRecipe, CheckRecipe, Commit, RecipeSource, SourcedExpectation, beginning_with, find,
};
pub use trial::{CheckEnd, CheckRun, CheckedNumber, ExpectationState, Trial, WrongRun, assess, judge};

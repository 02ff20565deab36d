//! The integration tests of `fiord-stats` in one binary, so that they link once.

mod bimodal;
mod exactness;
mod fio_oracle;
mod random;
mod repeats;
mod shapes;
mod simulations;

//! The integration tests of `fiord-stats` in one binary, so that they link once.

mod bimodal;
mod claims;
mod defects;
mod exactness;
mod fio_oracle;
mod golden;
mod load_limit;
mod random;
mod repeats;
mod sensitivity;
mod shapes;
mod simulations;
mod studies;
mod trends;
mod turns;

//! What is measured on another host.

mod wire;

//! The catalogue as a page for users. A pure function; a test keeps `docs/traps.md` equal to it.

//! fio JSON

//! The status line that fio keeps redrawing while jobs run. A pure function of what is known at that moment.

//! The integration tests of `fiord-truth` in one binary, so that they link once.

mod combinations;
mod machine_rules;
<<<<<<< HEAD
mod neighbours;
=======
mod parts;
>>>>>>> fdd9a7b (One job no longer hides another: parts of a run are tested, memory shown as a disk and requests that are not I/Os have traps of their own, the verdict names whose bytes came from where (the tests that expected zram to be called the disk were wrong))
mod plan_rules;
mod recipe_files;
mod recipes;
mod reference;
mod run_traps;
mod seed_traps;

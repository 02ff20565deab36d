//! Folders of a test's own.

use tempfile::{Builder, TempDir};

/// A folder on the disk that the build lies on: `/tmp` may be memory.
pub fn disk_folder() -> TempDir {
    let program = std::env::current_exe().unwrap();
    Builder::new()
        .prefix("fiord-test-")
        .tempdir_in(program.parent().unwrap())
        .unwrap()
}

/// A folder in memory where there is one: for what must not wait for a busy disk.
pub fn memory_folder() -> TempDir {
    let mut folder = Builder::new();
    folder.prefix("fiord-test-");
    folder
        .tempdir_in("/dev/shm")
        .or_else(|_| folder.tempdir())
        .unwrap()
}

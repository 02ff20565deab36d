//! Settings in sysfs: read all at once, and set until the end of a test.

use std::fs;
use std::path::{Path, PathBuf};

/// A setting that gets its value back when dropped. Loop devices keep their settings when they are detached, so drop it before
/// its device.
pub struct Attribute {
    path: PathBuf,
    before: String,
}

impl Attribute {
    /// Sets it.
    ///
    /// # Errors
    ///
    /// The file and why it could not be read or written.
    pub fn set(path: PathBuf, value: &str) -> Result<Attribute, String> {
        let complaint = |error| format!("{}: {error}", path.display());
        let before = Attribute::value(&path).map_err(complaint)?;
        fs::write(&path, value).map_err(complaint)?;
        Ok(Attribute { path, before })
    }

    /// What a setting is: of a choice, as in `none [mq-deadline]`, the one in brackets.
    ///
    /// # Errors
    ///
    /// Why it could not be read.
    pub fn value(path: &Path) -> std::io::Result<String> {
        fs::read_to_string(path).map(|text| chosen(&text).to_owned())
    }
}

impl Drop for Attribute {
    fn drop(&mut self) {
        let _ = fs::write(&self.path, &self.before);
    }
}

fn chosen(text: &str) -> &str {
    let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or(text, |(word, _)| word).trim()
}

/// Every setting of a device's queue and its scheduler that can be read, to compare before and after.
pub fn queue_state(device: &str) -> Vec<(PathBuf, String)> {
    let queue = Path::new("/sys/block").join(device).join("queue");
    let mut state = Vec::new();
    for folder in [queue.clone(), queue.join("iosched")] {
        // Without a scheduler its folder of settings does not exist.
        let paths = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path());
        state.extend(paths.filter_map(|path| Some((path.clone(), fs::read_to_string(path).ok()?))));
    }
    state.sort();
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_of_a_choice_is_in_brackets() {
        assert_eq!(chosen("none [mq-deadline] kyber\n"), "mq-deadline");
        assert_eq!(chosen("128\n"), "128");
    }

    #[test]
    fn a_setting_gets_its_value_back() {
        let folder = crate::memory_folder();
        let path = folder.path().join("scheduler");
        fs::write(&path, "[none] kyber\n").unwrap();
        let set = Attribute::set(path.clone(), "kyber").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "kyber");
        drop(set);
        assert_eq!(fs::read_to_string(&path).unwrap(), "none");
    }
}

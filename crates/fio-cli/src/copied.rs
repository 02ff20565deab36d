//! Commands copied from a page: what stands before their options.

use std::path::Path;

/// Drops what stands before the options of a command copied from a page: `fio`, `sudo fio`, `/usr/bin/fio`.
pub fn drop_program(words: &mut Vec<String>) {
    let mut at = 0;
    if words.first().is_some_and(|word| word == "sudo") {
        at = 1 + words[1..].iter().take_while(|word| word.starts_with('-')).count();
    }
    let is_alone = words.len() == at + 1;
    if words
        .get(at)
        .is_some_and(|word| is_program(word) && !(is_alone && Path::new(word).is_file()))
    {
        words.drain(..=at);
    }
}

/// Whether a word is the name of fio or of us, with or without its folder.
pub fn is_program(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    name == "fio" || name == "fiord"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_stands_before_the_options_is_dropped() {
        for (line, left) in [
            ("fio --name=a", "--name=a"),
            ("sudo fio --name=a", "--name=a"),
            ("sudo -E /usr/local/bin/fio --name=a", "--name=a"),
            ("fiord job.fio", "job.fio"),
            ("fio", ""),
            ("--name=a fio", "--name=a fio"),
            ("sudo cat", "sudo cat"),
        ] {
            let mut all = words(line);
            drop_program(&mut all);
            assert_eq!(all, words(left), "{line}");
        }
    }
}

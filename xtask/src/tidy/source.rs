//! A Rust file as the rules see it: path, text, syntax, and its first sentence.

/// One Rust file of the workspace, parsed once for all rules.
pub(super) struct Source {
    /// Path as printed, from the root of the workspace.
    pub(super) shown: String,
    pub(super) text: String,
    pub(super) syntax: syn::File,
}

/// The first sentence of a module's documentation, its links as plain names.
pub(crate) fn first_sentence(text: &str) -> String {
    let opening: Vec<&str> = text
        .lines()
        .map_while(|line| line.strip_prefix("//! "))
        .map(str::trim)
        .collect();
    let opening = opening
        .join(" ")
        .replace("[`", "`")
        .replace("`]", "`")
        .replace("crate::", "");
    match opening.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => opening,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_before_the_next_and_may_go_over_lines() {
        let text = "//! What [`crate::a::B`] is in fio 3.33: a\n//! list. More of it.\n//!\n//! Much more.\n";
        assert_eq!(first_sentence(text), "What `a::B` is in fio 3.33: a list.");
        assert_eq!(first_sentence("//! Short\n\nuse x;\n"), "Short");
    }
}

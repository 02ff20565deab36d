//! Text broken into lines for a screen.

/// Text for a screen of `width` columns: lines that are too long are broken between words and go on two columns further in.
///
/// Lines that begin with one of `whole` behind their indentation are left as they are, so that a command stays one line to be
/// copied.
pub fn paged(text: &str, width: usize, whole: &[&str]) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let inner = line.trim_start();
        let indent = line.len() - inner.len();
        if line.chars().count() <= width || whole.iter().any(|start| inner.starts_with(start)) {
            out.push_str(line);
        } else {
            broken(&mut out, inner, indent, width);
        }
        out.push('\n');
    }
    out
}

fn broken(out: &mut String, inner: &str, indent: usize, width: usize) {
    // On a screen too narrow for its indentation the text matters more.
    let indent = indent.min(width / 4);
    let mut column = indent;
    out.extend(std::iter::repeat_n(' ', indent));
    for (index, word) in inner.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > width {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent + 2));
            column = indent + 2;
        } else if index > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "name\n  one two three four five\n    fiord --name=a --rw=read --size=1g\nshort\n";
        assert_eq!(
            paged(text, 14, &["fiord "]),
            "name\n  one two\n    three four\n    five\n    fiord --name=a --rw=read --size=1g\nshort\n"
        );
        assert_eq!(paged(text, 200, &[]), text);
        // A word that fits nowhere stands alone.
        assert_eq!(
            paged("a bcdefghijklmnop q\n", 6, &[]),
            "a\n  bcdefghijklmnop\n  q\n"
        );
    }
}

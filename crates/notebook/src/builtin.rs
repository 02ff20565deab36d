//! The notebooks that come with fiord: `notebooks/*.md`.

/// One notebook that comes with fiord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinNotebook {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! notebooks {
    ($($name:literal),+ $(,)?) => {
        [$(BuiltinNotebook { name: $name, text: include_str!(concat!("../../../notebooks/", $name, ".md")) }),+]
    };
}

/// In the order of the list.
pub const ALL: [BuiltinNotebook; 8] = notebooks![
    "micron-2210",
    "ssd-on-mac-vm-1",
    "ssd-on-mac-vm-2",
    "ssd-on-mac-vm-3",
    "ssd-san-sas",
    "postgresql",
    "kernel-upgrade",
    "buying",
];

/// The notebook of this name.
pub fn find(name: &str) -> Option<&'static BuiltinNotebook> {
    ALL.iter().find(|known| known.name == name)
}

/// Comments around what an exercise leaves to the student.
const ANSWER: (&str, &str) = ("<!-- answer -->", "<!-- /answer -->");

/// The text without its answers.
pub fn exercise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_answer = false;
    for line in text.lines() {
        match line.trim() {
            open if open == ANSWER.0 => is_answer = true,
            close if close == ANSWER.1 => {
                is_answer = false;
                out.push_str("…\n");
            }
            _ if is_answer => {}
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

//! Names of types: one name means one thing in the whole workspace.

use anyhow::Result;
use syn::visit::{self, Visit};

use super::ratchet::{Breaches, Ratchet};
use super::source::Source;

/// Names that each module of a kind gives to the same part: what a trap observed, the arguments of a verb.
const BY_RULE: [&str; 2] = ["Observed", "Args"];

/// Types that others may name and that share their name with another, against the list of those known. The type of a document may
/// have the name of the one type that it mirrors: documents count apart.
pub(super) fn check(sources: &[Source]) -> Result<Vec<String>> {
    let mut places: Vec<(String, &str)> = Vec::new();
    for source in sources.iter().filter(|source| source.shown.contains("/src/")) {
        let mut types = Types(Vec::new());
        types.visit_file(&source.syntax);
        places.extend(types.0.into_iter().map(|name| (name, source.shown.as_str())));
    }
    let is_document = |file: &str| file.starts_with("crates/report/src/documents/");
    let files = |name: &str| -> Vec<&str> {
        let files = places.iter().filter(|(other, _)| other == name);
        files.map(|(_, file)| *file).collect()
    };
    let mut found = Breaches::new();
    for (name, _) in places
        .iter()
        .filter(|(name, _)| !BY_RULE.contains(&name.as_str()))
    {
        let files = files(name);
        let documents = files.iter().filter(|file| is_document(file)).count();
        if documents > 1 || files.len() - documents > 1 {
            found.insert(name.clone(), files.len());
        }
    }
    Ratchet::read("xtask/names.txt")?.check(&found, |name, count, known| {
        let files = files(name).join(", ");
        format!(
            "{name}: {count} types of this name; allowed: {}: {files}",
            known.max(1)
        )
    })
}

/// Structs and enums with a visibility, those of tests left out.
struct Types(Vec<String>);

impl Types {
    fn add(&mut self, visibility: &syn::Visibility, name: &syn::Ident) {
        if !matches!(visibility, syn::Visibility::Inherited) {
            self.0.push(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.add(&item.vis, &item.ident);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = |attribute: &syn::Attribute| {
            attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Ident>()
                    .is_ok_and(|word| word == "test")
        };
        if !item.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_others_may_name_count_and_those_of_tests_do_not() {
        let text = "pub struct A; struct B; pub(crate) enum C { X } #[cfg(test)] mod tests { pub struct D; }";
        let mut types = Types(Vec::new());
        types.visit_file(&syn::parse_file(text).unwrap());
        assert_eq!(types.0, ["A", "C"]);
    }
}

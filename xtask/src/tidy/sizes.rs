//! Limits of size: lines of a file, lines of a function, fields of a struct.

use std::path::Path;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::ratchet::{Breaches, Ratchet};
use super::source::Source;

const FILE_LINES: usize = 800;
const FUNCTION_LINES: usize = 70;
const STRUCT_FIELDS: usize = 15;

/// What is larger than the limits, against the list of what is known.
pub(super) fn check(sources: &[Source]) -> anyhow::Result<Vec<String>> {
    let mut found = Breaches::new();
    for source in sources {
        let lines = source.text.lines().count();
        if lines > FILE_LINES {
            found.insert(format!("{}: lines of the file", source.shown), lines);
        }
        let mut large = Large {
            path: Path::new(&source.shown),
            found: &mut found,
        };
        large.visit_file(&source.syntax);
    }
    Ratchet::read("xtask/large.txt")?.check(&found, |key, count, known| {
        let limit = if known > 0 {
            format!("{known} listed in xtask/large.txt")
        } else {
            limits()
        };
        format!("{key}: {count}; allowed: {limit}")
    })
}

fn limits() -> String {
    format!(
        "{FILE_LINES} lines of a file, {FUNCTION_LINES} of a function, {STRUCT_FIELDS} fields of a struct"
    )
}

struct Large<'a> {
    path: &'a Path,
    found: &'a mut Breaches,
}

impl Large<'_> {
    fn function(&mut self, name: &syn::Ident, start: proc_macro2::Span, body: &syn::Block) {
        let lines = body.brace_token.span.close().end().line - start.start().line + 1;
        if lines > FUNCTION_LINES {
            let key = format!("{}: lines of fn {name}", self.path.display());
            self.found.insert(key, lines);
        }
    }
}

impl<'ast> Visit<'ast> for Large<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig.ident, item.sig.span(), &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig.ident, item.sig.span(), &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.sig.ident, item.sig.span(), body);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let fields = item.fields.len();
        if fields > STRUCT_FIELDS {
            let key = format!("{}: fields of struct {}", self.path.display(), item.ident);
            self.found.insert(key, fields);
        }
        visit::visit_item_struct(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, usize)> {
        let mut found = Breaches::new();
        let path = Path::new("a.rs");
        let mut large = Large {
            path,
            found: &mut found,
        };
        large.visit_file(&syn::parse_file(text).unwrap());
        found.into_iter().collect()
    }

    #[test]
    fn long_functions_and_wide_structs_are_found_wherever_they_stand() {
        let body = |lines: usize| "let _ = 1;\n".repeat(lines);
        // 70 lines from the name to the closing brace are allowed.
        let fits = format!("fn f() {{\n{}}}\n", body(68));
        assert_eq!(found(&fits), []);
        let long = format!("impl A {{\n#[inline]\npub fn g() {{\n{}}}\n}}\n", body(69));
        assert_eq!(found(&long), [("a.rs: lines of fn g".to_owned(), 71)]);
        let inner = format!("mod m {{ trait T {{ fn h() {{\n{}}} }} }}\n", body(70));
        assert_eq!(found(&inner).len(), 1);
        let fields: Vec<String> = (0..16).map(|at| format!("f{at}: u8")).collect();
        let wide = format!("struct S {{ {} }}", fields.join(", "));
        assert_eq!(found(&wide), [("a.rs: fields of struct S".to_owned(), 16)]);
    }
}

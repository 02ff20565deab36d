//! Collects which file uses what another file of the same crate defines, from every path in its code.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, ItemMod, ItemUse, Macro, Stmt};

use super::modules::{FileId, ModuleId, Tree, attributes, imports_of, is_for_tests};
use super::resolve::{Blocks, Definition};

/// From file to file: the first line that says so.
pub(super) type Edges = BTreeMap<(FileId, FileId), usize>;

/// The edges of a whole crate. Code for tests is left out: it may use what it likes.
pub(super) fn edges(tree: &Tree) -> Edges {
    let mut edges = Edges::new();
    for (id, module) in tree.modules.iter().enumerate() {
        if module
            .parent
            .is_none_or(|parent| tree.modules[parent].file != module.file)
        {
            let mut collector = Collector {
                tree,
                module: id,
                blocks: Blocks::new(),
                edges: &mut edges,
            };
            for item in &tree.files[module.file].syntax.items {
                collector.visit_item(item);
            }
        }
    }
    edges
}

struct Collector<'a> {
    tree: &'a Tree,
    module: ModuleId,
    blocks: Blocks,
    edges: &'a mut Edges,
}

impl Collector<'_> {
    fn path(&mut self, path: &[String], line: usize) {
        let from = self.tree.modules[self.module].file;
        // A path that ends at a module uses nothing of it yet.
        if let Some(Definition::Item(to)) = self.tree.resolve(self.module, &self.blocks, path)
            && to != from
        {
            let first = self.edges.entry((from, to)).or_insert(line);
            *first = line.min(*first);
        }
    }

    /// What a macro is given need not be an expression: every `a::b::c` in it counts as a path.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.path(&path, line);
                        path.clear();
                        line = ident.span().start().line;
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                other => {
                    self.path(&path, line);
                    path.clear();
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.path(&path, line);
    }

    /// Re-exports make no edge: the user of the name depends on the file that defines it.
    fn imports(&mut self, item: &ItemUse) {
        for import in imports_of(item) {
            if !import.is_public && !import.is_glob {
                self.path(&import.path, import.line);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        match item {
            Item::Use(item) => self.imports(item),
            item => visit::visit_item(self, item),
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let Some((_, items)) = &item.content else {
            return;
        };
        let outer = self.module;
        self.module = self.tree.modules[outer].children[&item.ident.to_string()];
        for item in items {
            self.visit_item(item);
        }
        self.module = outer;
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        let imports = block.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Item(Item::Use(item)) => Some(imports_of(item)),
            _ => None,
        });
        self.blocks.push(imports.flatten().collect());
        visit::visit_block(self, block);
        self.blocks.pop();
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
            let line = path.segments[0].ident.span().start().line;
            self.path(&names, line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
    }
}

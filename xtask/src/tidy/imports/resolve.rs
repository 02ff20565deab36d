//! Finds the file that defines what a path names, through modules, imports, re-exports and globs.

use super::modules::{FileId, Import, ModuleId, Tree};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Definition {
    Module(ModuleId),
    /// Something that this file declares.
    Item(FileId),
}

/// Names that the blocks of a function import for themselves, innermost last.
pub(super) type Blocks = Vec<Vec<Import>>;

/// The names being looked up: imports may lead to each other in a circle.
type Open = Vec<(ModuleId, String)>;

impl Tree {
    /// Resolves a path as code of `module` writes it; `None` for what another crate or the function itself defines.
    pub(super) fn resolve(&self, module: ModuleId, blocks: &Blocks, path: &[String]) -> Option<Definition> {
        let (first, rest) = path.split_first()?;
        let mut open = Open::new();
        let local = blocks.iter().rev().flatten().find_map(|import| {
            if import.name.as_deref() == Some(first) {
                return self.walk(module, &import.path, &mut open);
            }
            match self
                .walk(module, &import.path, &mut open)
                .filter(|_| import.is_glob)?
            {
                Definition::Module(inner) => self.lookup(inner, first, &mut open),
                Definition::Item(_) => None,
            }
        });
        match local {
            Some(found) => self.follow(found, rest, &mut open),
            None => self.walk(module, path, &mut open),
        }
    }

    fn walk(&self, module: ModuleId, path: &[String], open: &mut Open) -> Option<Definition> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Definition::Module(0),
            "self" => Definition::Module(module),
            "super" => Definition::Module(self.modules[module].parent?),
            name => self.lookup(module, name, open)?,
        };
        self.follow(start, rest, open)
    }

    fn follow(&self, start: Definition, rest: &[String], open: &mut Open) -> Option<Definition> {
        let mut at = start;
        for name in rest {
            at = match at {
                // What follows an item is a variant, a constant or a function of it.
                Definition::Item(_) => return Some(at),
                Definition::Module(inner) if name == "super" => {
                    Definition::Module(self.modules[inner].parent?)
                }
                Definition::Module(inner) => self.lookup(inner, name, open)?,
            };
        }
        Some(at)
    }

    /// A name inside a module: declared there, imported by name, or imported by a glob.
    fn lookup(&self, id: ModuleId, name: &str, open: &mut Open) -> Option<Definition> {
        let module = &self.modules[id];
        if let Some(child) = module.children.get(name) {
            return Some(Definition::Module(*child));
        }
        if module.items.iter().any(|item| item == name) {
            return Some(Definition::Item(module.file));
        }
        let key = (id, name.to_owned());
        if open.contains(&key) {
            return None;
        }
        open.push(key);
        let found = self.imported(id, name, open);
        open.pop();
        found
    }

    fn imported(&self, id: ModuleId, name: &str, open: &mut Open) -> Option<Definition> {
        let imports = &self.modules[id].imports;
        let mut named = imports
            .iter()
            .filter(|import| import.name.as_deref() == Some(name));
        if let Some(import) = named.next() {
            // One of another crate leads nowhere here.
            return self.walk(id, &import.path, open);
        }
        imports.iter().filter(|import| import.is_glob).find_map(|import| {
            match self.walk(id, &import.path, open)? {
                Definition::Module(inner) => self.lookup(inner, name, open),
                // The variants of an enum: which ones it has does not matter for who depends on whom.
                Definition::Item(_) => None,
            }
        })
    }
}

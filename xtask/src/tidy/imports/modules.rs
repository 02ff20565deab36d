//! Reads the module tree of a crate: which file declares which names, and what each module imports.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::{Attribute, Item, Meta, UseTree, Visibility};

/// Place of a module in [`Tree::modules`].
pub(super) type ModuleId = usize;
/// Place of a file in [`Tree::files`].
pub(super) type FileId = usize;

/// All modules of one crate.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) modules: Vec<Module>,
    pub(super) files: Vec<SourceFile>,
}

/// One file, parsed.
pub(super) struct SourceFile {
    pub(super) path: PathBuf,
    /// Lines, those of tests left out.
    pub(super) lines: usize,
    pub(super) syntax: syn::File,
}

/// One module: a file, or a block inside one.
pub(super) struct Module {
    pub(super) file: FileId,
    pub(super) parent: Option<ModuleId>,
    pub(super) children: BTreeMap<String, ModuleId>,
    /// Names of functions, types, constants, traits and macros.
    pub(super) items: Vec<String>,
    pub(super) imports: Vec<Import>,
}

/// One name that a `use` brings into scope.
#[derive(Clone, Debug)]
pub(super) struct Import {
    pub(super) path: Vec<String>,
    /// `None` for `*` and `_`.
    pub(super) name: Option<String>,
    pub(super) is_glob: bool,
    pub(super) is_public: bool,
    pub(super) line: usize,
}

impl Tree {
    /// Reads the crate whose `lib.rs` or `main.rs` this is.
    pub(super) fn read(root: &Path) -> Result<Tree> {
        let mut tree = Tree::default();
        let folder = root.parent().context("a root file lies in a folder")?;
        tree.file(root, folder, None)?;
        Ok(tree)
    }

    /// `children` is the folder in which the files of `mod x;` are looked for.
    fn file(&mut self, path: &Path, children: &Path, parent: Option<ModuleId>) -> Result<ModuleId> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let syntax = syn::parse_file(&text).with_context(|| path.display().to_string())?;
        let file = self.files.len();
        let items = syntax.items.clone();
        self.files.push(SourceFile {
            path: path.to_owned(),
            lines: text.lines().count() - lines_of_tests(&items),
            syntax,
        });
        self.module(file, &items, children, parent)
    }

    fn module(
        &mut self,
        file: FileId,
        items: &[Item],
        folder: &Path,
        parent: Option<ModuleId>,
    ) -> Result<ModuleId> {
        let id = self.modules.len();
        self.modules.push(Module {
            file,
            parent,
            children: BTreeMap::new(),
            items: Vec::new(),
            imports: Vec::new(),
        });
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            match item {
                Item::Mod(module) => {
                    let name = module.ident.to_string();
                    let inner = folder.join(&name);
                    let child = match &module.content {
                        Some((_, items)) => self.module(file, items, &inner, Some(id))?,
                        None => {
                            let path = file_of(folder, &name, &module.attrs);
                            self.file(&path, &inner, Some(id))?
                        }
                    };
                    self.modules[id].children.insert(name, child);
                }
                Item::Use(item) => self.modules[id].imports.extend(imports_of(item)),
                item => self.modules[id].items.extend(name_of(item)),
            }
        }
        Ok(id)
    }
}

fn file_of(folder: &Path, name: &str, attributes: &[Attribute]) -> PathBuf {
    let named = attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            syn::Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    if let Some(named) = named {
        return folder.join(named);
    }
    let flat = folder.join(format!("{name}.rs"));
    if flat.is_file() {
        flat
    } else {
        folder.join(name).join("mod.rs")
    }
}

/// Lines of the items that are compiled for tests only, with their attributes and comments.
fn lines_of_tests(items: &[Item]) -> usize {
    let tests = items.iter().filter(|item| is_for_tests(attributes(item)));
    tests
        .map(|item| item.span().end().line - item.span().start().line + 1)
        .sum()
}

/// Whether code is compiled for tests only.
pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            condition == "test" || condition.starts_with("all (test")
        }
        _ => false,
    })
}

pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Every name of a `use`, with its whole path.
pub(super) fn imports_of(item: &syn::ItemUse) -> Vec<Import> {
    let mut imports = Vec::new();
    let is_public = !matches!(item.vis, Visibility::Inherited);
    collect(&item.tree, &mut Vec::new(), is_public, &mut imports);
    imports
}

fn collect(tree: &UseTree, path: &mut Vec<String>, is_public: bool, imports: &mut Vec<Import>) {
    let import = |path: &[String], name: Option<String>, is_glob: bool, line: usize| Import {
        path: path.to_vec(),
        name,
        is_glob,
        is_public,
        line,
    };
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            collect(&inner.tree, path, is_public, imports);
            path.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                collect(tree, path, is_public, imports);
            }
        }
        UseTree::Glob(glob) => {
            let line = glob.star_token.spans[0].start().line;
            imports.push(import(path, None, true, line));
        }
        UseTree::Name(name) => {
            let line = name.ident.span().start().line;
            let ident = name.ident.to_string();
            if ident == "self" {
                imports.push(import(path, path.last().cloned(), false, line));
            } else {
                path.push(ident.clone());
                imports.push(import(path, Some(ident), false, line));
                path.pop();
            }
        }
        UseTree::Rename(rename) => {
            let line = rename.ident.span().start().line;
            let alias = rename.rename.to_string();
            let is_self = rename.ident == "self";
            if !is_self {
                path.push(rename.ident.to_string());
            }
            imports.push(import(path, (alias != "_").then_some(alias), false, line));
            if !is_self {
                path.pop();
            }
        }
    }
}

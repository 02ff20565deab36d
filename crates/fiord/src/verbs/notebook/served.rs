//! Notebooks in the browser: their pages made from the store whenever it has something new.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Result;
use fiord_messages::{Lang, notebook as messages};
use fiord_report::html::Framed;
use fiord_report::html::notebook::served;
use fiord_store::{Filter, Store};

use super::shown::NotebookView;
use super::{NotebookAnswer, Opened};
use crate::keep::StoreArgs;

/// The notebooks that are served, and no other file.
#[derive(Debug, Clone, Default)]
pub(in crate::verbs) struct ServedNotebooks(Vec<(String, PathBuf)>);

/// What the page of a notebook was made from: another one is a reason to make it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::verbs) struct NotebookState {
    changed: Option<SystemTime>,
    newest: Option<i64>,
}

impl ServedNotebooks {
    /// The notebooks in these files, by the names of the files.
    ///
    /// # Errors
    /// One cannot be read, or two have one name.
    pub(in crate::verbs) fn open(files: &[PathBuf]) -> Result<Self> {
        let mut all: Vec<(String, PathBuf)> = Vec::new();
        for file in files {
            let opened = Opened::of(file)?;
            if all.iter().any(|(name, _)| *name == opened.name) {
                let name = &opened.name;
                anyhow::bail!(messages::TwoOfOneName { name }.text(Lang::current()));
            }
            all.push((opened.name, std::path::absolute(file)?));
        }
        Ok(Self(all))
    }

    pub(in crate::verbs) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    fn file(&self, name: &str) -> Option<&Path> {
        let mut all = self.0.iter();
        all.find(|(known, _)| known == name)
            .map(|(_, file)| file.as_path())
    }

    /// The page of a notebook, which follows the events at an address; none: it is not served.
    ///
    /// # Errors
    /// Its file, or the store.
    pub(in crate::verbs) fn page(
        &self,
        name: &str,
        events: &str,
        store: &Path,
        lang: Lang,
    ) -> Result<Option<Framed>> {
        let Some(file) = self.file(name) else {
            return Ok(None);
        };
        let (title, content) = made(file, store, lang)?;
        Ok(Some(served(&title, &content, events, lang)))
    }

    /// What is inside of its page.
    ///
    /// # Errors
    /// Its file, or the store.
    pub(in crate::verbs) fn content(&self, name: &str, store: &Path, lang: Lang) -> Result<Option<String>> {
        let file = self.file(name);
        file.map(|file| Ok(made(file, store, lang)?.1)).transpose()
    }

    /// When its file was changed, and its newest run; none: it is not served.
    ///
    /// # Errors
    /// The store.
    pub(in crate::verbs) fn state(&self, name: &str, store: &Store) -> Result<Option<NotebookState>> {
        let Some(file) = self.file(name) else {
            return Ok(None);
        };
        let newest = store.list(&Filter {
            name_begins: Some(format!("{name}/")),
            limit: Some(1),
            ..Filter::default()
        })?;
        Ok(Some(NotebookState {
            changed: file.metadata().and_then(|meta| meta.modified()).ok(),
            newest: newest.first().map(|row| row.id),
        }))
    }
}

/// Title and content.
fn made(file: &Path, store: &Path, lang: Lang) -> Result<(String, String)> {
    let opened = Opened::of(file)?;
    let store = StoreArgs {
        store: Some(store.to_owned()),
    };
    let answer = NotebookAnswer::of(&opened, &store)?;
    let view = NotebookView {
        opened: &opened,
        answer: &answer,
        doctor: &[],
        store: &store,
        lang,
        is_for_paper: false,
    };
    Ok((view.title().to_owned(), view.content()?))
}

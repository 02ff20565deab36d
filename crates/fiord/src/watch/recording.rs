//! Samples in a file, one document a line: what `fiord watch --json` prints.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_messages::{Lang, watch_screen as messages};
use fiord_report::documents::Document;
use fiord_report::documents::watch::Watch;
use jiff::Zoned;

/// A file that samples are added to.
pub(crate) struct SampleFile {
    path: PathBuf,
    file: BufWriter<File>,
    samples: u64,
}

impl SampleFile {
    /// Makes the file; one that exists is not overwritten.
    ///
    /// # Errors
    /// It exists or cannot be made.
    pub(crate) fn begin(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        Ok(Self {
            file: BufWriter::new(file.with_context(|| format!("--record {}", path.display()))?),
            path: path.to_owned(),
            samples: 0,
        })
    }

    /// A file here that is named by the time.
    pub(crate) fn usual_path() -> PathBuf {
        format!("fiord-watch-{}.jsonl", Zoned::now().strftime("%Y%m%d-%H%M%S")).into()
    }

    /// The path, for people.
    pub(crate) fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Adds a sample; it is in the file when this returns.
    ///
    /// # Errors
    /// The file's.
    pub(crate) fn add(&mut self, sample: Watch) -> Result<()> {
        let line = Document::new(sample).to_line()?;
        let written = self
            .file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.flush());
        written.with_context(|| self.shown())?;
        self.samples += 1;
        Ok(())
    }

    /// How much was recorded where.
    pub(crate) fn end(self) -> String {
        let recorded = messages::Recorded {
            samples: self.samples,
            path: &self.path.display(),
        };
        recorded.text(Lang::current())
    }
}

/// The samples of a file, the oldest first.
///
/// # Errors
/// It cannot be read, has none, or has a line that is none. A last line that was not finished is left out.
pub(crate) fn recorded(path: &Path) -> Result<Vec<Watch>> {
    let shown = &path.display();
    let text = fs::read_to_string(path).with_context(|| format!("--replay {shown}"))?;
    let lang = Lang::current();
    let mut samples = Vec::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        match serde_json::from_str::<Document<Watch>>(line) {
            Ok(document) => samples.push(document.body),
            Err(_) if !line.ends_with('\n') && at > 0 => break,
            Err(_) => bail!(
                messages::ReplayBroken {
                    path: shown,
                    line: &(at + 1)
                }
                .text(lang)
            ),
        }
    }
    if samples.is_empty() {
        bail!(messages::ReplayEmpty { path: shown }.text(lang));
    }
    Ok(samples)
}

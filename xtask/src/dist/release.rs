//! What is packed, and where its parts lie in a package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::shell::output;

/// Languages other than English, with their READMEs, documents and manual pages.
const TRANSLATIONS: [&str; 2] = ["zh-CN", "zh-TW"];

/// What is packed.
pub(super) struct Release {
    /// As the workspace has it.
    pub(super) version: String,
    /// As `x86_64-unknown-linux-musl`.
    pub(super) target: String,
    /// Of the last commit, in seconds since 1970: the time of all files, so that two builds are alike.
    pub(super) epoch: String,
    /// The static program, stripped.
    pub(super) program: PathBuf,
    /// `target/dist`.
    pub(super) folder: PathBuf,
}

impl Release {
    /// Puts the program, pages and completions where a package has them, below a folder; their places with what completes what.
    pub(super) fn install(&self, root: &Path, places: &Places) -> Result<()> {
        let put = |place: &str| -> Result<PathBuf> {
            let path = root.join(place);
            fs::create_dir_all(path.parent().context("a place has a folder")?)?;
            Ok(path)
        };
        fs::copy(&self.program, put(places.program)?)?;
        let program = self.program.to_str().context("a path in UTF-8")?;
        for (shell, place) in places.completions {
            fs::write(put(place)?, output(program, &["completions", shell])?)?;
        }
        let translated = TRANSLATIONS.map(|language| (language, format!("/{}", language.replace('-', "_"))));
        for (language, folder) in [("en", String::new())].into_iter().chain(translated) {
            let pages = tempfile::tempdir()?;
            let made = pages.path().to_str().context("a path in UTF-8")?;
            output(program, &["--lang", language, "man", "--folder", made])?;
            for page in fs::read_dir(pages.path())? {
                let page = page?;
                let name = page.file_name().to_string_lossy().into_owned();
                let section = name.rsplit('.').next().unwrap_or_default();
                let place = format!("{}{folder}/man{section}/{name}", places.man);
                fs::copy(page.path(), put(&place)?)?;
            }
        }
        Ok(())
    }

    /// Copies what the program's texts send readers to: README.md, and the documents of `docs` with their schemas.
    pub(super) fn documents(&self, root: &Path) -> Result<()> {
        let named = |language| [format!("README.{language}.md"), format!("docs/{language}")];
        let translated = TRANSLATIONS.map(named);
        fs::copy("README.md", root.join("README.md"))?;
        let mut folders = vec![("docs", "md"), ("docs/schema", "json")];
        for [readme, folder] in &translated {
            fs::copy(readme, root.join(readme))?;
            folders.push((folder, "md"));
        }
        for (folder, ending) in folders {
            fs::create_dir_all(root.join(folder))?;
            for file in fs::read_dir(folder)? {
                let path = file?.path();
                if path.extension().is_some_and(|extension| extension == ending) {
                    fs::copy(&path, root.join(&path))?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn tarball(&self) -> Result<String> {
        let name = format!("fiord-{}-{}", self.version, self.target);
        let work = tempfile::tempdir_in(&self.folder)?;
        let root = work.path().join(&name);
        self.install(&root, &TARBALL)?;
        self.documents(&root)?;
        for file in ["LICENSE", "CHANGELOG.md"] {
            fs::copy(file, root.join(file))?;
        }
        let made = format!("{name}.tar.gz");
        let status = Command::new("tar")
            .args([
                "--sort=name",
                "--owner=0",
                "--group=0",
                "--numeric-owner",
                "--format=gnu",
            ])
            .args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip -n9"])
            .arg(format!("--mtime=@{}", self.epoch))
            .arg("-cf")
            .arg(self.folder.join(&made))
            .arg("-C")
            .arg(work.path())
            .arg(&name)
            .status()
            .context("tar could not be started")?;
        if !status.success() {
            bail!("tar ended with {status}");
        }
        Ok(made)
    }
}

/// Where things lie in a package.
pub(super) struct Places {
    pub(super) program: &'static str,
    pub(super) man: &'static str,
    pub(super) completions: [(&'static str, &'static str); 3],
}

const TARBALL: Places = Places {
    program: "fiord",
    man: "man",
    completions: [
        ("bash", "completions/fiord.bash"),
        ("zsh", "completions/_fiord"),
        ("fish", "completions/fiord.fish"),
    ],
};

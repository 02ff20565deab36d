//! Where the MPI plugin lies, and what to do where there is none.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use fiord_messages::{Lang, hosts as messages};

/// The name of the plugin's file.
pub const FILE: &str = "libfiord_mpi.so";
/// Names the plugin's file itself.
pub const VARIABLE: &str = "FIORD_MPI";

/// The size of a job step of Slurm.
const SLURM: &str = "SLURM_STEP_NUM_TASKS";

/// How the plugin is made.
const BUILD: &str = "MPICC=mpicc cargo build --release --manifest-path plugins/mpi/Cargo.toml";

/// Why MPI cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PluginError {
    Static,
    /// Neither of these is a file.
    Missing {
        places: Vec<String>,
    },
    /// The file that [`VARIABLE`] names does not exist.
    MissingAtVariable {
        path: String,
    },
    NotLoaded {
        path: String,
        why: String,
    },
    Foreign {
        path: String,
        function: String,
    },
    Version {
        path: String,
        found: u32,
        needed: u32,
    },
    NotBegun {
        path: String,
        why: String,
    },
    OtherMpi {
        path: String,
        library: String,
        variable: &'static str,
        launched: usize,
    },
}

impl fmt::Display for PluginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lang, build) = (Lang::current(), &BUILD);
        f.write_str(&match self {
            Self::Static => messages::plugin_static(lang).to_owned(),
            Self::Missing { places } => messages::PluginMissing {
                places: &lang.list(places),
                build,
                variable: &VARIABLE,
            }
            .text(lang),
            Self::MissingAtVariable { path } => messages::PluginMissingAtVariable {
                path,
                variable: &VARIABLE,
                build,
            }
            .text(lang),
            Self::NotLoaded { path, why } => messages::PluginNotLoaded { path, why, build }.text(lang),
            Self::Foreign { path, function } => messages::PluginForeign {
                path,
                function,
                build,
            }
            .text(lang),
            Self::Version { path, found, needed } => messages::PluginVersion {
                path,
                found,
                needed,
                build,
            }
            .text(lang),
            Self::NotBegun { path, why } => messages::MpiNotStarted { path, why }.text(lang),
            // Slurm starts either MPI, where it is told to.
            Self::OtherMpi {
                path,
                library,
                variable,
                launched,
            } if *variable == SLURM => messages::OtherMpiSlurm {
                path,
                library,
                launched,
                variable,
                build,
            }
            .text(lang),
            Self::OtherMpi {
                path,
                library,
                variable,
                launched,
            } => messages::OtherMpi {
                path,
                library,
                launched,
                variable,
                build,
            }
            .text(lang),
        })
    }
}

impl std::error::Error for PluginError {}

/// Files in the order in which they are looked for: what the variable names alone, else in the program's folder and in its library folder.
pub fn places(variable: Option<PathBuf>, program: Option<PathBuf>) -> Vec<PathBuf> {
    if let Some(named) = variable {
        return vec![named];
    }
    let Some(folder) = program.as_deref().and_then(|program| program.parent()) else {
        return Vec::new();
    };
    let mut places = vec![folder.join(FILE)];
    if let Some(prefix) = folder.parent() {
        places.push(prefix.join("lib/fiord").join(FILE));
    }
    places
}

/// The plugin's file on this host.
///
/// # Errors
/// There is none, or this program cannot load one.
pub fn plugin() -> Result<PathBuf, PluginError> {
    if cfg!(target_feature = "crt-static") {
        return Err(PluginError::Static);
    }
    let variable = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
    let variable = variable.map(PathBuf::from);
    let program = std::env::current_exe().ok();
    let places = places(variable.clone(), program);
    match places.iter().find(|place| place.is_file()) {
        Some(found) => Ok(found.clone()),
        None => {
            let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
            Err(match variable {
                Some(path) => PluginError::MissingAtVariable {
                    path: path.display().to_string(),
                },
                None => PluginError::Missing { places },
            })
        }
    }
}

/// How many ranks the launcher says it started, and where it says that: Open MPI, MPICH and its kin, Slurm's srun.
pub fn launched(env: impl Fn(&str) -> Option<String>) -> Option<(&'static str, usize)> {
    let names = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", SLURM];
    names
        .into_iter()
        .find_map(|name| Some((name, env(name)?.parse().ok()?)))
}

/// Whether this process speaks for its host where MPI does not work: the first of them there, as the launcher counts.
pub fn speaks(env: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"];
    names.into_iter().find_map(&env).is_none_or(|rank| rank == "0")
}

/// Where launchers say which rank this is: Open MPI, MPICH and its kin, PMIx, Slurm's srun.
const RANKS: [&str; 4] = ["OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"];
/// How many command lines Open MPI was given; ranks of one have the same words.
const COMMANDS: &str = "OMPI_NUM_APP_CTX";
/// Time for rank 0 to speak, and for its launcher to end the others then.
const AFTER_RANK_0: Duration = Duration::from_millis(500);
/// Time for the first rank of a host to speak. Who leaves earlier with an error has it ended.
const AFTER_ALL: Duration = Duration::from_millis(1_200);

/// Whether a rank says why it cannot take part, before it knows the others; all ranks of a launcher mostly have the same reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RankVoice {
    /// Rank 0 does, and a process without a launcher.
    Speaks,
    /// The first rank of another host does, after so long: its host may lack what that of rank 0 has.
    Later(Duration),
    /// Another rank of its host has the same program and the same words. It leaves after so long.
    Silent(Duration),
}

/// What the launcher's variables say of that.
pub fn voice(env: impl Fn(&str) -> Option<String>) -> RankVoice {
    let rank = RANKS.into_iter().find_map(&env);
    let has_own_words = env(COMMANDS).is_some_and(|commands| commands != "1");
    match rank.as_deref() {
        None | Some("0") => RankVoice::Speaks,
        Some(_) if has_own_words || speaks(&env) => RankVoice::Later(AFTER_RANK_0),
        Some(_) => RankVoice::Silent(AFTER_ALL),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_the_variable_names_is_the_only_place() {
        let program = Some(PathBuf::from("/opt/bin/fiord"));
        let named = places(Some("/x/mpi.so".into()), program.clone());
        assert_eq!(named, [PathBuf::from("/x/mpi.so")]);
        let found = places(None, program);
        let expected = ["/opt/bin/libfiord_mpi.so", "/opt/lib/fiord/libfiord_mpi.so"];
        assert_eq!(found, expected.map(PathBuf::from));
    }

    #[test]
    fn only_slurm_has_another_mpi_to_choose() {
        let of = |variable| {
            let (path, library) = ("/x/mpi.so".to_owned(), "MPICH 4".to_owned());
            let other = PluginError::OtherMpi {
                path,
                library,
                variable,
                launched: 4,
            };
            other.to_string()
        };
        assert!(of(SLURM).ends_with("or use another `srun --mpi=`: pmix for Open MPI, pmi2 for MPICH"));
        assert!(of("PMI_SIZE").ends_with(&format!("(`{BUILD}`)")));
    }

    #[test]
    fn the_launcher_says_how_many_it_started() {
        let env = |name: &str| (name == "PMI_SIZE").then(|| "4".to_owned());
        assert_eq!(launched(env), Some(("PMI_SIZE", 4)));
        assert_eq!(launched(|_| None), None);
        let env = |name: &str| (name == "SLURM_LOCALID").then(|| "3".to_owned());
        assert_eq!((speaks(env), speaks(|_| None)), (false, true));
    }

    #[test]
    fn one_rank_of_each_host_speaks_and_rank_0_first() {
        let of = |words: &'static [(&str, &str)]| {
            voice(move |name| {
                let found = words.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(of(&[]), RankVoice::Speaks);
        assert_eq!(
            of(&[("PMI_RANK", "0"), ("MPI_LOCALRANKID", "0")]),
            RankVoice::Speaks
        );
        let silent = RankVoice::Silent(AFTER_ALL);
        assert_eq!(of(&[("PMI_RANK", "1"), ("MPI_LOCALRANKID", "1")]), silent);
        assert_eq!(of(&[("SLURM_PROCID", "3"), ("SLURM_LOCALID", "1")]), silent);
        // Of another host, or of one that is not known; and a rank with a command line of its own.
        let later = RankVoice::Later(AFTER_RANK_0);
        assert_eq!(of(&[("PMI_RANK", "2"), ("MPI_LOCALRANKID", "0")]), later);
        assert_eq!(of(&[("PMIX_RANK", "2")]), later);
        let own = [
            ("OMPI_COMM_WORLD_RANK", "1"),
            ("OMPI_COMM_WORLD_LOCAL_RANK", "1"),
            ("OMPI_NUM_APP_CTX", "2"),
        ];
        let own = own.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let env = |name: &str| Some(own.iter().find(|(known, _)| known == name)?.1.clone());
        assert_eq!(voice(env), later);
    }
}

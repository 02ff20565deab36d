//! Options of a mounted file system as settings: read from the mount table, changed by a remount of this option alone.
//!
//! A step names them `<mount point>#<option>`. Options that a file system changes at its first mount only (`data=`) are no settings.

use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::CWD;
use rustix::mount::{FsPickFlags, MountFlags};

use crate::changes::Setting;
use crate::file::mounts::{self, Mount};
use crate::root::Root;

/// Seconds between commits of an ext4 journal unless the mount says otherwise.
const COMMIT_S: &str = "5";

/// Whether a mount has the setting. Other file systems than ext4 reset what a remount does not name, or refuse it; ext4 that is read-only
/// would become writable.
pub(super) fn has(mount: &Mount, setting: Setting) -> bool {
    let is_nameable = mount
        .mount_point
        .to_str()
        .is_some_and(|path| !path.contains(['\t', '\n', '#']) && !path.contains(".."));
    let is_writable = mount.super_options.iter().any(|option| option == "rw");
    let has_options = mount.fs_type == "ext4" && is_writable;
    is_nameable && setting.is_of_mount() && (setting == Setting::Atime || has_options)
}

/// The name of a mount's option in steps.
pub(super) fn name(mount_point: &str, setting: Setting) -> PathBuf {
    PathBuf::from(format!("{mount_point}#{}", setting.name()))
}

/// The mount point and the setting of such a name.
pub(super) fn parts(name: &Path) -> Option<(&str, Setting)> {
    let (mount_point, option) = name.to_str()?.rsplit_once('#')?;
    let setting = Setting::named(option).filter(|setting| setting.is_of_mount())?;
    let is_path = mount_point.starts_with('/') && !mount_point.contains("..");
    is_path.then_some((mount_point, setting))
}

/// The mount on top at a mount point.
pub(super) fn at(root: &Root, mount_point: &str) -> Option<Mount> {
    let mut all = mounts::read(root);
    all.retain(|mount| mount.mount_point == Path::new(mount_point));
    all.pop()
}

pub(super) fn value(root: &Root, mount_point: &str, setting: Setting) -> Option<String> {
    let mount = at(root, mount_point).filter(|mount| has(mount, setting))?;
    let has = |word: &str| mount.super_options.iter().any(|option| option == word);
    let digit = |on: bool| if on { "1" } else { "0" }.to_owned();
    Some(match setting {
        Setting::Atime => atime(&mount).to_owned(),
        Setting::Barrier => digit(!has("nobarrier") && !has("barrier=0")),
        Setting::Discard => digit(has("discard")),
        Setting::Lazytime => digit(has("lazytime")),
        Setting::Commit => mount.option("commit").unwrap_or(COMMIT_S).to_owned(),
        _ => return None,
    })
}

fn atime(mount: &Mount) -> &'static str {
    let has = |word: &str| mount.options.iter().any(|option| option == word);
    if has("noatime") {
        "noatime"
    } else if has("relatime") {
        "relatime"
    } else {
        "strictatime"
    }
}

/// Changes one option of a mount.
pub(super) fn put(root: &Root, mount_point: &str, setting: Setting, value: &str) -> io::Result<()> {
    let mount = at(root, mount_point).filter(|mount| has(mount, setting));
    let Some(mount) = mount.filter(|_| root.is_live()) else {
        return Err(io::Error::from(io::ErrorKind::NotFound));
    };
    if setting == Setting::Atime {
        // Of this mount alone, whose other flags must be named or they end.
        let flags = flags(&mount) | atime_flag(value)? | MountFlags::BIND;
        return Ok(rustix::mount::mount_remount(mount_point, flags, "")?);
    }
    let context = rustix::mount::fspick(CWD, mount_point, FsPickFlags::FSPICK_CLOEXEC)?;
    // A remount ends it unless named.
    if setting != Setting::Lazytime && mount.has(Setting::Lazytime.name()) {
        rustix::mount::fsconfig_set_flag(&context, Setting::Lazytime.name())?;
    }
    match (setting, value) {
        (Setting::Discard | Setting::Lazytime, "1") => {
            rustix::mount::fsconfig_set_flag(&context, setting.name())?;
        }
        (Setting::Discard | Setting::Lazytime, _) => {
            rustix::mount::fsconfig_set_flag(&context, format!("no{}", setting.name()))?;
        }
        _ => rustix::mount::fsconfig_set_string(&context, setting.name(), value)?,
    }
    Ok(rustix::mount::fsconfig_reconfigure(&context)?)
}

fn atime_flag(value: &str) -> io::Result<MountFlags> {
    match value {
        "noatime" => Ok(MountFlags::NOATIME),
        "relatime" => Ok(MountFlags::RELATIME),
        "strictatime" => Ok(MountFlags::STRICTATIME),
        _ => Err(io::Error::from(io::ErrorKind::InvalidInput)),
    }
}

fn flags(mount: &Mount) -> MountFlags {
    let known = [
        ("ro", MountFlags::RDONLY),
        ("nosuid", MountFlags::NOSUID),
        ("nodev", MountFlags::NODEV),
        ("noexec", MountFlags::NOEXEC),
        ("nodiratime", MountFlags::NODIRATIME),
        ("nosymfollow", MountFlags::NOSYMFOLLOW),
    ];
    let is_set = |name: &str| mount.options.iter().any(|option| option == name);
    known
        .into_iter()
        .filter(|(name, _)| is_set(name))
        .fold(MountFlags::empty(), |all, (_, flag)| all | flag)
}

//! The guest's first file system: busybox, fio, fiord, the kernel's modules and the checks, as one cpio archive.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::kernel::Kernel;
use crate::shell;

/// Modules that the checks need; what these need in turn is found in the kernel's list. One that a kernel lacks is left out, and the
/// check that needs it says so.
const MODULES: [&str; 23] = [
    "null_blk",
    "nvme",
    "scsi_debug",
    "sd_mod",
    "sg",
    "dm-mod",
    "dm-delay",
    "nbd",
    "ublk_drv",
    "mq-deadline",
    "loop",
    "configfs",
    "nd_e820",
    "nd_pmem",
    "dax_pmem",
    "device_dax",
    "mtdram",
    "nandsim",
    "mtdblock",
    "jffs2",
    // A file system asks for it by name.
    "crc32c_generic",
    "ext4",
    // After scsi_debug, whose disk is the first one.
    "ahci",
];

const CHECKS: &str = include_str!("checks.sh");

const INIT: &str = "\
#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /tmp /run
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
export PATH=/bin HOME=/tmp
while read module arguments; do insmod /modules/$module $arguments 2>/dev/null; done < /modules/order
mount -t configfs configfs /sys/kernel/config
sh /checks.sh
poweroff -f
";

/// Makes the archive. `only`: checks whose name holds this text; all of them where it is empty.
pub(super) fn make(place: &Path, kernel: &Kernel, ours: &Path, only: &str) -> Result<PathBuf> {
    let root = place.join("root");
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    for folder in ["bin", "modules", "lib64"] {
        fs::create_dir_all(root.join(folder))?;
    }
    for name in ["busybox", "fio", "blkzone", "blockdev", "dmsetup", "mkfs.ext4"] {
        if let Some(program) = on_path(name) {
            install(&root, &program, name)?;
        }
    }
    install(&root, ours, "fiord")?;
    modules(&root, kernel)?;
    fs::write(root.join("checks.sh"), CHECKS)?;
    fs::write(root.join("only"), only)?;
    fs::write(root.join("init"), INIT)?;
    shell::show("chmod", &["+x", &root.join("init").display().to_string()])?;
    let archive = place.canonicalize()?.join("initramfs");
    let packed = Command::new("sh")
        .args(["-c", "find . | cpio --quiet -o -H newc > \"$0\""])
        .arg(&archive)
        .current_dir(&root)
        .status()?;
    ensure!(packed.success(), "cpio ended with {packed}");
    Ok(archive)
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    // Tools for devices are often in a folder that only root has on its path.
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]);
    folders
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// Copies a program and the libraries that it loads.
fn install(root: &Path, program: &Path, name: &str) -> Result<()> {
    fs::copy(program, root.join("bin").join(name)).with_context(|| program.display().to_string())?;
    // A static program has none, and ldd says so by its exit code.
    let listed = Command::new("ldd").arg(program).stdin(Stdio::null()).output()?;
    for word in String::from_utf8_lossy(&listed.stdout)
        .split_whitespace()
        .filter(|word| word.starts_with('/'))
    {
        let to = root.join(word.trim_start_matches('/'));
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        if !to.exists() && Path::new(word).is_file() {
            fs::copy(word, to)?;
        }
    }
    Ok(())
}

/// Copies the modules with what they need, and writes the order in which they are loaded.
fn modules(root: &Path, kernel: &Kernel) -> Result<()> {
    let base = kernel
        .modules
        .parent()
        .and_then(Path::parent)
        .and_then(Path::parent);
    let base = base.context("the modules have no root")?.display().to_string();
    if !kernel.modules.join("modules.dep").exists() {
        shell::show("busybox", &["depmod", "-b", &base, &kernel.version])?;
    }
    let text = fs::read_to_string(kernel.modules.join("modules.dep"))?;
    let needs: BTreeMap<String, (&str, Vec<&str>)> = text
        .lines()
        .filter_map(|line| {
            let (file, needs) = line.split_once(':')?;
            Some((name_of(file), (file, needs.split_whitespace().collect())))
        })
        .collect();
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for module in MODULES {
        add(module, &needs, &mut seen, &mut order);
    }
    let mut list = String::new();
    for file in order {
        let name = Path::new(file).file_name().context("a module has no name")?;
        fs::copy(kernel.modules.join(file), root.join("modules").join(name))?;
        let arguments = match name_of(file).as_str() {
            // Devices are made by the checks.
            "null_blk" => " nr_devices=0",
            "scsi_debug" => " dev_size_mb=16 num_tgts=1 lbpu=1",
            "nbd" => " nbds_max=1",
            // For `hipri`.
            "nvme" => " poll_queues=1",
            "mtdram" => " total_size=4096 erase_size=64",
            // 8 MiB of pages of 512 bytes, 8 KiB erased at once; two bad blocks.
            "nandsim" => " first_id_byte=0x98 second_id_byte=0xe6 badblocks=3,5",
            _ => "",
        };
        list += &format!("{}{arguments}\n", name.to_string_lossy());
    }
    fs::write(root.join("modules/order"), list)?;
    Ok(())
}

/// Names differ in dashes between files and lists.
fn name_of(file: &str) -> String {
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
    let name = name.split_once(".ko").map_or(&*name, |(name, _)| name);
    name.replace('-', "_")
}

/// Appends a module behind those that it needs.
fn add<'a>(
    module: &str,
    needs: &BTreeMap<String, (&'a str, Vec<&'a str>)>,
    seen: &mut BTreeSet<String>,
    order: &mut Vec<&'a str>,
) {
    let name = name_of(module);
    let Some((file, before)) = needs.get(&name) else {
        return;
    };
    if !seen.insert(name) {
        return;
    }
    for other in before {
        add(other, needs, seen, order);
    }
    order.push(file);
}

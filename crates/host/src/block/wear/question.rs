//! The commands that a drive can be asked with: each one reads. No other one can be sent.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// A question to a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Identify Controller.
    NvmeController,
    /// Identify Namespace, of the one that was opened.
    NvmeNamespace,
    /// Get Log Page. `instance`: the endurance group.
    NvmeLog { page: u8, instance: u16 },
    /// IDENTIFY DEVICE.
    AtaIdentify,
    /// READ LOG EXT.
    AtaLog { log: u8, page: u8 },
    /// SMART READ DATA.
    AtaSmart,
}

/// Why a log told nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Silence {
    /// The kernel lets only root ask.
    Denied,
    /// The driver takes no such command.
    NoCommand,
    /// The drive answered with an error, in the standard's number.
    Refused { status: u32 },
    /// Another error of the system.
    System { error: String },
    /// The drive does not list this log, and was not asked for it.
    NotListed,
    /// The log has another layout than the public one.
    OtherLayout,
    /// All counters are 0, as on virtual drives.
    AllZero,
    /// SMART is switched off.
    SmartOff,
    /// The maker published no meaning of the attributes of this model.
    ModelUnknown { model: String },
}

impl Silence {
    fn of(error: &io::Error) -> Silence {
        match error.raw_os_error() {
            Some(libc::EACCES | libc::EPERM) => Silence::Denied,
            Some(libc::ENOTTY | libc::EINVAL | libc::EOPNOTSUPP | libc::ENOSYS) => Silence::NoCommand,
            _ => Silence::System {
                error: error.to_string(),
            },
        }
    }
}

/// Asks a disk by its kernel name.
pub(in crate::block) fn ask(disk: &str, asked: Question) -> Result<Vec<u8>, Silence> {
    let file = File::open(Path::new("/dev").join(disk)).map_err(|error| Silence::of(&error))?;
    match asked {
        Question::NvmeController => admin(&file, identify(0, 1)),
        Question::NvmeNamespace => {
            // SAFETY: the call takes no argument and returns the number of the namespace.
            let number = unsafe { libc::ioctl(file.as_raw_fd(), NVME_IOCTL_ID as _) };
            let number = u32::try_from(number).map_err(|_| Silence::of(&io::Error::last_os_error()))?;
            admin(&file, identify(number, 0))
        }
        Question::NvmeLog { page, instance } => admin(&file, log_page(page, instance)),
        Question::AtaIdentify | Question::AtaLog { .. } | Question::AtaSmart => ata(&file, asked),
    }
}

const NVME_IOCTL_ID: libc::c_ulong = 0x4e40;
const NVME_IOCTL_ADMIN_CMD: libc::c_ulong = 0xc048_4e41;
const IDENTIFY: u8 = 6;
const GET_LOG_PAGE: u8 = 2;
const IDENTIFY_BYTES: u32 = 4096;
/// Log page 00h has an entry of four bytes for each of 256 pages.
const LIST_BYTES: u32 = 1024;
const LOG_BYTES: u32 = 512;
const TIMEOUT_MS: u32 = 1000;

/// `struct nvme_admin_cmd` of `linux/nvme_ioctl.h`.
#[repr(C)]
#[derive(Debug, Default)]
struct AdminCommand {
    opcode: u8,
    flags: u8,
    reserved: u16,
    namespace: u32,
    cdw2: u32,
    cdw3: u32,
    metadata: u64,
    address: u64,
    metadata_len: u32,
    data_len: u32,
    cdw10: u32,
    cdw11: u32,
    cdw12: u32,
    cdw13: u32,
    cdw14: u32,
    cdw15: u32,
    timeout_ms: u32,
    result: u32,
}

fn identify(namespace: u32, structure: u32) -> AdminCommand {
    AdminCommand {
        opcode: IDENTIFY,
        namespace,
        data_len: IDENTIFY_BYTES,
        cdw10: structure,
        timeout_ms: TIMEOUT_MS,
        ..AdminCommand::default()
    }
}

fn log_page(page: u8, instance: u16) -> AdminCommand {
    let bytes = if page == 0 { LIST_BYTES } else { LOG_BYTES };
    AdminCommand {
        opcode: GET_LOG_PAGE,
        // These pages are of the controller or of a group.
        namespace: u32::MAX,
        data_len: bytes,
        // Length in dwords less one.
        cdw10: u32::from(page) | ((bytes / 4 - 1) << 16),
        cdw11: u32::from(instance) << 16,
        timeout_ms: TIMEOUT_MS,
        ..AdminCommand::default()
    }
}

fn admin(file: &File, mut command: AdminCommand) -> Result<Vec<u8>, Silence> {
    let mut answer = vec![0u8; command.data_len as usize];
    command.address = answer.as_mut_ptr() as u64;
    // SAFETY: `command` has the layout of `struct nvme_admin_cmd`; it points to `answer`, which holds `data_len` bytes, and both live
    // through the call. Identify and Get Log Page change nothing on the device.
    let done = unsafe { libc::ioctl(file.as_raw_fd(), NVME_IOCTL_ADMIN_CMD as _, &raw mut command) };
    match done {
        0 => Ok(answer),
        status @ 1.. => Err(Silence::Refused {
            status: status.unsigned_abs(),
        }),
        _ => Err(Silence::of(&io::Error::last_os_error())),
    }
}

const SG_IO: libc::c_ulong = 0x2285;
const FROM_DEVICE: i32 = -3;
const SENSE_BYTES: usize = 32;
const SECTOR: usize = 512;

/// `struct sg_io_hdr` of `scsi/sg.h`.
#[repr(C)]
struct ScsiCommand {
    interface: i32,
    direction: i32,
    cdb_len: u8,
    sense_len: u8,
    vectors: u16,
    data_len: u32,
    data: *mut u8,
    cdb: *const u8,
    sense: *mut u8,
    timeout_ms: u32,
    flags: u32,
    id: i32,
    user: *mut u8,
    status: u8,
    masked_status: u8,
    message_status: u8,
    sense_written: u8,
    host_status: u16,
    driver_status: u16,
    left: i32,
    duration: u32,
    info: u32,
}

/// ATA PASS-THROUGH (16) of SAT for a command that reads one sector by PIO; `None`: the question is not one for ATA.
fn cdb(asked: Question) -> Option<[u8; 16]> {
    const PASS_THROUGH_16: u8 = 0x85;
    const PIO_IN: u8 = 4 << 1;
    const EXTENDED: u8 = 1;
    // Data come from the device, counted in blocks, as many as the count says.
    const ONE_SECTOR_IN: u8 = 0x0e;
    let mut cdb = [0u8; 16];
    (cdb[0], cdb[1], cdb[2], cdb[6]) = (PASS_THROUGH_16, PIO_IN, ONE_SECTOR_IN, 1);
    match asked {
        Question::AtaIdentify => cdb[14] = 0xec,
        Question::AtaLog { log, page } => {
            cdb[1] |= EXTENDED;
            (cdb[8], cdb[10], cdb[14]) = (log, page, 0x2f);
        }
        // Feature D0h is READ DATA; 4Fh and C2h are the signature of SMART.
        Question::AtaSmart => (cdb[4], cdb[10], cdb[12], cdb[14]) = (0xd0, 0x4f, 0xc2, 0xb0),
        _ => return None,
    }
    Some(cdb)
}

fn ata(file: &File, asked: Question) -> Result<Vec<u8>, Silence> {
    let cdb = cdb(asked).ok_or(Silence::NoCommand)?;
    let mut answer = vec![0u8; SECTOR];
    let mut sense = [0u8; SENSE_BYTES];
    let mut command = ScsiCommand {
        interface: i32::from(b'S'),
        direction: FROM_DEVICE,
        cdb_len: cdb.len() as u8,
        sense_len: SENSE_BYTES as u8,
        vectors: 0,
        data_len: SECTOR as u32,
        data: answer.as_mut_ptr(),
        cdb: cdb.as_ptr(),
        sense: sense.as_mut_ptr(),
        timeout_ms: 10 * TIMEOUT_MS,
        flags: 0,
        id: 0,
        user: std::ptr::null_mut(),
        status: 0,
        masked_status: 0,
        message_status: 0,
        sense_written: 0,
        host_status: 0,
        driver_status: 0,
        left: 0,
        duration: 0,
        info: 0,
    };
    // SAFETY: `command` has the layout of `struct sg_io_hdr`; the three buffers that it points to have the lengths it states and live
    // through the call. All commands that `cdb` makes read.
    let done = unsafe { libc::ioctl(file.as_raw_fd(), SG_IO as _, &raw mut command) };
    if done < 0 {
        return Err(Silence::of(&io::Error::last_os_error()));
    }
    if command.status != 0 || command.host_status != 0 {
        return Err(Silence::Refused {
            status: u32::from(command.status),
        });
    }
    Ok(answer)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// The opcodes are those of the NVM Express Base Specification (Get Log Page 02h, Identify 06h) and of ATA/ATAPI Command Set
    /// (IDENTIFY DEVICE ECh, READ LOG EXT 2Fh, SMART B0h with READ DATA D0h): none of them writes.
    #[test]
    fn every_command_reads() {
        for command in [identify(0, 1), identify(1, 0), log_page(2, 0), log_page(0xc0, 7)] {
            assert!([0x02, 0x06].contains(&command.opcode));
        }
        let all = [
            Question::AtaIdentify,
            Question::AtaLog { log: 4, page: 7 },
            Question::AtaSmart,
        ];
        for asked in all {
            let cdb = cdb(asked).unwrap();
            assert_eq!(
                (cdb[0], cdb[1] >> 1 & 0xf, cdb[2] & 0x08),
                (0x85, 4, 0x08),
                "{asked:?}"
            );
            let reads = matches!((cdb[14], cdb[4]), (0xec | 0x2f, 0) | (0xb0, 0xd0));
            assert!(reads, "{asked:?}");
        }
        assert_eq!(cdb(Question::NvmeController), None);
    }

    #[test]
    fn commands_have_the_layout_of_the_kernel() {
        assert_eq!((size_of::<AdminCommand>(), size_of::<ScsiCommand>()), (72, 88));
        let log = log_page(9, 3);
        assert_eq!((log.cdw10, log.cdw11, log.data_len), (0x007f_0009, 3 << 16, 512));
        assert_eq!(log_page(0, 0).cdw10, 0x00ff_0000);
    }

    #[test]
    fn what_takes_no_commands_is_told() {
        assert_eq!(ask("null", Question::NvmeController), Err(Silence::NoCommand));
        assert_eq!(ask("null", Question::AtaSmart), Err(Silence::NoCommand));
        assert!(matches!(
            ask("no-such", Question::AtaSmart),
            Err(Silence::System { .. })
        ));
    }
}

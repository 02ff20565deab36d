use crate::case::trap::Subject;
use crate::traps::limits::Observed;
use fiord_record::number::{Bytes, Count};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::LittleLockedMemory { locked_memory_bytes } => {
                format!("{} may be locked in memory", Bytes(*locked_memory_bytes))
            }
            Observed::FewAio { aio_left, aio_max } => format!(
                "{} AIO requests are left of {}",
                Count(*aio_left),
                Count(*aio_max)
            ),
            Observed::FewOpenFiles { open_files } => format!("{} files may be open", Count(*open_files)),
            Observed::SmallFiles { file_size_bytes } => {
                format!("a file may have {} at most", Bytes(*file_size_bytes))
            }
            Observed::Enough {
                locked_memory_bytes,
                aio_left,
                open_files,
            } => {
                let locked = locked_memory_bytes.map(|bytes| match bytes {
                    u64::MAX => "locked memory unlimited".to_owned(),
                    bytes => format!("locked memory {}", Bytes(bytes)),
                });
                let aio = aio_left.map(|left| format!("{} AIO requests", Count(left)));
                let files = open_files.map(|files| match files {
                    u64::MAX => "open files unlimited".to_owned(),
                    files => format!("{} open files", Count(files)),
                });
                let parts: Vec<String> = [locked, aio, files].into_iter().flatten().collect();
                parts.join(", ")
            }
        }
    }

    fn advice(&self) -> Option<String> {
        let advice = match self {
            Observed::LittleLockedMemory { .. } => "run ulimit -l unlimited, for lockmem and fixedbufs",
            Observed::FewAio { .. } => "set sysctl fs.aio-max-nr=1048576, for ioengine=libaio",
            Observed::FewOpenFiles { .. } => "raise ulimit -n",
            Observed::SmallFiles { .. } => "run ulimit -f unlimited",
            Observed::Unknown | Observed::Enough { .. } => return None,
        };
        Some(advice.to_owned())
    }
}

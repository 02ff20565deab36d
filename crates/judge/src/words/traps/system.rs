use crate::case::trap::Subject;
use crate::traps::system::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::Kernel {
                release,
                distribution: Some(distribution),
            } => format!("Linux {release}, {distribution}"),
            Observed::Kernel { release, .. } => format!("Linux {release}"),
            Observed::VirtualMachine { hypervisor, cloud } => {
                let host = match hypervisor.as_str() {
                    "unknown" => "an unknown hypervisor",
                    known => known,
                };
                let cloud = cloud
                    .as_ref()
                    .map_or_else(String::new, |cloud| format!(" at {cloud}"));
                format!("a virtual machine under {host}{cloud}")
            }
            Observed::InCloud { cloud } => format!("a machine at {cloud}"),
            Observed::Container { kind } if kind == "container" => "inside a container".to_owned(),
            Observed::Container { kind } => format!("inside a {kind} container"),
            Observed::IoUringForbidden { level: 1 } => {
                "io_uring is forbidden for all but one group".to_owned()
            }
            Observed::IoUringForbidden { .. } => "io_uring is forbidden for everybody".to_owned(),
        }
    }

    fn why(&self) -> Option<String> {
        let why = match self {
            Observed::VirtualMachine { .. } => {
                "its host shares processor, cache and disk with others, and none of that is visible from here"
            }
            Observed::Container { .. } => {
                "limits and other users of the disk may not all be visible from inside"
            }
            Observed::IoUringForbidden { .. } => "jobs with ioengine=io_uring fail",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self) -> Option<String> {
        let advice = match self {
            Observed::VirtualMachine { .. } => "repeat at other times of day; watch the steal time",
            Observed::Container { .. } => "run doctor on the host as well",
            Observed::IoUringForbidden { .. } => "set sysctl kernel.io_uring_disabled=0, or use libaio",
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

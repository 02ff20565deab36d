use crate::case::trap::Subject;
use crate::traps::numa::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Unknown { nodes } => format!("the disk's node of {nodes}"),
            Observed::At {
                node,
                nodes,
                distance,
            } => {
                let distance =
                    distance.map_or_else(String::new, |d| format!(", distance {d} from the farthest"));
                format!("{} is at node {node} of {nodes}{distance}", device(subject))
            }
            Observed::Spread { different_nodes } => {
                format!("the disks are at {different_nodes} different nodes")
            }
        }
    }
}

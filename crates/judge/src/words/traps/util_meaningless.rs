use crate::case::trap::{Subject, Thing};
use crate::traps::util_meaningless::Observed;
use fiord_record::number::short;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = match &subject.thing {
            Some(Thing::Device(name)) => name.as_str(),
            _ => "the device",
        };
        let queue = self.device_depth.map_or_else(String::new, |depth| {
            format!("; its queue held {} on average", short(depth))
        });
        format!(
            "{name} shows util {} %, but it serves many requests at once{queue}",
            short(self.util_percent)
        )
    }
}

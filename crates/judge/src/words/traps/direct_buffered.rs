use crate::case::trap::Subject;
use crate::traps::direct_buffered::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let given = |name: &str, value: &str| match value {
            "" => name.to_owned(),
            value => format!("{name}={value}"),
        };
        let end = if self.agree {
            "which mean the same"
        } else {
            "which contradict each other; the later one wins"
        };
        format!(
            "{} and {} are both given, {end}: it runs with direct={}",
            given("direct", &self.direct),
            given("buffered", &self.buffered),
            u8::from(self.runs_direct)
        )
    }
}

use crate::case::trap::Subject;
use crate::traps::pressure::Observed;
use fiord_record::number::short;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let waited = |what: &str, percent: f64| {
            format!(
                "some task waited for {what} {} % of the last 10 s",
                short(percent)
            )
        };
        match self {
            Observed::Unknown => "this kernel does not keep it".to_owned(),
            Observed::Io { io_some_percent } => waited("I/O", *io_some_percent),
            Observed::Memory { memory_some_percent } => waited("memory", *memory_some_percent),
        }
    }
}

use crate::case::trap::Subject;
use crate::traps::frequency::Observed;
use fiord_record::number::short;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let ghz = |khz: u64| short(khz as f64 / 1e6);
        match self {
            Observed::Limit {
                max_khz,
                hardware_max_khz: Some(best),
            } if max_khz < best => format!("limited to {} of {} GHz", ghz(*max_khz), ghz(*best)),
            Observed::Limit { max_khz, .. } => format!("up to {} GHz", ghz(*max_khz)),
            Observed::TurboOff => "turbo is off".to_owned(),
            Observed::OnBattery => "runs from the battery".to_owned(),
        }
    }

    fn why(&self) -> Option<String> {
        match self {
            Observed::Limit { .. } => None,
            Observed::TurboOff => Some("slower, but steadier than with it".to_owned()),
            Observed::OnBattery => Some("processor, link and disk save power".to_owned()),
        }
    }

    fn advice(&self) -> Option<String> {
        matches!(self, Observed::OnBattery).then(|| "plug in the mains".to_owned())
    }
}

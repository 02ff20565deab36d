use super::phrases::device;
use crate::trap::{Subject, Words};
use crate::traps::cloud_volume::Observed;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = device(subject);
        let instance = self
            .instance_type
            .as_ref()
            .map_or_else(String::new, |kind| format!(" on {kind}"));
        match (&self.volume, &self.cloud) {
            (Some(volume), _) => format!("{name} is {} {}{instance}", volume.provider, volume.volume),
            (None, Some(cloud)) => format!("{name} is a disk at {cloud}{instance}"),
            (None, None) => format!("{name} is a cloud's disk{instance}"),
        }
    }

    fn why(&self) -> Option<String> {
        self.is_local().then(|| {
            "it belongs to this host: its data are lost with the instance, and its first writes may be slower"
                .to_owned()
        })
    }

    fn advice(&self) -> Option<String> {
        self.is_local()
            .then(|| "write all of it once before measuring".to_owned())
    }
}

impl Observed {
    fn is_local(&self) -> bool {
        self.volume.as_ref().is_some_and(|volume| volume.local)
    }
}

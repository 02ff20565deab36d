use crate::case::trap::Subject;
use crate::traps::cloud_volume::Observed;

use crate::words::observation::Words;
use crate::words::phrases::device;

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
        is_local(self).then(|| {
            "it belongs to this host: its data are lost with the instance, and its first writes may be slower"
                .to_owned()
        })
    }

    fn advice(&self) -> Option<String> {
        is_local(self).then(|| "write all of it once before measuring".to_owned())
    }
}

fn is_local(observed: &Observed) -> bool {
    observed.volume.as_ref().is_some_and(|volume| volume.local)
}

use crate::case::trap::Subject;
use crate::traps::same_setting::Observed;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let one = |twin: &fiord_record::imported::Twin| {
            format!(
                "`{}` here and `{}` in line {} are both {}",
                twin.mine, twin.theirs, twin.line, twin.means
            )
        };
        let all: Vec<String> = self.twins.iter().map(one).collect();
        all.join("; ")
    }
}

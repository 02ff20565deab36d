//! Text to value, by the kind of the option. What the value means is decided by the option's entry.

use fiord_messages::{Sentence, job_options};

use super::draft::{Draft, Problem};
use super::spec::{OptionSpec, ValueKind};
use super::value::Value;
use crate::nearest::nearest;
use crate::units::{self, BareTime, Quantity, Surprise, Unit, UnitError};

/// Reads the text of one option.
pub(crate) fn read(spec: &OptionSpec, text: Option<&str>, draft: &mut Draft) -> Result<Value, Problem> {
    let Some(text) = text else {
        return match spec.kind {
            ValueKind::Set => Ok(Value::Flag(true)),
            ValueKind::OptionalText => Ok(Value::Text(String::new())),
            _ => Err(
                Problem::new(|lang| job_options::NeedsValue { option: &spec.name }.text(lang))
                    .help(allowed(spec)),
            ),
        };
    };
    match spec.kind {
        ValueKind::OptionalText => Ok(Value::Text(text.to_owned())),
        _ if text.is_empty() => {
            Err(
                Problem::new(|lang| job_options::NeedsValue { option: &spec.name }.text(lang))
                    .help(allowed(spec)),
            )
        }
        ValueKind::Text => Ok(Value::Text(text.to_owned())),
        ValueKind::Bool | ValueKind::Set => flag(spec, text, draft),
        ValueKind::Int | ValueKind::IntOrPercent | ValueKind::Time | ValueKind::Micros => {
            numbers(spec, text, draft)
        }
        ValueKind::Range => ranges(spec, text, draft),
        ValueKind::Choice => choice(spec, text).map(|(word, suffix)| Value::Words(vec![word], suffix)),
        ValueKind::Words => word_list(spec, text, draft),
        ValueKind::FloatList => floats(spec, text, draft),
    }
}

/// What values an option takes, for messages.
pub(crate) fn allowed(spec: &OptionSpec) -> Sentence {
    match spec.kind {
        ValueKind::Text | ValueKind::OptionalText => Sentence::new(job_options::any_text),
        ValueKind::Int => match spec.range {
            Some((min, max)) if max < i64::from(u32::MAX) => between(min, max),
            Some((min, _)) => Sentence::new(|lang| job_options::NumberFrom { least: &min }.text(lang)),
            None => Sentence::new(job_options::number),
        },
        ValueKind::IntOrPercent => Sentence::new(job_options::number_or_percent),
        ValueKind::Time => Sentence::new(job_options::time_seconds),
        ValueKind::Micros => Sentence::new(job_options::time_micros),
        ValueKind::Bool => Sentence::new(job_options::zero_or_one),
        ValueKind::Set => Sentence::new(job_options::nothing_or_flag),
        ValueKind::Range => Sentence::new(job_options::range),
        ValueKind::Choice => Sentence::new(|lang| {
            job_options::OneOf {
                names: &spec.names().join(", "),
            }
            .text(lang)
        }),
        ValueKind::Words => Sentence::new(|lang| {
            job_options::SomeOf {
                names: &spec.names().join(", "),
            }
            .text(lang)
        }),
        ValueKind::FloatList => Sentence::new(job_options::numbers_by_colon),
    }
}

fn between(least: i64, most: i64) -> Sentence {
    let (least, most) = (&least, &most);
    Sentence::new(|lang| job_options::NumberBetween { least, most }.text(lang))
}

fn bad(spec: &OptionSpec, text: &str) -> Problem {
    Problem::new(|lang| {
        job_options::NotAValue {
            option: &spec.name,
            value: &text,
        }
        .text(lang)
    })
    .help(allowed(spec))
}

fn flag(spec: &OptionSpec, text: &str, draft: &mut Draft) -> Result<Value, Problem> {
    let quantity = units::small_int(text).map_err(|_| bad(spec, text))?;
    // fio has a limit for `direct=2` but none for `thread=2`.
    let limit = if spec.kind == ValueKind::Bool { 1 } else { i64::MAX };
    if quantity.value > limit {
        return Err(bad(spec, text));
    }
    if quantity.surprise.is_some() || quantity.value < 0 {
        draft.warn(
            |lang| {
                job_options::ReadAs {
                    option: &spec.name,
                    value: &text,
                    number: &i64::from(quantity.value != 0),
                }
                .text(lang)
            },
            |lang| job_options::WriteFlag { option: &spec.name }.text(lang),
        );
    }
    Ok(Value::Flag(quantity.value != 0))
}

fn number_error(spec: &OptionSpec, text: &str, error: UnitError) -> Problem {
    match error {
        UnitError::TooLarge => Problem::new(|lang| {
            job_options::TooLarge {
                option: &spec.name,
                value: &text,
            }
            .text(lang)
        })
        .help(allowed(spec)),
        UnitError::Empty | UnitError::NotANumber => bad(spec, text),
    }
}

fn number(spec: &OptionSpec, text: &str, draft: &Draft) -> Result<Quantity, Problem> {
    let read = match spec.kind {
        ValueKind::Time => units::time_us(text, BareTime::Seconds),
        ValueKind::Micros => units::time_us(text, BareTime::Micros),
        _ => units::quantity(text, draft.kb_base()),
    };
    let quantity = read.map_err(|error| number_error(spec, text, error))?;
    let in_range = match spec.range {
        Some((min, max)) => (min..=max).contains(&quantity.value),
        None => quantity.value >= 0,
    };
    if !in_range {
        // FIO-DIFF(wrapped-number): fio stores a negative or too large number in whatever bits its field has, so
        // `fsync=-1` is every 4294967295th write. Such a number is an error here.
        return Err(Problem::new(|lang| {
            job_options::OutOfRange {
                option: &spec.name,
                value: &text,
            }
            .text(lang)
        })
        .help(match spec.range {
            Some((least, most)) if quantity.value > most => between(least, most),
            _ => allowed(spec),
        }));
    }
    match quantity.unit {
        // FIO-DIFF(percent-in-number): fio turns `bs=10%` into a number near 2^64.
        Unit::Percent if spec.kind != ValueKind::IntOrPercent => {
            Err(
                Problem::new(|lang| job_options::NoPercentage { option: &spec.name }.text(lang))
                    .help(allowed(spec)),
            )
        }
        Unit::Zones if spec.kind != ValueKind::IntOrPercent => {
            Err(
                Problem::new(|lang| job_options::NoZones { option: &spec.name }.text(lang))
                    .help(allowed(spec)),
            )
        }
        _ => Ok(quantity),
    }
}

fn numbers(spec: &OptionSpec, text: &str, draft: &mut Draft) -> Result<Value, Problem> {
    // A sign is not a separator here: fio's second reading of the digits behind it changes nothing.
    let signed = text.trim_start().starts_with(['-', '+']);
    let mut parts = Parts::default();
    let mut rest = Some(text);
    let mut more = false;
    while let Some(tail) = rest {
        let (head, next) = if signed {
            (tail, None)
        } else {
            units::split_ints(tail)
        };
        more = next.is_some();
        let read = number(spec, head, draft);
        if let Ok(quantity) = &read {
            surprise(spec, head, quantity, draft);
        }
        parts.push(head, read);
        rest = next;
        // A trailing separator ends the list and keeps the last value from being repeated.
        if next == Some("") {
            break;
        }
    }
    let count = parts.read.len();
    let numbers = parts.finish(spec, text, !more, draft)?;
    remark_parts(spec, text, count, draft);
    Ok(Value::Numbers(numbers))
}

/// The parts of a list as they are read one after the other.
struct Parts<T> {
    /// What could not be read is `None`.
    read: Vec<Option<T>>,
    first_problem: Option<Problem>,
}

impl<T> Default for Parts<T> {
    fn default() -> Self {
        Self {
            read: Vec::new(),
            first_problem: None,
        }
    }
}

impl<T: Copy> Parts<T> {
    /// A part that was left out is not a problem.
    fn push(&mut self, text: &str, read: Result<T, Problem>) {
        let read = read.map_err(|problem| {
            if !text.is_empty() {
                self.first_problem.get_or_insert(problem);
            }
        });
        self.read.push(read.ok());
    }

    /// All parts; where the list has ended, the last one stands for all that follow. As in fio, what cannot be read is only
    /// remarked on while anything else can.
    fn finish(
        mut self,
        spec: &OptionSpec,
        text: &str,
        has_ended: bool,
        draft: &mut Draft,
    ) -> Result<Vec<Option<T>>, Problem> {
        if self.read.iter().all(Option::is_none) {
            return Err(self.first_problem.unwrap_or_else(|| bad(spec, text)));
        }
        if let Some(problem) = self.first_problem {
            draft.warn(
                |lang| {
                    job_options::PartIgnored {
                        problem: &problem.message.text(lang),
                    }
                    .text(lang)
                },
                allowed(spec),
            );
        }
        if has_ended {
            let last = self.read.last().copied().flatten();
            self.read.resize(self.read.len().max(spec.parts), last);
        }
        Ok(self.read)
    }
}

/// Numbers of an option that has one for each direction.
const DIRECTIONS: usize = 3;

/// Says so when `-` or `:` split a number into directions, or when there are more parts than places.
fn remark_parts(spec: &OptionSpec, text: &str, count: usize, draft: &mut Draft) {
    if count > spec.parts {
        let (option, value) = (&spec.name, &text);
        let said = Sentence::new(|lang| match spec.parts {
            1 => job_options::FirstOnly { option, value }.text(lang),
            _ => job_options::RestIgnored { option, value }.text(lang),
        });
        draft.warn(said, allowed(spec));
    } else if count > 1 && spec.parts == DIRECTIONS && text.contains('-') {
        let help = match spec.name {
            "bs" => Sentence::new(|lang| job_options::UseBsrange { value: &text }.text(lang)),
            _ => job_options::directions_by_commas.into(),
        };
        draft.warn(
            |lang| {
                job_options::NotARange {
                    option: &spec.name,
                    value: &text,
                }
                .text(lang)
            },
            help,
        );
    }
}

fn surprise(spec: &OptionSpec, text: &str, quantity: &Quantity, draft: &mut Draft) {
    let name = spec.name;
    let value = quantity.value;
    let Some(surprise) = quantity.surprise else { return };
    if matches!(surprise, Surprise::Ignored) && spec.parts > 1 && text.contains('-') {
        // The part behind the dash is read next.
        return;
    }
    if text.starts_with([' ', '\t']) && !draft.is_on_command_line() {
        // The reader of job files has said what a blank before the number does.
        return;
    }
    let is_time = matches!(spec.kind, ValueKind::Time | ValueKind::Micros);
    let help = match surprise {
        Surprise::SwappedBase => {
            let binary = &text.to_ascii_lowercase().replace("ib", "");
            Sentence::new(|lang| {
                job_options::BinaryUnits {
                    option: &name,
                    binary,
                }
                .text(lang)
            })
        }
        Surprise::Fraction => Sentence::new(|lang| job_options::FractionCut { option: &name }.text(lang)),
        Surprise::HexUnit => job_options::hex_no_unit.into(),
        Surprise::Ignored if !is_time => job_options::units_of_size.into(),
        Surprise::Ignored | Surprise::TimeUnit => job_options::units_of_time.into(),
    };
    let (option, typed, number) = (&name, &text, &value);
    let said = Sentence::new(|lang| match is_time {
        true => job_options::ReadAsMicros {
            option,
            value: typed,
            number,
        }
        .text(lang),
        false => job_options::ReadAs {
            option,
            value: typed,
            number,
        }
        .text(lang),
    });
    draft.warn(said, help);
}

fn ranges(spec: &OptionSpec, text: &str, draft: &mut Draft) -> Result<Value, Problem> {
    let mut parts = Parts::default();
    for part in text.strip_suffix(',').unwrap_or(text).split(',') {
        parts.push(part, one_range(spec, part, draft));
    }
    let ranges = parts.finish(spec, text, !text.ends_with(','), draft)?;
    Ok(Value::Ranges(ranges))
}

fn one_range(spec: &OptionSpec, text: &str, draft: &mut Draft) -> Result<(u64, u64), Problem> {
    let (low, high) = text
        .split_once('-')
        .or_else(|| text.split_once(':'))
        .ok_or_else(|| bad(spec, text))?;
    let mut bounds = [0; 2];
    for (bound, half) in bounds.iter_mut().zip([low, high]) {
        let quantity = number(spec, half, draft)?;
        surprise(spec, half, &quantity, draft);
        *bound = u64::try_from(quantity.value).unwrap_or(0);
    }
    if bounds[0] > bounds[1] {
        bounds.swap(0, 1);
        draft.warn(
            |lang| {
                job_options::BoundsSwapped {
                    option: &spec.name,
                    value: &text,
                }
                .text(lang)
            },
            job_options::smaller_first,
        );
    }
    Ok((bounds[0], bounds[1]))
}

/// The word of `random_distribution` with a list behind its colon.
const LISTED: &str = "sequence";

/// The word is what stands before the first comma or, without one, before the first colon.
fn key(text: &str) -> &str {
    if text.split_once(':').is_some_and(|(key, _)| key == LISTED) {
        return LISTED;
    }
    text.split_once(',')
        .or_else(|| text.split_once(':'))
        .map_or(text, |(key, _)| key)
}

/// The position of the word, and what stands behind its `:`.
fn choice(spec: &OptionSpec, text: &str) -> Result<(usize, Option<String>), Problem> {
    let key = key(text);
    let names = spec.names();
    let word = names.iter().position(|word| *word == key).ok_or_else(|| {
        let near = nearest(key, names.iter().copied());
        let allowed = allowed(spec);
        Problem::new(|lang| {
            job_options::NotAWord {
                option: &spec.name,
                value: &text,
                word: &key,
            }
            .text(lang)
        })
        .help(|lang| match near {
            Some(near) => job_options::AllowedNear {
                near: &near,
                values: &allowed.text(lang),
            }
            .text(lang),
            None => job_options::Allowed {
                values: &allowed.text(lang),
            }
            .text(lang),
        })
    })?;
    let suffix = text.split_once(':').map(|(_, suffix)| suffix.to_owned());
    Ok((word, suffix))
}

fn word_list(spec: &OptionSpec, text: &str, draft: &mut Draft) -> Result<Value, Problem> {
    let mut found = Vec::new();
    let mut first_problem = None;
    for part in text.split(',') {
        match choice(spec, part) {
            Ok((word, _)) => found.push(word),
            Err(problem) => {
                first_problem.get_or_insert(problem);
            }
        }
    }
    match first_problem {
        Some(problem) if found.is_empty() => return Err(problem),
        Some(problem) => draft.warn(
            |lang| {
                job_options::PartIgnored {
                    problem: &problem.message.text(lang),
                }
                .text(lang)
            },
            allowed(spec),
        ),
        None => {}
    }
    let suffix = text.rsplit_once(':').map(|(_, suffix)| suffix.to_owned());
    Ok(Value::Words(found, suffix))
}

fn floats(spec: &OptionSpec, text: &str, draft: &mut Draft) -> Result<Value, Problem> {
    let mut list = Vec::new();
    let mut first_problem = None;
    for part in text.split(':') {
        let value = units::float(part).ok().filter(|(value, _)| {
            spec.range
                .is_none_or(|(min, max)| (min as f64..=max as f64).contains(value))
        });
        match value {
            Some((value, rest)) => {
                if !rest.is_empty() {
                    draft.warn(
                        |lang| {
                            job_options::PartReadAs {
                                option: &spec.name,
                                part: &part,
                                number: &value,
                            }
                            .text(lang)
                        },
                        job_options::separate_by_colon,
                    );
                }
                list.push(value);
            }
            None => {
                first_problem.get_or_insert_with(|| bad(spec, part));
            }
        }
    }
    match first_problem {
        Some(problem) if list.is_empty() => return Err(problem),
        Some(problem) => draft.warn(
            |lang| {
                job_options::PartIgnored {
                    problem: &problem.message.text(lang),
                }
                .text(lang)
            },
            allowed(spec),
        ),
        None => {}
    }
    if list.len() > spec.parts {
        draft.warn(
            |lang| {
                job_options::TooManyNumbers {
                    option: &spec.name,
                    most: &spec.parts,
                }
                .text(lang)
            },
            job_options::leave_some_out,
        );
        list.truncate(spec.parts);
    }
    Ok(Value::Floats(list))
}

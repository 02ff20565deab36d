//! `random_distribution` and `file_service_type`: a word, and numbers behind it.

use fiord_messages::{Sentence, job_options};

use super::draft::{Draft, Problem};
use crate::plan::{Distribution, FileService, ZoneShare};
use crate::units;

/// fio's default numbers, for a word that stands alone.
const ZIPF_THETA: f64 = 1.1;
const PARETO_H: f64 = 0.2;
const NORMAL_DEVIATION: f64 = 0.0;

/// Reads what stands behind a word of `random_distribution`.
pub(super) type ReadDistribution = fn(Option<&str>, &mut Draft) -> Result<Distribution, Problem>;

/// What `random_distribution` may be.
pub(super) const WORDS: &[(&str, ReadDistribution)] = &[
    ("random", |_, _| Ok(Distribution::Uniform)),
    ("zipf", |suffix, _| {
        let (number, center) = number_and_center(suffix)?;
        let theta = zipf_theta(number)?;
        Ok(Distribution::Zipf { theta, center })
    }),
    ("pareto", |suffix, _| {
        let (number, center) = number_and_center(suffix)?;
        let h = pareto_h(number)?;
        Ok(Distribution::Pareto { h, center })
    }),
    ("normal", |suffix, _| {
        let (number, center) = number_and_center(suffix)?;
        let deviation_percent = normal_deviation(number)?;
        Ok(Distribution::Normal {
            deviation_percent,
            center,
        })
    }),
    ("zoned", |suffix, draft| {
        zones(suffix, draft, false).map(Distribution::Zoned)
    }),
    ("zoned_abs", |suffix, draft| {
        zones(suffix, draft, true).map(Distribution::ZonedAbs)
    }),
    ("sequence", |suffix, _| {
        Ok(Distribution::Sequence {
            blocks: blocks(suffix)?,
            strides: false,
        })
    }),
];

/// Reads what stands behind a word of `file_service_type`.
pub(super) type ReadService = fn(Option<&str>) -> Result<(FileService, u32), Problem>;

/// What `file_service_type` may be; the number is that of the I/Os on one file.
pub(super) const SERVICES: &[(&str, ReadService)] = &[
    ("random", |suffix| Ok((FileService::Random, ios(suffix)))),
    ("zipf", |suffix| Ok((FileService::Zipf(zipf_theta(suffix)?), 1))),
    ("pareto", |suffix| Ok((FileService::Pareto(pareto_h(suffix)?), 1))),
    ("normal", normal_service),
    ("gauss", normal_service),
    ("roundrobin", |suffix| Ok((FileService::RoundRobin, ios(suffix)))),
    ("sequential", |suffix| Ok((FileService::Sequential, ios(suffix)))),
];

fn normal_service(suffix: Option<&str>) -> Result<(FileService, u32), Problem> {
    Ok((FileService::Normal(normal_deviation(suffix)?), 1))
}

fn ios(suffix: Option<&str>) -> u32 {
    suffix
        .and_then(|text| units::small_int(text).ok())
        .and_then(|quantity| u32::try_from(quantity.value).ok())
        .unwrap_or(1)
        .max(1)
}

/// `number[:center]`
fn number_and_center(suffix: Option<&str>) -> Result<(Option<&str>, Option<f64>), Problem> {
    match suffix.and_then(|text| text.split_once(':')) {
        Some((number, center)) => Ok((Some(number), place(Some(center))?)),
        None => Ok((suffix, None)),
    }
}

fn number(text: &str) -> Result<f64, Problem> {
    units::float(text)
        .map(|(value, _)| value)
        .map_err(|_| Problem::new(|lang| job_options::NotANumber { text: &text }.text(lang)))
}

fn zipf_theta(text: Option<&str>) -> Result<f64, Problem> {
    let theta = text.map_or(Ok(ZIPF_THETA), number)?;
    // FIO-DIFF(zipf-theta): fio takes 0 and negative numbers, for which the distribution does not exist.
    if theta > 0.0 && theta != 1.0 && theta.is_finite() {
        return Ok(theta);
    }
    Err(
        Problem::new(|lang| job_options::ZipfTheta { theta: &theta }.text(lang))
            .help(job_options::zipf_range),
    )
}

fn pareto_h(text: Option<&str>) -> Result<f64, Problem> {
    let h = text.map_or(Ok(PARETO_H), number)?;
    if h > 0.0 && h < 1.0 {
        return Ok(h);
    }
    Err(
        Problem::new(|lang| job_options::ParetoShape { shape: &h }.text(lang))
            .help(job_options::pareto_range),
    )
}

fn normal_deviation(text: Option<&str>) -> Result<f64, Problem> {
    let deviation = text.map_or(Ok(NORMAL_DEVIATION), number)?;
    if (0.0..100.0).contains(&deviation) {
        return Ok(deviation);
    }
    Err(Problem::new(|lang| {
        job_options::Deviation {
            deviation: &deviation,
        }
        .text(lang)
    })
    .help(job_options::deviation_range))
}

/// The hottest place, as a share of the region.
fn place(text: Option<&str>) -> Result<Option<f64>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let center = number(text)?;
    if (0.0..=1.0).contains(&center) {
        return Ok(Some(center));
    }
    Err(
        Problem::new(|lang| job_options::Center { center: &center }.text(lang))
            .help(job_options::center_range),
    )
}

/// `block,block,…`
fn blocks(text: Option<&str>) -> Result<Vec<u64>, Problem> {
    let wrong = |what: Sentence| Problem::new(what).help(job_options::sequence_example);
    let text = text.filter(|text| !text.trim().is_empty());
    let text = text.ok_or_else(|| wrong(Sentence::new(job_options::sequence_empty)))?;
    text.split(',')
        .map(|block| {
            block.trim().parse().map_err(|_| {
                wrong(Sentence::new(|lang| {
                    job_options::NotABlock { block: &block }.text(lang)
                }))
            })
        })
        .collect()
}

/// `access/size:…`: accesses in percent, sizes in percent or bytes. A blank size gets an equal share of the rest.
fn zones(text: Option<&str>, draft: &mut Draft, absolute: bool) -> Result<Vec<ZoneShare>, Problem> {
    let example = if absolute {
        "zoned_abs:60/10g:40/90g"
    } else {
        "zoned:60/10:40/90"
    };
    let wrong =
        |what: Sentence| Problem::new(what).help(|lang| job_options::SuchAs { example: &example }.text(lang));
    let text = text.ok_or_else(|| wrong(Sentence::new(job_options::zones_missing)))?;
    let mut list = Vec::new();
    for entry in text.split(':').filter(|entry| !entry.is_empty()) {
        let (access, size) = entry.split_once('/').unwrap_or((entry, ""));
        let access_percent = units::small_int(access)
            .ok()
            .and_then(|quantity| u8::try_from(quantity.value).ok())
            .filter(|percent| *percent <= 100)
            .ok_or_else(|| {
                wrong(Sentence::new(|lang| {
                    job_options::NotAnAccessShare { access: &access }.text(lang)
                }))
            })?;
        let size = match size {
            "" => None,
            _ => Some(
                units::quantity(size, draft.kb_base())
                    .ok()
                    .and_then(|quantity| u64::try_from(quantity.value).ok())
                    .ok_or_else(|| {
                        wrong(Sentence::new(|lang| {
                            job_options::NotAZoneSize { size: &size }.text(lang)
                        }))
                    })?,
            ),
        };
        list.push((access_percent, size));
    }
    let accesses: u32 = list.iter().map(|(access, _)| u32::from(*access)).sum();
    if accesses != 100 {
        return Err(wrong(Sentence::new(|lang| {
            job_options::AccessesSum { sum: &accesses }.text(lang)
        })));
    }
    let given = list
        .iter()
        .filter_map(|(_, size)| *size)
        .fold(0u64, u64::saturating_add);
    let blanks = list.iter().filter(|(_, size)| size.is_none()).count() as u64;
    if !absolute && given > 100 {
        return Err(wrong(Sentence::new(|lang| {
            job_options::ZonesSum { sum: &given }.text(lang)
        })));
    }
    if absolute && blanks > 0 {
        return Err(wrong(Sentence::new(job_options::zones_need_bytes)));
    }
    let each = 100u64.saturating_sub(given).checked_div(blanks).unwrap_or(0);
    Ok(list
        .into_iter()
        .map(|(access_percent, size)| ZoneShare {
            access_percent,
            size: size.unwrap_or(each),
        })
        .collect())
}

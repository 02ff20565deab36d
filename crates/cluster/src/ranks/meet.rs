//! The beginning: ranks compare programs and jobs; then all go on, or none.

use std::time::Duration;

use fiord_messages::{Lang, hosts as messages};
use serde::{Deserialize, Serialize};

use crate::ranks::verbs::{Ranks, RanksError, Reduce};

/// How long the others may take to come up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A rank as it comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// Which fiord runs here.
    pub version: String,
    /// Its host's name.
    pub host: String,
    /// Its process there.
    #[serde(default)]
    pub pid: u32,
    /// Why this rank cannot take part, if it cannot.
    pub refused: Option<String>,
}

/// What was typed: the command line word by word, and the job files with their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobText {
    pub words: Vec<String>,
    pub files: Vec<(String, String)>,
}

/// A rank that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankMember {
    pub host: String,
    pub pid: u32,
}

/// Why the ranks do not start.
#[derive(Debug, thiserror::Error)]
pub enum MeetError {
    #[error(transparent)]
    Ranks(#[from] RanksError),
    /// One sentence for each rank or group of ranks that is in the way; rank 0 has them, elsewhere the list is empty.
    #[error("{}", .0.join("\n"))]
    Refused(Vec<String>),
}

/// All ranks, in their order; the same everywhere.
///
/// # Errors
/// Somebody cannot take part, or has another program or job.
pub fn meet(ranks: &mut dyn Ranks, mine: &Arrival, job: &JobText) -> Result<Vec<RankMember>, MeetError> {
    let arrivals = ranks.gather(&to_bytes(mine), PATIENCE)?;
    let arrivals: Vec<Option<Arrival>> = arrivals
        .iter()
        .map(|bytes| serde_json::from_slice(bytes).ok())
        .collect();
    let first = ranks.broadcast(to_bytes(job), PATIENCE)?;
    let difference = match serde_json::from_slice::<JobText>(&first) {
        Ok(first) => difference(&first, job),
        Err(_) => Some(messages::rank_0_not_understood(Lang::current()).to_owned()),
    };
    let differences = ranks.gather(difference.as_deref().unwrap_or_default().as_bytes(), PATIENCE)?;
    let differences: Vec<String> = differences
        .iter()
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    let complaints = complaints(&arrivals, &differences);
    let all = ranks.all_reduce(&[complaints.len() as u64], Reduce::Sum, PATIENCE)?;
    if all != [0] {
        return Err(MeetError::Refused(complaints));
    }
    let members = arrivals.into_iter().flatten().map(|arrival| RankMember {
        host: arrival.host,
        pid: arrival.pid,
    });
    let members = ranks.broadcast(to_bytes(&members.collect::<Vec<_>>()), PATIENCE)?;
    ranks.barrier(PATIENCE)?;
    serde_json::from_slice(&members).map_err(|error| {
        MeetError::Ranks(RanksError::Broken {
            verb: "broadcast",
            why: error.to_string(),
        })
    })
}

/// Whether all can go on from here; who cannot says why.
///
/// # Errors
/// Somebody cannot.
pub fn agree(ranks: &mut dyn Ranks, hosts: &[String], refused: Option<&str>) -> Result<(), MeetError> {
    let reasons = ranks.gather(refused.unwrap_or_default().as_bytes(), PATIENCE)?;
    let named = reasons.iter().zip(hosts).enumerate();
    let said = named.filter(|(_, (why, _))| !why.is_empty());
    let said: Vec<Complaint<'_>> = said
        .map(|(rank, (why, host))| (rank, host.as_str(), String::from_utf8_lossy(why).into_owned()))
        .collect();
    let all = ranks.all_reduce(&[u64::from(refused.is_some())], Reduce::Sum, PATIENCE)?;
    if all == [0] {
        Ok(())
    } else {
        Err(MeetError::Refused(each_once(said)))
    }
}

/// Plain texts always become JSON.
fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// What is different here from rank 0.
fn difference(first: &JobText, mine: &JobText) -> Option<String> {
    let lang = Lang::current();
    if first.words != mine.words {
        let (here, first) = (&mine.words.join(" "), &first.words.join(" "));
        return Some(messages::OtherCommandLine { here, first }.text(lang));
    }
    let other = first.files.iter().zip(&mine.files).find(|(a, b)| a != b);
    match other {
        Some(((file, _), _)) => Some(messages::OtherFile { file }.text(lang)),
        None if first.files.len() != mine.files.len() => Some(messages::other_includes(lang).to_owned()),
        None => None,
    }
}

/// What is in the way, in sentences.
fn complaints(arrivals: &[Option<Arrival>], differences: &[String]) -> Vec<String> {
    let (mut all, lang) = (Vec::new(), Lang::current());
    let known: Vec<(usize, &Arrival)> = arrivals
        .iter()
        .enumerate()
        .filter_map(|(rank, arrival)| Some((rank, arrival.as_ref()?)))
        .collect();
    for (rank, arrival) in arrivals.iter().enumerate() {
        if arrival.is_none() {
            all.push(messages::RankNotUnderstood { rank: &rank }.text(lang));
        }
    }
    let Some((_, first)) = known.first() else {
        return all;
    };
    if known.iter().any(|(_, arrival)| arrival.version != first.version) {
        let mut versions: Vec<(&str, Vec<String>)> = Vec::new();
        for (_, arrival) in &known {
            let found = versions
                .iter_mut()
                .find(|(version, _)| *version == arrival.version);
            match found {
                Some((_, hosts)) if !hosts.contains(&arrival.host) => hosts.push(arrival.host.clone()),
                Some(_) => {}
                None => versions.push((&arrival.version, vec![arrival.host.clone()])),
            }
        }
        let each = versions
            .iter()
            .map(|(version, hosts)| format!("{version} ({})", lang.list(hosts)));
        let versions = &lang.list(&each.collect::<Vec<_>>());
        all.push(messages::OtherVersions { versions }.text(lang));
        // What else differs may come from that.
        return all;
    }
    let mut said: Vec<Complaint<'_>> = Vec::new();
    for (rank, arrival) in known {
        let difference = differences.get(rank).filter(|difference| !difference.is_empty());
        // What else is different follows from what is wrong here.
        if let Some(why) = arrival.refused.as_ref().or(difference) {
            said.push((rank, &arrival.host, why.clone()));
        }
    }
    all.extend(each_once(said));
    all
}

/// A rank, its host, and what is in the way there.
type Complaint<'a> = (usize, &'a str, String);

/// A sentence for each reason, with all ranks that have it.
fn each_once(said: Vec<Complaint<'_>>) -> Vec<String> {
    let mut reasons: Vec<(String, Vec<(usize, &str)>)> = Vec::new();
    for (rank, host, why) in said {
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, ranks)) => ranks.push((rank, host)),
            None => reasons.push((why, vec![(rank, host)])),
        }
    }
    let lang = Lang::current();
    let sentence = |(why, ranks): (String, Vec<(usize, &str)>)| {
        let ranks = &who(&ranks, lang);
        messages::Complaint { ranks, why: &why }.text(lang)
    };
    reasons.into_iter().map(sentence).collect()
}

/// Ranks and their hosts in words: `rank 3 on b`, `ranks 0–3, 8 on a, b`.
pub fn who(ranks: &[(usize, &str)], lang: Lang) -> String {
    /// More hosts are counted.
    const MOST: usize = 8;
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut hosts: Vec<String> = Vec::new();
    for (rank, host) in ranks {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == *rank => *last = *rank,
            _ => spans.push((*rank, *rank)),
        }
        if !hosts.iter().any(|known| known == host) {
            hosts.push((*host).to_owned());
        }
    }
    let spans = spans.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => lang.list(&[first.to_string(), last.to_string()]),
        _ => format!("{first}–{last}"),
    });
    let spans: Vec<String> = spans.collect();
    let mut named = lang.list(&hosts[..hosts.len().min(MOST)]);
    if hosts.len() > MOST {
        let more = (hosts.len() - MOST) as u64;
        named = messages::MoreHosts { named: &named, more }.text(lang);
    }
    let ranks_on = messages::RanksOn {
        ranks: ranks.len() as u64,
        numbers: &lang.list(&spans),
        hosts: &named,
    };
    ranks_on.text(lang)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn arrival(version: &str, host: &str) -> Option<Arrival> {
        Some(Arrival {
            version: version.to_owned(),
            host: host.to_owned(),
            pid: 1,
            refused: None,
        })
    }

    #[test]
    fn versions_are_named_with_their_hosts() {
        let all = [
            arrival("0.1.0", "a"),
            arrival("0.1.0", "a"),
            arrival("0.2.0", "b"),
            arrival("0.1.0", "c"),
        ];
        let none = vec![String::new(); 4];
        assert_eq!(
            complaints(&all, &none),
            ["the hosts have different versions: 0.1.0 (a, c), 0.2.0 (b); install the same version on all"]
        );
        assert_eq!(complaints(&all[..2], &none), [""; 0]);
        assert_eq!(
            complaints(&[None, arrival("0.1.0", "b")], &none),
            ["rank 0 runs another program or another version: its first message is not understood"]
        );
    }

    #[test]
    fn a_rank_with_another_job_says_in_what() {
        let job = |words: &str, file: &str| JobText {
            words: words.split(' ').map(str::to_owned).collect(),
            files: vec![("job.fio".to_owned(), file.to_owned())],
        };
        let first = job("run job.fio", "[a]");
        assert_eq!(difference(&first, &first.clone()), None);
        assert_eq!(
            difference(&first, &job("run job.fio", "[b]")).unwrap(),
            "job.fio differs from that of rank 0"
        );
        assert_eq!(
            difference(&first, &job("run x", "[a]")).unwrap(),
            "the command line is `run x`, but that of rank 0 is `run job.fio`"
        );
        let said = complaints(
            &[arrival("1", "a"), arrival("1", "b")],
            &[String::new(), "why".to_owned()],
        );
        assert_eq!(said, ["rank 1 on b: why"]);
    }

    #[test]
    fn a_reason_is_said_once_for_all_ranks_that_have_it() {
        let mut all = ["a", "a", "b", "b", "c"].map(|host| arrival("1", host)).to_vec();
        for rank in [0, 1, 2, 4] {
            all[rank].as_mut().unwrap().refused = Some("no such file".to_owned());
        }
        let mut differences = vec![String::new(); 5];
        // That it could not read the file is why its job is another one.
        differences[2] = "its job files include others".to_owned();
        differences[3] = "its j.fio is not that of rank 0".to_owned();
        assert_eq!(
            complaints(&all, &differences),
            [
                "ranks 0–2, 4 on a, b, c: no such file",
                "rank 3 on b: its j.fio is not that of rank 0"
            ]
        );
        assert_eq!(who(&[(1, "a"), (2, "a")], Lang::En), "ranks 1, 2 on a");
        let many: Vec<String> = (0..20).map(|host| format!("n{host}")).collect();
        let many: Vec<(usize, &str)> = many.iter().map(String::as_str).enumerate().collect();
        assert_eq!(
            who(&many, Lang::En),
            "ranks 0–19 on n0, n1, n2, n3, n4, n5, n6, n7 and 12 more hosts"
        );
    }
}

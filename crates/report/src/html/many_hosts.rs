//! The page of a run over many hosts: all ranks as one, each rank's part, each host by itself.

use fiord_record::hosts::DataSpread;
use fiord_record::number::plural;
use maud::{Markup, html};

use super::document::HasPage;
use super::evidence;
use super::extra::PageExtra;
use super::parts::{PageContent, findings, grade, machine, shown};
use super::run;
use crate::documents::many_hosts::{HostResult, ManyHosts, RankResult};
use crate::documents::run::Run;
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{headed, paragraph, table};

impl HasPage for ManyHosts {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let moved = run::moved(self.jobs.iter().map(|job| (job.name.as_str(), &job.result)));
        let mut charts = vec![self.ranks_chart()];
        charts.extend(run::charts(&moved, None, None, extra.lang));
        let jobs: Vec<&str> = self.jobs.iter().map(|job| job.name.as_str()).collect();
        PageContent {
            title: format!(
                "Run of {} over {}",
                jobs.join(", "),
                plural(self.hosts.len() as u64, "host")
            ),
            answer: self.answer(),
            findings: self.all_findings(),
            findings_heading: "Findings",
            charts,
            numbers: html! {
                (self.windows())
                (headed("All ranks together, over the longest of their times", &run::numbers(&moved)))
                (headed("Each rank over its own time", &self.ranks_table()))
            },
            machine: self.of_each(|run| machine(run.record.before.machine.as_ref())),
            evidence: self.of_each(|run| evidence::evidence(run.evidence.as_ref())),
            runs: self.command(),
        }
    }
}

impl ManyHosts {
    fn answer(&self) -> Markup {
        // Below one second nothing is stated.
        let stated = self.jobs.iter().filter_map(|job| {
            let window = job.all_at_work.as_ref()?;
            Some((&job.name, window.bytes_per_s?, window.iops?))
        });
        let started = self
            .hosts
            .first()
            .map_or("", |host| host.run.body.started.as_str());
        html! {
            @for (job, bytes_per_s, iops) in stated {
                p.answer {
                    (job) ": " (PageUnit::Bandwidth.shown(bytes_per_s)) ", " (PageUnit::Iops.shown(iops))
                    " while all ranks were at work."
                }
            }
            @for lost in &self.lost {
                p.care { "Rank " (lost.rank) " on " (lost.host) " is missing. " (lost.why) }
            }
            (grade(self.grade, &self.reason))
            (paragraph("dim", &format!(
                "{} on {}; data: {}. {}. {started}, {}",
                plural(self.ranks.len() as u64, "rank"),
                plural(self.hosts.len() as u64, "host"),
                self.data.spread.name(),
                self.mpi,
                self.version.as_deref().unwrap_or_default(),
            )))
        }
    }

    /// What the ranks show together, then what each host shows, under its name.
    fn all_findings(&self) -> Markup {
        let together = self.findings.iter().map(|finding| (String::new(), finding));
        let each = self.hosts.iter().flat_map(|host| {
            host.run.body.findings.iter().map(|one| {
                let about = match one.job.as_deref() {
                    None | Some("") => host.name.clone(),
                    Some(job) => format!("{}, {job}", host.name),
                };
                (about, &one.finding)
            })
        });
        findings(together.chain(each))
    }

    /// The rate of each rank over its own time.
    fn ranks_chart(&self) -> Chart {
        let has_several = self.jobs.len() > 1;
        let of_rank = |rank: &RankResult| {
            let label = format!("rank {} {}", rank.rank, rank.host);
            let rows = rank.jobs.iter().enumerate().filter_map(|(at, job)| {
                let rate = job.bytes_per_s.filter(|rate| *rate > 0.0)?;
                Some(IntervalRow {
                    label: if has_several {
                        format!("{label} {}", job.name)
                    } else {
                        label.clone()
                    },
                    values: vec![rate],
                    middle: rate,
                    ends: None,
                    series: at,
                    remark: straggler(job.is_straggler),
                })
            });
            rows.collect::<Vec<_>>()
        };
        let intervals = Intervals {
            caption: "Bandwidth of each rank over its own time".to_owned(),
            unit: PageUnit::Bandwidth,
            is_log: false,
            margin: None,
            series: Vec::new(),
            rows: self.ranks.iter().flat_map(of_rank).collect(),
        };
        Chart::intervals("ranks", intervals)
    }

    fn windows(&self) -> Markup {
        let mut rows = Vec::new();
        for job in &self.jobs {
            for (words, window) in [
                ("all at work", &job.all_at_work),
                ("to the first done", &job.to_the_first_done),
                ("to the last done", &job.to_the_last_done),
            ] {
                let Some(window) = window else { continue };
                rows.push(vec![
                    format!("{} {words}", job.name),
                    format!("{:.3}", (window.end_ns - window.start_ns) as f64 / 1e9),
                    shown(PageUnit::Iops, window.iops),
                    shown(PageUnit::Bandwidth, window.bytes_per_s),
                ]);
            }
        }
        table(&["window", "seconds", "IOPS", "bandwidth"], &[1, 2, 3], &rows)
    }

    fn ranks_table(&self) -> Markup {
        let unknown = || "?".to_owned();
        let mut rows = Vec::new();
        for rank in &self.ranks {
            for job in &rank.jobs {
                rows.push(vec![
                    rank.rank.to_string(),
                    rank.host.clone(),
                    job.name.clone(),
                    job.share_percent
                        .map_or_else(unknown, |share| format!("{share:.1} %")),
                    shown(PageUnit::Iops, job.iops),
                    shown(PageUnit::Bandwidth, job.bytes_per_s),
                    job.of_others
                        .map_or_else(unknown, |share| format!("{:.0} %", share * 100.0)),
                    straggler(job.is_straggler),
                ]);
            }
        }
        let heads = [
            "rank",
            "host",
            "job",
            "share",
            "IOPS",
            "bandwidth",
            "of others",
            "",
        ];
        table(&heads, &[3, 4, 5, 6], &rows)
    }

    /// The command, which a launcher starts on each host.
    fn command(&self) -> Markup {
        let mut program = String::from("mpirun … fiord run --hosts");
        if self.data.spread != DataSpread::Same {
            program += &format!(" --spread={}", self.data.spread.name());
        }
        if self.data.shifted_reads {
            program += " --shift-reads";
        }
        let jobs = self.hosts.first().map_or(&[][..], |host| &host.run.body.jobs);
        run::commands(&program, jobs)
    }

    /// A part of each host, under its name.
    fn of_each(&self, part: impl Fn(&Run) -> Markup) -> Markup {
        let of_host = |host: &HostResult| headed(&host.name, &part(&host.run.body));
        html! { @for host in &self.hosts { (of_host(host)) } }
    }
}

fn straggler(is_one: bool) -> String {
    if is_one {
        "straggler".to_owned()
    } else {
        String::new()
    }
}

//! The page of a run over many hosts: all ranks as one, each rank's part, each host by itself.

use fiord_messages::{Lang, many_hosts as messages, page_parts as parts};
use fiord_record::hosts::DataSpread;
use maud::{Markup, html};

use super::document::HasPage;
use super::evidence;
use super::extra::PageExtra;
use super::parts::{PageContent, findings, grade, machine, shown};
use super::run;
use crate::documents::many_hosts::rates::WINDOWS;
use crate::documents::many_hosts::{HostResult, ManyHosts, RankResult};
use crate::documents::run::Run;
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{headed, paragraph, table};

impl HasPage for ManyHosts {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let moved = run::moved(self.jobs.iter().map(|job| (job.name.as_str(), &job.result)), lang);
        let mut charts = vec![self.ranks_chart(lang)];
        charts.extend(run::charts(&moved, None, None, lang));
        let jobs: Vec<String> = self.jobs.iter().map(|job| job.name.clone()).collect();
        let (jobs, hosts) = (&lang.list(&jobs), self.hosts.len() as u64);
        PageContent {
            title: messages::PageTitle { jobs, hosts }.text(lang),
            answer: self.answer(lang),
            figures: self.windows(lang),
            plan: self
                .hosts
                .first()
                .map(|host| host.run.body.plan(lang))
                .unwrap_or_default(),
            findings: self.all_findings(lang),
            findings_heading: parts::findings(lang),
            charts,
            numbers: html! {
                (headed(messages::page_all_ranks(lang), &run::numbers(&moved, lang)))
                (headed(messages::page_each_rank(lang), &self.ranks_table(lang)))
            },
            machine: self.of_each(|run| machine(run.record.before.machine.as_ref(), lang)),
            evidence: self.of_each(|run| evidence::evidence(run.evidence.as_ref(), lang)),
            runs: self.command(),
        }
    }
}

impl ManyHosts {
    fn answer(&self, lang: Lang) -> Markup {
        // Below one second nothing is stated.
        let stated = self.jobs.iter().filter_map(|job| {
            let window = job.all_at_work.as_ref()?;
            let answer = messages::PageAnswer {
                job: &job.name,
                bandwidth: &PageUnit::Bandwidth.shown(window.bytes_per_s?),
                iops: &PageUnit::Iops.shown(window.iops?),
            };
            Some(answer.text(lang))
        });
        let lost = self.lost.iter().map(|lost| {
            let (rank, host, reason) = (&lost.rank, &lost.host, &lost.why);
            messages::PageLost { rank, host, reason }.text(lang)
        });
        let (ranks, hosts) = (self.ranks.len() as u64, self.hosts.len() as u64);
        let (spread, library) = (&self.data.spread.name(), &self.mpi);
        let shape = [
            messages::Headline { ranks, hosts }.text(lang),
            messages::Data { spread, library }.text(lang),
        ];
        let started = self
            .hosts
            .first()
            .and_then(|host| host.run.body.started.as_deref());
        let started = started.unwrap_or_default();
        html! {
            @for answer in stated { (paragraph("answer", &answer)) }
            @for lost in lost { (paragraph("care", &lost)) }
            (grade(self.grade, &self.reason, lang))
            (paragraph("dim", &lang.sentences(&shape)))
            (paragraph("dim", &format!("{started}{}{}", lang.comma(), self.version.as_deref().unwrap_or_default())))
        }
    }

    /// What the ranks show together, then what each host shows, under its name.
    fn all_findings(&self, lang: Lang) -> Markup {
        let together = self.findings.iter().map(|finding| (String::new(), finding));
        let each = self.hosts.iter().flat_map(|host| {
            host.run.body.findings.iter().map(|one| {
                let about = match one.job.as_deref() {
                    None | Some("") => host.name.clone(),
                    Some(job) => format!("{}{}{job}", host.name, lang.comma()),
                };
                (about, &one.finding)
            })
        });
        findings(together.chain(each), lang)
    }

    /// The rate of each rank over its own time.
    fn ranks_chart(&self, lang: Lang) -> Chart {
        let has_several = self.jobs.len() > 1;
        let of_rank = |rank: &RankResult| {
            let (number, host) = (&rank.rank, &rank.host);
            let label = messages::PageRank { rank: number, host }.text(lang);
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
                    remark: straggler(job.is_straggler, lang),
                })
            });
            rows.collect::<Vec<_>>()
        };
        let intervals = Intervals {
            caption: messages::page_chart(lang).to_owned(),
            unit: PageUnit::Bandwidth,
            is_log: false,
            margin: None,
            series: Vec::new(),
            rows: self.ranks.iter().flat_map(of_rank).collect(),
        };
        Chart::intervals("ranks", intervals)
    }

    fn windows(&self, lang: Lang) -> Markup {
        let mut rows = Vec::new();
        for job in &self.jobs {
            let windows = [&job.all_at_work, &job.to_the_first_done, &job.to_the_last_done];
            for (name, window) in WINDOWS.into_iter().zip(windows) {
                let Some(window) = window else { continue };
                rows.push(vec![
                    format!("{} {}", job.name, name(lang)),
                    format!("{:.3}", (window.end_ns - window.start_ns) as f64 / 1e9),
                    shown(PageUnit::Iops, window.iops),
                    shown(PageUnit::Bandwidth, window.bytes_per_s),
                ]);
            }
        }
        let heads = [
            messages::head_window(lang),
            messages::head_seconds(lang),
            "IOPS",
            parts::bandwidth(lang),
        ];
        table(&heads, &[1, 2, 3], &rows)
    }

    fn ranks_table(&self, lang: Lang) -> Markup {
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
                    straggler(job.is_straggler, lang),
                ]);
            }
        }
        let heads = [
            messages::head_rank(lang),
            messages::head_host(lang),
            messages::head_job(lang),
            messages::head_share(lang),
            "IOPS",
            parts::bandwidth(lang),
            messages::head_of_others(lang),
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

fn straggler(is_one: bool, lang: Lang) -> String {
    if is_one {
        messages::straggler(lang).to_owned()
    } else {
        String::new()
    }
}

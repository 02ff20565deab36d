//! What came of a notebook as a document.

use fiord_messages::{Lang, notebook as messages};
use fiord_notebook::decision::ClaimMark;
use fiord_notebook::judging::{ClaimReason, JudgedClaim, ValueSeen};
use fiord_notebook::markdown::{BlockVerb, NotebookBlock};
use fiord_notebook::render::ExpressionOutcome;
use fiord_notebook::{prose, typed_numbers};
use fiord_report::documents::notebook::{
    BlockResult, BlockState, ClaimCounts, ClaimResult, MarkResult, NotebookResult, NumberInterval,
    TypedResult, ValueResult,
};

use super::evidence::MachineSeen;
use super::{NotebookAnswer, Opened};

/// The document of a notebook, with its sentences in a language.
pub(super) fn of(opened: &Opened, answer: &NotebookAnswer, lang: Lang) -> NotebookResult {
    let notebook = &opened.notebook;
    let shown = |at: usize| match answer.outcomes.get(at) {
        Some(ExpressionOutcome::Value(seen)) => seen.number(lang),
        _ => String::new(),
    };
    let (mut claims, mut values, mut counts) = (Vec::new(), Vec::new(), ClaimCounts::default());
    let (mut line, mut counted) = (1, 0);
    for (at, (one, outcome)) in notebook.expressions.iter().zip(&answer.outcomes).enumerate() {
        // Expressions are in the order of the text: each line is counted once.
        let between = opened.text.get(counted..one.at.start).unwrap_or_default();
        line += between.matches('\n').count() as u64;
        counted = one.at.start;
        match outcome {
            ExpressionOutcome::Claim(judged) => {
                let (mark, count) = match judged.mark {
                    ClaimMark::Holds => (MarkResult::Holds, &mut counts.holds),
                    ClaimMark::Undecided => (MarkResult::Undecided, &mut counts.undecided),
                    ClaimMark::Contradicted => (MarkResult::Contradicted, &mut counts.contradicted),
                };
                *count += 1;
                claims.push(ClaimResult {
                    line,
                    claim: one.text.clone(),
                    sentence: prose::sentence(&opened.text, notebook, at, &shown),
                    mark,
                    reason: judged.why.sentence(lang),
                    interval: interval(judged),
                    runs: judged.runs.clone(),
                });
            }
            ExpressionOutcome::Value(seen) => values.push(value(line, &one.text, seen, lang)),
        }
    }
    let typed = typed_numbers::find(&opened.text, notebook).into_iter();
    NotebookResult {
        name: opened.name.clone(),
        file: opened.file.display().to_string(),
        title: notebook.title.clone(),
        measured_on: answer
            .seen
            .machines
            .iter()
            .map(|one| measured_on(one, lang))
            .collect(),
        counts,
        blocks: notebook
            .blocks
            .iter()
            .map(|block| block_of(block, answer))
            .collect(),
        claims,
        values,
        typed: typed
            .map(|one| TypedResult {
                line: one.line as u64,
                number: one.text,
            })
            .collect(),
    }
}

fn measured_on(machine: &MachineSeen, lang: Lang) -> String {
    let date = |at: &jiff::Zoned| at.date().to_string();
    messages::MeasuredOn {
        facts: &lang.list(machine.facts()),
        first: &date(&machine.first),
        last: &date(&machine.last),
    }
    .text(lang)
}

fn block_of(block: &NotebookBlock, answer: &NotebookAnswer) -> BlockResult {
    let mut evidence = answer.seen.blocks.iter();
    let found = evidence.find(|one| one.block == block.name);
    let mut runs: Vec<i64> = found
        .iter()
        .flat_map(|one| &one.series)
        .flat_map(|series| series.ids())
        .collect();
    runs.sort_unstable();
    runs.dedup();
    BlockResult {
        name: block.name.clone(),
        verb: block.verb.name().to_owned(),
        state: match found {
            _ if matches!(block.verb, BlockVerb::Doctor | BlockVerb::Compare) => BlockState::None,
            None => BlockState::Missing,
            Some(evidence) if evidence.is_whole => BlockState::Measured,
            Some(_) => BlockState::Partial,
        },
        runs,
    }
}

fn interval(judged: &JudgedClaim) -> Option<NumberInterval> {
    match &judged.why {
        ClaimReason::Number { seen, .. } | ClaimReason::Falls { seen, .. } => Some(NumberInterval {
            value: seen.value,
            low: seen.low,
            high: seen.high,
        }),
        _ => None,
    }
}

fn value(line: u64, asks: &str, seen: &ValueSeen, lang: Lang) -> ValueResult {
    let (value, interval, runs) = match seen {
        ValueSeen::Median {
            value,
            interval,
            runs,
            ..
        } => (Some(*value), *interval, runs.clone()),
        ValueSeen::Unknown(_) => (None, None, Vec::new()),
    };
    ValueResult {
        line,
        asks: asks.to_owned(),
        shown: seen.number(lang),
        value,
        interval: value
            .zip(interval)
            .map(|(value, (low, high))| NumberInterval { value, low, high }),
        runs,
    }
}

interrupted = Run { $id } was interrupted.
full-of-hosts = --full: run { $id } used several hosts, but fio's report covers only one; remove --full
no-such-run = { $name }: no such run or study in { $store }; `fiord history` lists them
not-of-study = { $option }: only for a run; study { $study } has many. `fiord history --study { $study }` lists them
several-runs = { $runs ->
    [one] 1 run is named { $name }: run { $id }.
   *[other] { $runs } runs are named { $name }. The newest one, run { $id }, is shown.
 }
# $runs: several. $ids: the numbers under which they are stored, the oldest first. $newest: the last of them.
one-run = The { $runs } runs above are stored as { $ids }. `fiord report { $newest }` shows the newest one.
record-missing = run { $id }: its record is missing in { $store }
not-json = { $file }: not a document of fiord; use the output of --json

png-on-terminal = --png={ $chart }: standard output is a terminal; write to a file: > { $chart }.png
png-not-built = --png={ $chart }: this fiord was built without the feature png; use --svg={ $chart } for the same chart
no-charts = { $chart }: no such chart; the result has too few numbers for charts
no-such-chart = { $chart }: no such chart; use one of { $charts }
picture-without-size = the picture has no size
picture-too-large = not enough memory for the picture

# `fiord report --verify`. $subject: `Run 5`.
subject-run = Run { $id }
verified = { $subject }: { $compared } numbers and verdicts were recomputed from the records. All are as stored.
differs = { $subject }: { $different } of { $compared } numbers and verdicts differ from the records:
difference = Run { $id }, { $value }: stored { $stored }, recomputed { $recomputed }.
more-differences = { $differences ->
    [one] 1 more value differs.
   *[other] { $differences } more values differ.
 }
rules-may-differ = This version may compute numbers and verdicts by other rules than the version that stored the runs. If the rules are the same, the store was changed.
# Values of a run.
value-directions = number of results (reads, writes and trims of each job)
value-grade = grade
value-verdict = verdict
value-wrong-findings = number of findings with the severity `wrong`
value-failed-workers = number of failed workers
value-seconds = duration in seconds
value-iops = IOPS of { $job } { $direction }
value-throughput = bytes per second of { $job } { $direction }
value-p50 = p50 of { $job } { $direction }
value-p99 = p99 of { $job } { $direction }

# HTML pages.
page-written = { $file }: { $kilobytes } KB, opens in any browser.
all-runs = All runs
heading-charts = Charts
heading-numbers = Numbers
heading-machine = Machine
heading-evidence = Evidence
heading-runs = Runs
heading-data = Data
# Before the command that shows the result again.
again = Show again:
made-by = Made by fiord. The page loads no data from a server. It uses a script only to zoom charts, change their scale and hide series.
table-as-csv = { $table } as CSV
document-as-json = This file contains the whole document as JSON ({ $kilobytes } KB), in the element #document.
no-page = the document `{ $document }` cannot be shown as a page; use a document `run`, `repeats`, `hosts`, `survey`, `study`, `check`, `compare`, `import`, `history` or `ladder`
no-envelope = not a document of fiord
document-broken = the document `{ $document }` cannot be read: { $error }

# Documents that are not read.
repeated-runs = a document of several runs; use one of the documents in its array `runs`
other-document = fiord's document `{ $document }` is not supported here; use the document of a run (`fiord run --json`)
newer-document = version { $version } of the document `{ $document }`, from a newer fiord; this fiord reads version { $supported }
unexpected-document = fiord's document `{ $document }` is not supported here; use the document `{ $expected }`
incomplete-document = not a complete document of a run: { $error }

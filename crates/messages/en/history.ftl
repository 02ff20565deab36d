column-id = id
column-started = started
column-verb = verb
column-grade = grade
column-name = name
column-target = target
column-tags = tags
column-job = job
column-result = result
column-host = host
column-kernel = kernel
column-study = study
column-command = command
more-jobs = { $jobs ->
    [one] 1 more job
   *[other] { $jobs } more jobs
 }
jobs = { $jobs ->
    [one] 1 job
   *[other] { $jobs } jobs
 }
# In the place of a time.
unknown = unknown

# Results of a run, in a list: `read 13,000 IOPS, 53 MB/s, 1 more, interrupted`. $rates: `read 9,000 + write 4,000`.
rates = { $rates } IOPS, { $throughput }
more-results = { $results } more
rates-only = rates only, no I/O counts
no-data = no data was transferred
failed-workers = { $workers ->
    [one] 1 worker failed
   *[other] { $workers } workers failed
 }
interrupted = interrupted
study = { $runs ->
    [one] 1 run: fiord report study:{ $study }
   *[other] { $runs } runs: fiord report study:{ $study }
 }
check = { $runs ->
    [one] 1 run: fiord report { $run }
   *[other] { $runs } runs: fiord report { $run }
 }
matching = { $runs ->
    [one] { $shown } of 1 entry matches.
   *[other] { $shown } of { $runs } entries match.
 }
shown = { $runs ->
    [one] { $shown } of 1 entry is shown.
   *[other] { $shown } of { $runs } entries are shown.
 }
deleted = { $runs ->
    [one] 1 run deleted, { $kept } kept. The store now has { $after } (before: { $before }).
   *[other] { $runs } runs deleted, { $kept } kept. The store now has { $after } (before: { $before }).
 }

time-invalid = { $text }: not a time; use a date such as 2026-11-22, a time such as 2026-11-22T18:40, or an age such as 12h, 7d, 3w
grades-invalid = { $text }: not grades; use A, B, C or D, or several such as CD
stored-time-invalid = { $text }: not a valid timestamp of a stored run

# The page of a history.
page-newest = Newest valid run: { $id }, { $name }
page-title = Runs in { $store }
page-title-name = Runs named { $name }
page-runs = { $runs ->
    [one] 1 entry.
   *[other] { $runs } entries, { $first } to { $last }.
 }

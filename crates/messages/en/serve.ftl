not-loopback = { $text }: not a loopback address; use 127.0.0.1 or ::1
port-not-available = --port={ $port }: { $error }; use another --port or --address
listening = http://{ $address }/ shows { $store }. Press Ctrl-C to stop.

# Pages with one sentence.
title-refused = Refused
title-not-found = Not found
title-store-not-readable = This page cannot be shown
other-host = The Host header of the request does not name this server and its port.
other-site = The request came from a page of another site.
method-not-allowed = Only GET and HEAD are allowed. These pages cannot change the store.
body-not-allowed = The request has a body, which is not allowed.
no-such-address = This address has no page.
too-many-requests = Too many requests are open.
too-few-marked = Mark two or more runs to compare them.
too-many-marked = Mark at most { $most } runs to compare them.
no-run = This store has no run { $id }.
no-study = This store has no study { $id }.
no-notebook = No notebook { $name } is shown here.
no-result = This store has no result named { $name }.

# The list of a store.
title = Runs and studies
summary = { $runs ->
    [one] { $store }: { $shown } of 1 run outside studies.
   *[other] { $store }: { $shown } of { $runs } runs outside studies.
 }
heading-notebooks = Notebooks
heading-studies = Studies
heading-runs = Runs
column-study = study
column-run = run
column-name = name
column-begun = begun
column-started = started
column-target = target
column-state = state
column-runs = runs
column-verb = verb
column-grade = grade
column-result = result
unknown = unknown
follow = follow
mark-run = compare run { $id }
compare-marked = Compare the marked runs
older-runs = Older runs
all-runs = All runs

# A study that runs.
study = Study { $id }
study-named = Study { $id }: { $name }
label-runs = Runs:
label-state = State:
label-last-run = Last run:
no-run-yet = none yet
# $rates: `read 13,000 IOPS, 53 MB/s`.
last-run = run { $id }, grade { $grade }: { $rates }
ended = The study has ended.
no-answer = no answer from fiord serve
results-so-far = Results so far
without-scripts = Without JavaScript
load-again = Load the page again to see the current state.

# The filter of the list.
label-search = Search in name, tag, target, verb and command
label-grades = Grade
any-grade = any
label-verb = Verb
any-verb = any
label-tag = Tag
any-tag = any
show-matching = Show
show-all = Show all
summary-matching = { $store }: { $shown } matching runs and studies on this page.
study-of-runs = { $runs ->
    [one] study { $id }, 1 run
   *[other] study { $id }, { $runs } runs
 }
list-runs = list the runs
runs-of-study = Runs of study { $id }
trend = trend
sort-by = sort by { $column }

# The progress of a study that runs.
label-time-left = Time left:
# $least and $most: numbers of runs of the whole study.
runs-of-total = { $runs } of { $total }
runs-of-range = { $runs } (total: { $least } to { $most })
time-unknown = unknown
so-far = Results so far

# What happens now: `/watch` and the runs of this user.
title-now = Devices and runs now
heading-running = Running now
no-run-now = No run to show. Only runs of this user that began after fiord serve started appear here.
column-device = device
column-process = process
column-group = control group
column-read = MB/s read
column-written = MB/s written
column-recent = last 2 min, MB/s
# A share of a run.
label-done = done

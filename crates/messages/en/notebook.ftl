# Claims and what came of them. $of: a label, or two labels with ÷ between. $value, $low, $high: numbers with their unit.
ratio = Speed ratio { $of }: { $value } (95 % CI { $low } to { $high }).
median = { $of }: median { $metric } { $value } (95 % CI { $low } to { $high }).
depth = { $of }: { $value } I/Os in flight (95 % CI { $low } to { $high }).
more-runs = { $runs ->
    [one] About 1 more run may decide.
   *[other] About { $runs } more runs may decide.
 }
# A label may be empty: the only curve of its block.
knee = The curve { $of } reaches 95 % of its best value between { $first } and { $last }.
knee-at = The curve { $of } reaches 95 % of its best value at { $first }.
knee-open = The curve { $of } reaches 95 % of its best value at { $first } or a higher level. The highest measured level is too low to decide.
falls = From { $from } to { $to } the speed falls to { $value } (95 % CI { $low } to { $high }).
all-valid = { $runs ->
    [one] 1 run is valid.
   *[other] { $runs } runs are valid.
 }
invalid = { $of }: invalid: { $wrong } of { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 } ({ $traps }).
not-witnessed = { $of }: the kernel counters do not show where the I/O went.
too-few = { $of }: { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }; a decision needs { $needed } or more.
single-value = { $of }: a published or imported value; its variation is unknown.
one-level = { $of }: fewer than two levels are measured; growth needs two or more.
not-measured = Block { $block } is not measured. Run `fiord notebook run FILE PATH`.
which-block = The claim does not name its block.
no-subject = `{ $words }` does not match exactly one name in the block. Names: { $names }.
no-factor = `{ $factor }` is not a factor of the block. Factors: { $names }.
which-factor = The claim does not name its factor. Factors: { $names }.
no-level = `{ $level }` is not a level of the factor. Levels: { $names }.
no-metric = { $of }: the runs do not have the requested metric.
no-pairs = { $one } and { $other } have no levels in common.
no-repeats = The levels of { $of } did not run in the same repeats.

# $what: what the author of the notebook wrote.
needs = Needs { $what }.

# As short as it stands after a value or claim in the text.
short-number = { $value } ({ $low } to { $high })
short-knee = { $first } to { $last }
short-knee-open = { $first } or above
short-runs = { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }
short-not-measured = not measured
short-too-few = too few runs
short-single = single value
short-not-witnessed = no kernel counters
short-needs = needs { $what }
short-not-in-block = not in the block
# $ids: ids of runs, as 12–17, 20.
short-value = { $value }; runs { $ids }
median-of = { $runs ->
    [one] 1 run ({ $ids })
   *[other] Median of { $runs } runs ({ $ids }), 95 % CI { $low } to { $high }
 }
median-of-few = { $runs ->
    [one] 1 run ({ $ids })
   *[other] Median of { $runs } runs ({ $ids })
 }; too few for an interval

# What is wrong with a notebook.
mistake-in-line = line { $line }: { $what }
not-a-claim = `{ $text }` is not a claim; docs/notebooks.md lists the forms, such as `A faster than B by 1.5x`
claim-number = `{ $text }` is not a number here; use for example 1.5x, 20% or 32
claim-quantity = `{ $text }` is not a quantity; use for example 500 MB/s, 12k IOPS or 5 ms
claim-metric = `{ $text }` is not a metric; use iops, bandwidth, p50, p99 or mean
unknown-block = `{ $verb }` cannot be a block; use { $verbs }
block-without-verb = a fiord block without a subcommand; use for example ```fiord study read-depth
block-twice = two blocks are called `{ $name }`; add --as NAME to one of them
block-name = `{ $name }` cannot be the name of a block; use a letter, then letters, digits, - or _
unclosed = a value or claim without its closing brace
marker-without-end = <!-- fiord … --> without <!-- /fiord -->; fix the markers by hand
open-fence = a block without its closing ```

# $base, $other: names of blocks.
head-claim = Claim
head-reason = Reason
head-runs = Runs
head-job = Job
head-direction = Direction
head-bandwidth = Bandwidth
head-name = Name
head-valid = Valid
# $metric: bandwidth, iops, p50, p99.
head-interval = 95 % CI ({ $metric })
head-equal = { $other } against { $base }: equal within { $margin }
# What came of a conclusion of a report, in a table.
head-conclusion = Conclusion
head-here = Here
mark-holds = holds here
mark-undecided = undecided
mark-contradicted = contradicted
heading-claims = Claims
heading-notes = Values and claims
chart = { $block }: { $metric }, medians with 95 % CI
range = { $low } to { $high }
heading-builtin = Notebooks that come with fiord
list-hint = `fiord notebook run NAME PATH` measures the notebook NAME on the disk at PATH and writes NAME.md. `fiord notebook new NAME` prints the notebook.
no-claims = The notebook has no claims.
counts = Claims that hold: { $holds }, undecided: { $undecided }, contradicted: { $contradicted }
not-whole = Runs of this block are missing. Continue with `fiord notebook run`.
plan = { $blocks ->
    [one] 1 block to measure
   *[other] { $blocks } blocks to measure
 }, about { $time }
# $asked, $least: `45 s`.
time-too-short = --time: { $asked } is too short, so fiord uses the shortest runs of these blocks ({ $least } in all); use a longer time, or --only to select blocks
nothing-missing = All blocks are measured.
subject = notebook { $name }
out-of-date = `{ $asked }`: the text has { $written }, the store has { $now }
not-measured-number = line { $line }: { $number } is not measured (typed by hand)
copied = { $file } is written: a copy of the notebook that comes with fiord

# What is refused.
in-block = block { $block }
block-arguments = `{ $words }` is not allowed here (docs/notebooks.md)
not-a-study = `{ $name }` is not a study of fiord; write the study into the block
no-such-block = `{ $name }`: no such block; use { $names }
no-such-notebook = { $name }: neither a file nor a notebook of fiord; use one of { $names }
option-in-notebook = `{ $option }` is not allowed: the jobs of a notebook do I/O only on PATH, or on their own files below PATH
engine-in-notebook = I/O engine `{ $engine }` is not allowed in a notebook
kernel-settings-in-notebook = kernel settings are not allowed in a notebook; use `fiord study run`
path-in-notebook = { $path } is neither next to the notebook nor below PATH; allow it with --allow-path DIRECTORY
device-consent = block { $block } would overwrite { $device }; to allow it, use --allow-destroy={ $device }
no-jobs = the block has no jobs
not-writable = { $file }: results could not be read back from this Markdown (an open comment or fence?); the file is unchanged

# A notebook that is begun, or drafted from stored results.
recipe-in-block = a check block must be empty; put the name of a recipe after `check` (`fiord check` lists them)
ladder-progress = { $part }: ladder { $number } of { $count }
not-written-yet = { $name }: no such file; `fiord notebook run { $name } PATH` creates and measures this notebook
not-text = { $file }: not UTF-8 text; use a Markdown file
one-page = --html: accepts only one notebook; check the others without --html
table-out-of-date = table of block { $block }: the text differs from the store
no-path = { $path }: { $error }; use a directory on the disk to measure
# $facts: device, size, file system, kernel and processor. $first, $last: dates.
measured-on = Measured on { $facts }, { $first } to { $last }.
two-of-one-name = { $name }: two notebooks have this name; rename one of the files
draft-title = Draft from { $results }
draft-intro = The claims below are the findings of stored runs. `fiord notebook run FILE PATH` measures the blocks again on the disk at PATH.
nothing-to-draft = { $name }: no jobs that a block could run again; use a stored run or study
nothing-asked = fiord notebook new: no terminal for the questions; use NAME, or --load and --vary
question-load = 1 of 3. What do you want to measure?
question-vary = 2 of 3. What do you want to vary?
question-file = 3 of 3. Name of the new file?
load-reads = Reads
load-writes = Writes
load-commits = Writes with an fsync after each
load-mixed = 70 % reads, 30 % writes
vary-nothing = nothing
vary-block-size = block size
vary-depth = queue depth
vary-threads = number of threads
answer-number = use a number from 1 to { $most }
not-created = { $file }: { $error }; use another file name
begun = { $file } is written. Next: fiord notebook run { $file } PATH
begun-title = { $load }: { $vary }
begun-intro = Adapt the block and the claims to your own question.
claim-valid = The runs measure the disk and not memory
claim-order = Sequential I/O is faster than random I/O
claim-grows = The bandwidth grows with `{ $option }`

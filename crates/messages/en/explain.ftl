no-job = explain: no job found; use a job file or fio options
runs-nothing = --{ $option }: `fiord explain` runs nothing; remove the option, or remove `explain`
not-plain = only one plain command is allowed, without `{ $character }`
quote-not-closed = a quote is not closed
not-a-result = expected a file, a pipe, or - for standard input
zero-byte = byte { $offset } is zero; expected text, such as fio's JSON
missing-cpu = { $job }: CPU { $cpu } of the job does not exist here (CPU count { $cpus }, from CPU 0). A run here would be refused.
too-large = larger than { $limit } MiB; use one result of fio or fiord
pipe-too-large = larger than { $limit } MiB, the limit for pipes; use a file

# What a job will do.
heading-machine = machine
heading-corrected = corrected
# Names of jobs: `a, b, c and 5 more`.
names-and-more = { $names } and { $more } more
# After the names of jobs that differ in their files only.
jobs-alike = ({ $jobs } similar jobs, shown for { $job })
changes = Changes: { $changes }
not-corrected = Not corrected: { $rules }.
jobs-not-corrected = Not corrected in { $jobs }: { $rules }.
no-problems = No problems found.

# Result files.
place-line = { $kind }, line { $line }
place-lines = { $kind }, lines { $first } to { $last }
place-jobs = { $jobs ->
    [one] { $version }, 1 job
   *[other] { $version }, { $jobs } jobs
 }
not-judged = Not judged:
# Why rules were not judged, before their names.
without-counters = no kernel counters
without-series = no time series
without-histogram = no histogram (--output-format=json+ writes one)
without-direct = no value for direct (with direct=0 the data may come from the page cache)
without-options = no value for { $options }
note = Note: { $note }
in-flight-only = { $job }: { $depth } I/Os in flight on average.
in-flight = { $job }: { $depth } I/Os in flight on average. iodepth × workers is { $asked }.
seen-without-job = --seen: { $text } does not say which program produced the result; add the job that produced it

# Names of topics and rules.
unknown-name = { $name }: no topic, no rule of a finding and no file has this name; `fiord explain --list` lists the names
unknown-name-near = { $name }: no topic, no rule of a finding and no file has this name; did you mean `fiord explain { $near }`?
only-jobs = --{ $option }: this option needs a job; remove it to explain a name
# After the help of the verb. $names: names of topics.
help-blocks = fiord reads at most 64 sample blocks of 4 KiB for each job.
help-topics = Topics: { $names }.

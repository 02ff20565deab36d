# The page of an import. The summary follows the name of the file. $kinds: a list of `2 fio-text`.
summary = { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 } ({ $kinds }) in { $lines ->
    [one] 1 line
   *[other] { $lines } lines
 }, { $findings ->
    [one] 1 finding
   *[other] { $findings } findings
 }. { $parts ->
    [one] 1 part was
   *[other] { $parts } parts were
 } not understood.
summary-without-runs = 0 runs in { $lines ->
    [one] 1 line
   *[other] { $lines } lines
 }. { $parts ->
    [one] 1 part was
   *[other] { $parts } parts were
 } not understood.
kept = Stored as runs { $first } to { $last }. `fiord report { $first }` shows run { $first }.
kept-one = Stored as run { $run }. `fiord report { $run }` shows it.
runs-in-lines = Runs from { $count ->
    [one] line
   *[other] lines
 } { $lines }.
runs-in-more-lines = Runs from lines { $lines } and from { $more } other lines.
grid = Read + write IOPS by setting (settings as typed):
same-columns = { $same } of these { $columns } columns { $same ->
    [one] has
   *[other] have
 } the same setting as another column, typed differently. There { $settings ->
    [one] is 1 distinct setting
   *[other] are { $settings } distinct settings
 }.
more-runs = { $runs ->
    [one] 1 more run
   *[other] { $runs } more runs
 }: --verbose, --csv and --json show all.
remarks = Remarks:
remark = { $count ->
    [one] Run in line
   *[other] Runs in lines
 } { $lines }: { $note }
remark-on-more = Runs in lines { $lines } and { $more } more: { $note }
more-remarks = { $remarks ->
    [one] 1 more remark
   *[other] { $remarks } more remarks
 }: --verbose and --json show all.
not-understood = Not understood:
line = line { $first }
lines = lines { $first } to { $last }
# $place: `line` or `lines`. $begins: how the text begins.
part = { $place }: { $begins }
part-because = { $place } ({ $reason }): { $begins }
more-parts = { $parts ->
    [one] 1 more part
   *[other] { $parts } more parts
 }: --verbose and --json show all.
head-device = device
head-line = line
head-kind = kind
head-name = name
head-what = I/O
head-latency = latency
head-samples = samples
head-group = group
head-grade = grade

# A run that the text has several times.
counted-without-snapshots = The run in line { $line } counts once. The import ignores { $snapshots ->
    [one] 1 earlier intermediate result
   *[other] { $snapshots } earlier intermediate results
 } of this run.
counted-without-copies = The run in line { $line } counts once. { $count ->
    [one] Line { $lines } has a copy of this run.
   *[other] Lines { $lines } have copies of this run.
}
counted-in-one-format = The run in line { $line } counts once. The text also contains this run in { $formats ->
    [one] 1 other format
   *[other] { $formats } other formats
 }.

# A text without a run. $found: a list of the messages `found-…`.
nothing-read = { $file }: no run was read from its { $lines ->
    [one] 1 line
   *[other] { $lines } lines
 } ({ $found }). `fiord import --help` lists the formats.
found-unknown = { $parts ->
    [one] 1 part
   *[other] { $parts } parts
 } of text in an unknown format
found-commands = { $commands ->
    [one] 1 command
   *[other] { $commands } commands
 } without output
found-json = { $documents ->
    [one] 1 JSON document
   *[other] { $documents } JSON documents
 } without a result
found-blank-lines = only blank lines
a-directory = a directory; use a file, or - for standard input
no-such-file = no such file; check the name, or use - for standard input
no-such-file-near = no such file; did you mean { $near }?

# Why lines are not a result.
why-unknown = unknown format
why-command = a command without its output
why-json = JSON: { $problem }
json-without-end = the end of the document is missing
no-json = no JSON document found
broken-json = broken JSON: { $problem }
no-job-has-a-result = no job has a result
not-a-result = neither a result of fio (`{ $key }` is missing) nor a document of fiord
no-job = no job is defined
job-files-not-opened = fiord import does not open job files
files-not-opened = fiord import does not open files named in job options

# Notes that are stored with a run: how it was read.
job-not-read = The job of this result was not read: { $problem }
command-not-read = The command of this result was not read: { $problem }
command-in-line-not-read = The command in line { $line } was not read: { $problem }
judged-as = The result is judged as the fio job { $options }.
settings-of-script = Settings that { $program } does not print come from its script.
ends-before-statistics = The output ends before its statistics.
sockperf-half = The latency of sockperf is half of a round trip.
ends-before-summary = The output ends at line { $line }, before its group summary.
sample-means = The rates are the means of fio's samples, not the total over the run time.
sample-share = The bandwidth is { $share } of the bandwidth of its group (per=).
requested-rate = vdbench was asked for { $rate } I/Os per second and reached this rate. The rate is the load, not the limit of the device.
line-ends-early = The line ends early. The missing values are unknown.
report-cut = The report of `{ $job }` is incomplete. The missing values are unknown.
terse-without-trims = The result has neither reads nor writes. The job may have issued only trims: version 3 of fio's terse output does not print trims.
verify-reads = All reads of `{ $job }` verify the data that this job wrote (verify).
retyped-lines = { $count ->
    [one] Line { $lines } was
   *[other] Lines { $lines } were
 } not printed by fio like this (`{ $part }`). The report was typed or read from a picture: check its numbers against the original output.

# fio's JSON and text.
flags-are-unknown = Older versions of fio leave options without a value (time_based, …) out of the JSON.
directions-are-summed = `{ $job }`: fio added up the counts of all directions (unified_rw_reporting=mixed). fiord judges the sum as reads.
last-document = The file has { $documents } documents. The last one is judged.
merged-workers = `{ $job }` has the sums of { $workers } workers, merged before the import.
short-ios-are-syncs = `{ $job }`: The { $ios } short I/Os are syncs. Old versions of fio count a sync as a short read.
syncs-not-printed = `{ $job }`: The latencies are those of write(), not of the { $call } after each write. The output has no sync latencies. According to the run time, each { $call } took { $latency } on average. Its percentiles are unknown. Use fio 3.5 or newer, or `fiord check etcd`.
uncounted-disks = Disk statistics of { $disks } are all zero: the kernel did not count I/O there (older kernels count NVMe multipath only at each path; DAX is not counted), so the I/O of the disk is unknown.
no-options = `{ $job }` has no options: engine, direct and access pattern are unknown.
unknown-engine = `{ $job }`: ioengine={ $engine } is unknown here. The job is judged as if the engine kept iodepth I/Os in flight.
unknown-option = `{ $job }`: { $option }={ $value } is not understood.
contradictory-options = `{ $job }`: Its options contradict each other and were not read.

# Logs of fio.
log-without-unit = The name of the log does not state its contents (…_bw.log, …_iops.log, …_clat.log), so its values have no unit.
log-in-nanoseconds = Latencies are read as nanoseconds. fio before 3.0 writes microseconds into its logs.
log-of-single-ios = The log has one row per I/O (no log_avg_msec). Rates are calculated from its rows and bytes, not averaged from its values.
log-first-row = The first { $direction } value ({ $value }) is ignored, because fio divided the I/O of this row by too short a time: the value is more than { $times } times as high as every other one.
log-of-means = The rows of the log are read as mean latencies of time windows (log_avg_msec). Percentiles and maximum of the I/Os are unknown.
log-of-means-and-maxima = Each row of the log is the mean and the maximum latency of a time window (log_avg_msec). Percentiles of the I/Os are unknown.
log-with-gap = The log has no rows for { $gap } of { $all } ms, so its changes over time are not judged.
log-too-long = The log is longer than { $most } s, so its changes over time are not judged.

# Tables and other programs.
numbers-without-unit = { $numbers ->
    [one] 1 number in this row has no unit and was not read.
   *[other] { $numbers } numbers in this row have no unit and were not read.
}
numbers-with-two-readings = { $numbers ->
    [one] 1 number in this row was not read: its point can be a thousands separator or a decimal point.
   *[other] { $numbers } numbers in this row were not read: their points can be thousands separators or decimal points.
}
bonnie-untimed = bonnie++ printed +++++ for { $results } of its results: the test was over too soon to be timed.
dd-interrupted = dd was interrupted, so the { $sync } that its command asks for is not part of the time.
ended-by-signal = A signal ended fio (line { $line }): the results cover only the time before the signal.
dd-stopped = dd was stopped after { $blocks } of { $asked } blocks.
since-boot = This report contains averages since the machine was started, so its values are not rates of the test.
dd-of-memory = { $target } is memory (tmpfs): the rate is not that of a disk.
dd-of-random-numbers = The speed of { $source } can limit the rate of dd.
dd-between-files = dd read one file and wrote another: the rate is at most that of the slower one.
dd-to-stdout = dd wrote to its standard output. It is unknown which program or file received the data, so the rate may not be that of a disk.
ioping-pauses = ioping sent one request every { $seconds } s. A drive that saves power may sleep between requests. The IOPS of ioping are 1 / latency.
sysbench-buffers = sysbench fileio reads and writes through the page cache unless it runs with --file-extra-flags=direct. If the test files fit into memory, these rates can be those of memory.
unsteady-rates = The rate was between { $min } and { $max } IOPS during the run: its mean does not describe a steady rate.
kdiskmark-unit = KDiskMark divides KiB/s by 1,000: its { $printed } MB/s are { $rate } MB/s.
kubestr-jobs = If the job file has no stonewall, like the default one of kubestr, the { $jobs } jobs ran at the same time and shared the volume.
macos-fsync = On macOS fsync does not flush the cache of the drive: fsync_writethrough (F_FULLFSYNC) does.
sysbench-fsyncs = sysbench regularly calls fsync on each of its { $files } files. In this run it made { $fsyncs } fsyncs per write. The latencies that it prints include fsync calls on files without new data.
sysbench-write = One write with its fsyncs takes { $latency } ms.
yabs-unit = YABS divides KiB/s by 1,000 and prints MB/s: its read rate of { $printed } is { $rate } MB/s.
yabs-json-unit = The KBps of YABS are KiB/s.

hdparm-memory = Cached reads of hdparm are reads of memory, not of the disk.
hdparm-drive-cache = Cached reads of hdparm with --direct measure the cache of the drive and its link, not the storage.

# The parts of one text against each other.
# $moved and $counted: a bandwidth with its unit.
slower-pool = Line { $line } shows { $moved } at { $device }, but the jobs counted { $counted }. A cache served or kept the rest, the file system compresses the data, or the workers counted the same data several times.
command-repeated = The same command ran { $runs } times. The fastest run had { $times } times the rate of this run. Do not average these runs: one of them may have been the first run on its file, or a cache may have served its I/O.
over-soon = At this rate, the job ends after { $took }, when { $size } are transferred, and never reaches its runtime of { $runtime }.
idle-disk = { $volume } uses { $disks }, but { $idle } did no I/O. The volume is not striped, so the I/O to a file uses one disk at a time.
other-block = Line { $line } states a block size of { $said } for this run, but its job has { $block }.
dirty-pages-left = drop_caches in line { $line } drops clean pages only. Pages that were still dirty stay in memory and serve reads. Run `sync` before it.
other-directories = The same command ran in { $directories }. The directories may be on different file systems, so the runs are results of several places, not repeats of one setting.
offered-load = { $iops } IOPS × { $latency } latency is less than one I/O in flight: no I/O was in flight during { $idle } of the time or more. This rate is the load at that time, not the limit of the disk.
needs-jobs = { $iops } IOPS × { $latency } mean latency = { $in-flight } I/Os in flight. At queue depth { $depth }, this number of I/Os needs { $jobs } jobs. The text does not state the number of jobs.

# Labels of a result that are stored with a run.
measures-tmpfs = memory (tmpfs), not a disk
measures-memory = memory, not the disk
measures-drive-cache = the cache of the drive and its link, not the storage
after-blocks = after { $blocks } of { $asked } blocks
after-blocks-of-unknown = after { $blocks } of an unknown number of blocks

# The page of --html. $files: a list.
page-title = Imported results of { $files }
page-answer = { $runs ->
    [one] 1 run was
   *[other] { $runs } runs were
 } read from { $files ->
    [one] 1 file
   *[other] { $files } files
 }.
page-wrong = { $runs ->
    [one] 1 run has
   *[other] { $runs } runs have
 } grade D, because a finding says that the numbers are misleading.
page-unknown = ? means unknown: the text does not contain this value.
page-matrix = Throughput by settings and block size
page-bandwidth = Throughput of each result
page-iops = IOPS of each result
page-latency = Mean latency of each result
page-p99 = p99 latency of each result
page-remarks = Remarks
head-file = file
head-target = target
head-bandwidth = throughput

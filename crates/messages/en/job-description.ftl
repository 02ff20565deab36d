# What a job will do. Rows of one to several sentences.

# Row 1: target and block size.
replay = The job replays the I/O trace { $recording }.
only-creates = The job only creates its files and does no I/O (create_only=1).
operations = The job does the operations of ioengine={ $engine } and moves no data.
on-files = { $count ->
    [one] The operations are on 1 file.
   *[other] The operations are on { $count } files.
 }
on-directories = { $count ->
    [one] The operations are on 1 directory.
   *[other] The operations are on { $count } directories.
 }
cpu-load = The job loads a CPU to { $percent } %.
without-file = The job { $moves ->
    [read] reads
    [write] writes
    [trim] trims
    [trim-then-write] trims, then writes,
   *[mixed] reads and writes
 } blocks of { $blocks } with ioengine={ $engine }, which uses no file.
on-target = The job { $moves ->
    [read] reads
    [write] writes
    [trim] trims
    [trim-then-write] trims, then writes,
   *[mixed] reads and writes
 } { $target } in blocks of { $blocks }.
on-targets = The job { $moves ->
    [read] reads
    [write] writes
    [trim] trims
    [trim-then-write] trims, then writes,
   *[mixed] reads and writes
 } { $target } and { $more ->
    [one] 1 more file
   *[other] { $more } more files
 } in blocks of { $blocks }.
on-unnamed-files = The job { $moves ->
    [read] reads
    [write] writes
    [trim] trims
    [trim-then-write] trims, then writes,
   *[mixed] reads and writes
 } files named after it, in blocks of { $blocks }.
mixed = { $percent } % of the I/Os are reads.
mixed-by-rate = The rate limits decide how many of the I/Os are reads.
trim-ranges = One command trims up to { $ranges } blocks.

# Block sizes.
block-range = { $least } to { $most }
block-part = { $block } ({ $percent } %)
block-of-ddir = { $blocks } ({ $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 })

# The target.
missing = { $target } does not exist yet.
all-missing = The files do not exist yet.
one-missing = One of the files does not exist yet.
several-missing = { $missing } of the files do not exist yet.
file-of = { $target } is a file of { $size }.
file = { $target } is a file.
block-device-of = { $target } is a block device of { $size }.
block-device = { $target } is a block device.
character-device = { $target } is a character device.
directory = { $target } is a directory.
pipe-or-socket = { $target } is a pipe or socket.
file-system = The file system is { $file-system }.
file-system-on = The file system is { $file-system } on { $disks }.

# Row 2: the pattern.
workers = Each of { $workers } workers runs this job.
sequential = The I/O is sequential.
backwards = The I/O is sequential and runs backwards.
one-block = All I/O is at the same offset, because the number in rw moves each I/O back by one block.
own-places = Reads and writes have separate positions, and both start at the same offset.
overlapping = The I/O is sequential, and each block overlaps the block before it.
skipping = The I/O is sequential and skips { $gap } after each block.
random = The I/O is random.
random-in-part = Part of the I/O is random.
ddir-random = The { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } are random.
ddir-sequential = The { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } are sequential.
ddir-random-in-part = { $percent } % of the { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } are random, the others sequential.
random-map = No block repeats before all have been used.
independent = Each random offset is chosen independently, so blocks may repeat before all are used.
zipf = Some offsets are used far more often than others (zipf { $theta }).
pareto = Some offsets are used far more often than others (pareto { $h }).
normal = The offsets follow a normal distribution around a centre.
by-zones = The offsets are distributed by zones.
identical-offsets = Each random offset is used for { $ios } I/Os.
sequential-offsets = Each random offset starts { $ios } sequential I/Os.
zones-decide = The offsets of a run depend on the write pointers of the zones at its start.
same-offsets = Every run uses the same offsets.
other-offsets = Every run uses different offsets.
sprandom = Every block is written once in random order, and { $percent } % of the blocks a second time. This brings a flash device to the steady state of random writes (sprandom).
by-list = The offsets follow a list of { $count } blocks, which repeats.
by-list-with-strides = The offsets follow a list of { $count } blocks. Each repetition starts { $count } blocks after the one before.
files-in-sequence = The job finishes one file before it starts the next (file_service_type=sequential).
files-at-random = The job chooses the next file at random (file_service_type=random).
files-preferred = Some files get more I/Os than others (file_service_type).
open-files = { $open ->
    [one] At most 1 file is open at a time (openfiles).
   *[other] At most { $open } files are open at a time (openfiles).
 }
strided-zones = The job does { $size } of I/O in each zone of { $range } and skips { $skip } between zones.
device-zones = The I/O uses the zones of the device.
emulated-zones = If the device has no zones, the job emulates zones of { $size }.
zone-writes = A write goes to the write pointer of its zone. A full zone is reset before it is written again.
zone-trims = A trim resets its zone.
zone-reads-beyond = Reads also go beyond the write pointers, where the zone has no data.
zone-reads = Reads use only the written part of each zone. The reads end when no further zone has data.

# Row 3: the amount.
fill-device = The job fills the target until no space is left (fill_device=1).
unknown-amount = The amount is unknown, because the size of the target is unknown.
region = The region is { $region }.
region-at-most = The region is at most { $region }.
region-at-most-each = Each of the { $workers } workers has a region of at most { $region }.
region-each = Each of the { $workers } workers has a region of { $region }.
region-percent = The region is { $percent } % of the target.
region-percent-each = Each of the { $workers } workers has a region of { $percent } % of the target.
starts-at = The region starts at { $offset }.
starts-at-percent = The region starts at { $percent } % of the target.
starts-at-zone = The region starts at zone { $zone }.
starts-at-end = The region starts at the end of the file (file_append=1).
workers-apart = The region of each worker starts { $step } after the start of the previous worker's region.
until-time = The job may pass over this region more than once before the runtime ends.
until-end = The job may pass over this region more than once before the job ends.
first-file-only = All I/O of the job stays in the first file.
skewed = On a fast SSD, the job touches about { $touched } of the region (an estimate based on the distribution).
skewed-by-bytes = The job touches about { $touched } of the region (an estimate based on the distribution).
verifies-each-pass = The job also reads back and verifies the blocks of each pass (verify).
verifies-backlog = { $writes ->
    [one] The job reads back and verifies each block after it is written (verify_backlog).
   *[other] The job reads back and verifies the blocks after every { $writes } writes (verify_backlog).
 }
rated-amount = At its rate limit the job transfers { $bytes } of the region in { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 } before the runtime ends.
transfers = The job transfers { $total }.
does-operations = The job does { $ios ->
    [one] 1 operation
   *[other] { $ios } operations
 }.
transfers-at-most = The job transfers at most { $total }.
transfers-in = The job transfers { $total } in { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }.
reads-back = The job also reads back and verifies { $bytes } in { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 } (verify).
reads-back-at-most = The job also reads back and verifies at most { $bytes } in { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 } (verify).
transfers-at-most-in = The job transfers at most { $total } in { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }.
transfers-in-about = The job transfers { $total } in about { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }.
transfers-at-most-in-about = The job transfers at most { $total } in about { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }.
transfers-in-at-least = The job transfers { $total } in at least { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }.
transfers-at-most-in-at-least = The job transfers at most { $total }. The full amount needs at least { $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }.
part-of-region = The job covers up to { $share } of the region.
part-of-region-each = Each worker covers up to { $share } of its region.
passes = The job makes up to { $passes } passes over the region.
passes-each = Each worker makes up to { $passes } passes over its region.

# Row 4: the depth.
depth = The queue depth is { $depth } (ioengine={ $engine }).
depth-of-workers = The queue depth is { $depth } in total and { $each } for each worker (ioengine={ $engine }).
depth-not-reached = The job does not reach iodepth={ $iodepth }.
# $depth: of each worker. $percent: share of the I/Os.
depth-search = { $workers ->
    [one] The job searches for its queue depth, up to { $depth } (latency_target, ioengine={ $engine }). The result is the highest depth at which { $percent } % of the I/Os take at most { $target }.
   *[other] Each worker searches for its queue depth, up to { $depth } (latency_target, ioengine={ $engine }). The result is the highest depth at which { $percent } % of the I/Os take at most { $target }.
 }
depth-adjusted = The job continues to adjust the queue depth until the job ends (latency_run=1).

# Row 5: the path.
flash = The I/O goes to raw flash without a cache.
copies = The CPU copies the data from persistent memory.
copies-past-caches = The CPU copies the data from or to persistent memory. Writes bypass the CPU caches.
copies-through-caches = The CPU copies the data from or to persistent memory. Writes go through the CPU caches (direct=0).
copies-need-persistent-memory = fiord refuses the job if its files are not on persistent memory.
direct = The I/O bypasses the page cache (direct=1).
buffered = The I/O goes through the page cache (direct=0).
mapped = The I/O goes through mapped pages of the page cache (ioengine=mmap).
mapped-and-synced = The I/O goes through mapped pages of the page cache. Each write is synced (ioengine=mmap with direct=1).
synced-with-metadata = Each write is synced, with the metadata of the file (O_SYNC).
synced = Each write is synced (O_DSYNC).
sync-after-each = Each write is followed by { $call }.
sync-after-every = Every { $writes } writes are followed by { $call }.
sync-at-end = The job ends with fsync.
sync-on-close = The job ends with fsync of each file (fsync_on_close=1).
sync-of-file-system = The job ends with a sync of the whole file system (end_syncfs=1).
never-synced = The job never syncs the data.
invalidated = The cached pages of the file are dropped first (invalidate=1).

# Row 6: the purpose.
asks-for-cache = { $options } { $count ->
    [one] asks
   *[other] ask
 } for the page cache. The job measures the page cache together with the disk. If fiord prints a corrected command, this command also uses the page cache. Set direct=1 to measure only the disk.

# Row 7: the pace.
iops-limit = The { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } are limited to { $iops } per second.
iops-limit-each = The { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } of each worker are limited to { $iops } per second.
bandwidth-limit = The { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } are limited to { $bytes }/s.
bandwidth-limit-each = The { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 } of each worker are limited to { $bytes }/s.
shares-flow = Jobs with flow_id={ $flow } issue I/Os in proportion to their weights. The weight of this job is { $weight } (flow).
rate-minimum = The job fails if a rate is below its minimum (rate_min, rate_iops_min).
random-intervals = The intervals between the I/Os are random.
pause = The job pauses { $pause } after every { $blocks ->
    [one] block
   *[other] { $blocks } blocks
 }.
pause-each = Each worker pauses { $pause } after every { $blocks ->
    [one] block
   *[other] { $blocks } blocks
 }.
pause-by-time = The job pauses { $pause } after every { $work } of I/O.
pause-by-time-each = Each worker pauses { $pause } after every { $work } of I/O.

# Row 8: the time.
runs-for = The job runs for { $time }.
runs-for-before-end = The job runs for { $time } and stops before all bytes are transferred.
ends-with-bytes = The job stops when all bytes are transferred.
ends-with-bytes-or-time = The job stops when all bytes are transferred, at the latest after { $limit }.
forecast = The job stops when all bytes are transferred: after { $fast } (a fast SSD) to { $slow } (100 MB/s, 2 ms per I/O).
forecast-alike = The job stops when all bytes are transferred: after about { $time }.
forecast-with-syncs = The job stops when all bytes are transferred: after { $fast } (a fast SSD) to { $slow } (100 MB/s, 2 ms per I/O, 10 ms per sync).
runtime-limit = The job stops after { $limit } at the latest.
ramp = In addition, the job first runs for { $ramp } without being measured (ramp_time).
ramp-first = The first { $ramp } of the I/O of the job is not measured (ramp_time).
ramp-may-be-result = If the job ends within ramp_time, the result includes all I/O of the job.
ramp-is-result = The job ends before ramp_time ({ $ramp }) is over, so the result includes all I/O of the job.
# $rule: as given to steadystate.
ends-steady = The job also ends when it reaches a steady state (steadystate={ $rule } for { $window }).
ends-at-depth = The job also ends when its search for the queue depth is complete (latency_target).
# $jobs: names of other jobs.
ends-with-job = { $count ->
    [one] The job also ends when job { $jobs } ends (exitall).
   *[other] The job also ends when one of the jobs { $jobs } ends (exitall).
 }
ends-with-jobs = { $jobs ->
    [one] The job also ends when 1 other job ends (exitall).
   *[other] The job also ends when one of { $jobs } other jobs ends (exitall).
 }
unknown-time = The duration of the job is unknown.

# Row 9: changes of files and devices.
makes-files = The job creates missing files.
deletes-files = The job removes its files, including files that existed before.
makes-directories = The job creates its directories.
deletes-directories = The job removes its directories if they are empty.
created = { $files ->
    [one] The job creates 1 file.
   *[other] The job creates { $files } files.
 }
created-of = { $files ->
    [one] The job creates 1 file ({ $size }).
   *[other] The job creates { $files } files ({ $size } each).
 }
created-when-opened = { $files ->
    [one] The job creates 1 empty file when it first opens that file (create_on_open=1).
   *[other] The job creates { $files } empty files, each when it first opens that file (create_on_open=1).
 }
created-and-filled = { $files ->
    [one] The job creates and fills 1 file before the measurement starts.
   *[other] The job creates and fills { $files } files before the measurement starts.
 }
created-and-filled-of = { $files ->
    [one] The job creates 1 file ({ $size }) and fills it before the measurement starts.
   *[other] The job creates { $files } files ({ $size } each) and fills them before the measurement starts.
 }
made-by-job = Job { $job } creates { $files ->
    [one] the file
   *[other] the files
 } before this job starts.
extended = The job fills { $target } up to { $size } before the measurement starts.
layout-time = That takes { $fast } (a fast SSD) to { $slow } (100 MB/s).
discarded = Data in { $target } is discarded.
overwritten = Data in { $target } is overwritten.
appended = The job appends data to { $target }.
overwritten-in-part = Up to { $touched } of the { $size } in { $target } is overwritten.
overwritten-and-extended = Data in { $target } is lost, and the file grows to { $size }.
more-changed = { $files ->
    [one] Data in 1 more file is changed.
   *[other] Data in { $files } more files is changed.
 }
destroyed = Data on { $target } is destroyed.
# $holdings: a list of uses, such as `sda1 is mounted on /`.
refused = fiord refuses to run the job on { $target }: { $holdings }.
refused-without-consent = fiord refuses to run the job on { $target } without --allow-destroy={ $target }: { $holdings }.
removed-afterwards = The job removes its files when it ends, including files that existed before (unlink=1).
kept-afterwards = { $files ->
    [one] The new file is kept afterwards.
   *[other] The new files remain afterwards.
 }

# Row 10: the start.
runs-before = The command `{ $command }` runs before the job (exec_prerun).
runs-after = The command `{ $command }` runs after the job (exec_postrun).
waits-for-all = The job starts when all jobs before it have ended.
waits-for-job = The job waits for job { $job }.
starts-after = The job starts after { $delay }.
starts-after-range = The job starts after { $least } to { $most }.
starts-no-earlier = The job starts at least { $delay } after the start of the first job (startdelay).

cannot-run = The job cannot run.
# $jobs: names of other jobs.
together = The job runs at the same time as { $jobs }.
together-many = { $jobs ->
    [one] The job runs at the same time as 1 other job.
   *[other] The job runs at the same time as { $jobs } other jobs.
 }
group-of-blocks = With group_reporting, the results of the job are combined with those of { $jobs }, which use other block sizes.
group-of-blocks-many = With group_reporting, the results of the job are combined with those of { $jobs ->
    [one] 1 other job, which uses other block sizes.
   *[other] { $jobs } other jobs, which use other block sizes.
 }

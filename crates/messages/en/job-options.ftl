## Any option
needs-value = `{ $option }` needs a value
empty-value = `{ $option }` has an empty value
not-of-engine = `{ $option }` is not an option of the engine { $engine }
belongs-to = an option of { $engines }
not-an-option = `{ $name }` is not an option
did-you-mean = did you mean `{ $near }`?
no-effect = `{ $option }` has no effect here: { $reason }
not-here = fiord does not have `{ $option }`: { $reason }
leave-out-or-fio = remove it, or run this job with fio
leave-out = remove the option
leave-one-out = remove one of the two

## What an option takes
any-text = any text
number-between = a number from { $least } to { $most }
number-from = at least { $least }, such as 4096, 4k or 1m
number = a number, such as 4096, 4k or 1m
number-or-percent = a number such as 1g, or a percentage such as 50%
time-seconds = a time such as 30s, 5m, 500ms; a bare number is seconds
time-micros = a time such as 100us, 5ms, 2s; a bare number is microseconds
zero-or-one = 0 or 1
nothing-or-flag = no value, 0 or 1
range = a range such as 4k-64k
one-of = one of { $names }
some-of = some of { $names }, separated by commas
numbers-by-colon = numbers separated by `:`
allowed = allowed: { $values }
allowed-near = did you mean `{ $near }`? allowed: { $values }

## Values
not-a-value = `{ $option }={ $value }`: not a value for this option
not-a-word = `{ $option }={ $value }`: `{ $word }` is not a value for this option
read-as = fio reads `{ $option }={ $value }` as { $number }
read-as-micros = fio reads `{ $option }={ $value }` as { $number } microseconds
write-flag = write { $option }=0 or { $option }=1
too-large = `{ $option }={ $value }`: the number is too large
out-of-range = `{ $option }={ $value }`: out of range
no-percentage = `{ $option }` cannot be a percentage
no-zones = `{ $option }` cannot be counted in zones
part-ignored = { $problem }; that part is ignored
first-only = `{ $option }={ $value }`: only the first number is used
rest-ignored = `{ $option }={ $value }`: too many numbers; those at the end are ignored
use-bsrange = for a range of sizes write bsrange={ $value }
directions-by-commas = separate the directions by commas
not-a-range = `{ $option }={ $value }` is not a range: the numbers are for reads, writes and trims
binary-units = for powers of 1024 write { $option }={ $binary }; kb_base=1000 gives the units their IEC meaning
fraction-cut = fio drops a fraction and the unit after it; write { $option } in a smaller unit
hex-no-unit = a hexadecimal number takes no unit
units-of-size = only a unit directly after the number counts; units are k, m, g, t, p
units-of-time = units of time are us, ms, s, m, h, d
bounds-swapped = `{ $option }={ $value }`: the bounds are swapped
smaller-first = write the smaller one first
part-read-as = `{ $option }`: fio reads `{ $part }` as { $number }
separate-by-colon = separate the numbers by `:`
too-many-numbers = `{ $option }` takes at most { $most } numbers; the rest is ignored
leave-some-out = remove some
not-a-number = `{ $text }` is not a number

## Offsets and sizes
zoneskip-percent = zoneskip={ $percent }%: expected bytes, or zones such as 2z
spr-op-one = spr_op: expected one number
spr-op-example = such as spr_op=0.15
spr-op-share = spr_op={ $share }: expected a share above 0 and below 1
spr-op-meaning = 0.15 for a device that has 15 % more flash than its visible capacity
rw-suffix = `rw={ $mode }:{ $suffix }`: `{ $suffix }` is not a number
rw-suffix-meaning = bytes added to the position in sequential modes, I/Os per offset in random modes
rw-suffix-read-as = fio reads `{ $suffix }` in `rw={ $mode }:{ $suffix }` as { $number }
ios-no-unit = the number of I/Os per offset takes no unit
percent-above = { $number }% is more than { $most }%
no-block-size = the block size is missing
bssplit-example = such as 4k/60:64k/40
too-many-entries = { $entries } entries are too many; at most { $most }
not-a-block-size = `{ $size }` is not a block size
percentages-above = the percentages add up to { $sum }, more than 100
percentages-below = the percentages add up to { $sum }; blocks of { $bytes } bytes get the rest ({ $percent } % in total)
blank-gets-rest = remove the percentage of the entry that should get the rest
not-a-percentage = `{ $text }` is not a percentage
percentage-is-zero = `{ $text }` is not a percentage and counts as 0
write-number = write a number
fios-order = `random_generator=fio` cannot be combined with { $option }: fio's order of offsets is then unknown
fios-order-sizes = `random_generator=fio` cannot be combined with several block sizes: fio's order of offsets is then unknown
leave-generator-out = remove `random_generator`
sequence-strided = random_distribution=sequence: not supported together with `zonemode=strided`
size-too-small = `size` of { $size } bytes is below the smallest block size; at least { $least }
zonesize-alone = `zonesize` needs a zonemode
strided-needs-size = `zonemode=strided` needs a `zonesize`
zipf-theta = zipf theta { $theta } is not possible
zipf-range = above 0 and not 1
pareto-shape = pareto shape { $shape } is not possible
pareto-range = between 0 and 1
deviation = a deviation of { $deviation } is not possible
deviation-range = from 0 to below 100 percent
center = a centre of { $center } is not possible
center-range = from 0 to 1
sequence-example = such as sequence:2,0,1
sequence-empty = the blocks of the sequence are missing
not-a-block = `{ $block }` is not a block number
such-as = such as { $example }
zones-missing = the zones are missing
not-an-access-share = `{ $access }` is not a percentage of accesses
not-a-zone-size = `{ $size }` is not the size of a zone
accesses-sum = the accesses add up to { $sum } percent, not 100
zones-sum = the zones add up to { $sum } percent of the region
zones-need-bytes = every zone needs its size in bytes

## `sprandom`
sprandom-with = `sprandom` cannot be combined with { $option }
sprandom-sizes = `sprandom` cannot be combined with several block sizes
sprandom-one-size = use one size, such as bs=4k
sprandom-rw = `sprandom` is a pass of random writes and does not work with this `rw`
sprandom-generator = `sprandom` cannot be combined with this `random_generator`
sprandom-lfsr = use random_generator=lfsr, or remove random_generator
sprandom-align = `sprandom` cannot be combined with a `blockalign` other than the block size
sprandom-io-size = `sprandom` cannot be combined with `io_size`: `size` and `spr_op` set how much it writes
sprandom-no-io-size = remove io_size
sprandom-ios = `sprandom` cannot be combined with `number_ios`: the device is prepared only after the whole pass
sprandom-timed = `sprandom` cannot be combined with `time_based`: the device is ready only at the end of a pass
sprandom-files = `sprandom` cannot be combined with several files: their writes would be mixed
sprandom-job-each = use one job for each file
sprandom-clones = `sprandom` cannot be combined with clones that share a device: each would write all of it
sprandom-one-clone = use numjobs=1, or an offset_increment and a size that give each clone its own part
sprandom-engine = `sprandom` cannot be combined with this `ioengine`
sprandom-data-engine = use an engine that writes data, such as io_uring

## Buffers, patterns
no-gpu-memory = fiord does not have `mem=cudamalloc`: it cannot place buffers in GPU memory
dedupe-too-much = dedupe_percentage={ $wanted }: the working set ({ $set } percent) has no duplicates; use at most { $most }
pattern-length = a pattern of { $length } bytes is not possible
pattern-range = 1 to { $most } bytes
not-a-pattern = `{ $text }` is not a pattern
pattern-forms = a string in double quotes, a file in single quotes, a hexadecimal number such as 0xdeadbeef, or a decimal number
pattern-file = cannot read the pattern file `{ $path }`: { $reason }
pattern-file-cut = only the first { $bytes } bytes of `{ $path }` are used
pattern-most = a pattern has at most { $most } bytes
no-format = formats such as %o are not possible in this pattern
only-offset = the only format of a pattern is %o
offset-meaning = %o is the offset of the block

## Start, end and errors
steady-form = iops, iops_slope, bw, bw_slope, lat or lat_slope, then `:` and a limit such as 5%
steady-no-limit = `steadystate={ $text }` has no limit
steady-measure = `steadystate={ $text }`: `{ $name }` is not a measure
steady-limit = `steadystate={ $text }`: `{ $limit }` is not a limit
not-an-error = `{ $name }` is not the name of an error
error-names = an error name such as EIO, or a number
time-based-alone = `time_based` without `runtime` has no effect
two-rates = `rate` and `rate_iops` cannot be combined
rate-below-minimum = { $direction }: the minimum rate is above the rate
replay-with = read_iolog cannot be combined with this `{ $option }`
replay-align = replay_align={ $align }: expected a power of two
merge-scalars = merge_blktrace_scalars: expected percentages above 0
merge-iters = merge_blktrace_iters: expected whole numbers of at least 1
no-recording = read_iolog: expected the name of an I/O trace
recording-from-stdin = read_iolog=-: fiord reads an I/O trace twice, and standard input can be read only once
store-first = store it in a file first
not-an-io = `{ $word }` is not a kind of I/O
io-kinds = read, write, trim, sync; separated by commas
no-clock = log_alternate_epoch_clock_id={ $number }: not a clock that fiord supports
clock-ids = 0 to 9, or 11
no-start-clock = job_start_clock_id={ $number }: job_start is the time of day, clock 0; other clocks are not supported
log-no-room = log_store_compressed: compressed logs have no field for log_issue_time and log_window_value=both
logs-as-text = write the logs as text

## Files, processors, queues
not-a-scheduler = ioscheduler={ $name }: expected the name of a scheduler
schedulers = such as none, mq-deadline, kyber or bfq
directory-late = `directory={ $directory }` comes after `filename`: as in fio, it does not apply to { $files }
directory-first = write `directory` before `filename`
names-add-up = each `filename` adds files: the files are now { $files }
one-filename = write `filename` once per job; remove it from the global section if the job should use another file
no-append = `file_append`: the engine { $engine } cannot extend a file
another-engine = use another ioengine
not-a-cgroup = cgroup={ $text }: expected the name of a control group
cgroup-example = such as fio or tests/one
not-nodes = `{ $text }` is not a list of memory nodes
nodes-form = numbers and ranges from 0, such as 0,2-3
not-a-policy = `{ $text }` is not a memory policy
policies = default, local, prefer:NODE, bind:NODES or interleave:NODES
cpus-form = numbers and ranges from 0, such as 0,2-4
not-a-cpu = `{ $text }` is not a CPU
no-such-cpu = CPU { $cpu } does not exist; the last is { $last }
no-cpu = no CPU is given
cpu-missing = CPU { $cpu } does not exist
cpu-mask = bit N of the mask is CPU N, from 0
offload-not-needed = `io_submit_mode=offload` has no effect with { $engine }: the thread of the job submits all I/Os; only sync, psync, pvsync and pvsync2 offload
offload-impossible = `io_submit_mode=offload` does not work with { $engine }: its calls cannot be handed to other threads; use sync, psync, pvsync or pvsync2
depth-generic-only = `iodepth={ $depth }` is reached on generic devices (/dev/sgN) only: on a block device sg has one I/O in flight at a time
depth-not-reached = `iodepth={ $depth }` is not reached: { $engine } is a synchronous engine
not-writes = `{ $text }` is not a number of writes
sync-range-alone = `sync_file_range` without a number of writes has no effect
sync-range-example = for example sync_file_range=write:8

## Verification
verify-only-alone = `verify_only` has no effect without `verify`
verify-overlap = verify: with `norandommap`, blocks of several sizes can overlap
verify-clones = verify: the clones of this job may write to the same blocks
verify-last-pass = verify: fiord reads back each pass over the data after writing it, but not a last pass that `runtime` cuts short

## Zoned devices
zbd-serialize = `create_serialize=0` cannot be combined with `zonemode=zbd`
zbd-verify-only = `verify_only` with `zonemode=zbd`: the offsets of the writes of an earlier run depended on the zones and on other jobs, and cannot be reproduced
zbd-verify-state = `{ $option }` with `zonemode=zbd`: the offsets of the writes of an earlier run depended on the zones and on other jobs, and cannot be reproduced
zbd-trim = `trim_percentage` with `zonemode=zbd`: a trim resets a whole zone, and with it blocks that were not chosen
zbd-remainder = `write_zone_remainder` with `verify`: the rest of a zone has no room for a whole block, so it could not be verified
zonesize-least = zonesize={ $bytes }: a zone has at least { $least } bytes
zonecapacity-most = zonecapacity={ $bytes }: larger than `zonesize`; use at most { $most } bytes
zones-need-size = sizes in zones (such as 2z) need a `zonesize`
give-zonesize = set it to the size of the device's zones
zbd-replay = `read_iolog` with `zonemode=zbd`: the I/O trace determines the offsets of its I/Os
zbd-no-io = `zonemode=zbd`: ioengine={ $engine } neither reads nor writes
zbd-commands = `zonemode=zbd`: the commands of ioengine={ $engine } bypass the kernel's zone handling
zbd-recover = `recover_zbd_write_error` needs a job that continues after failed writes

## Engines
engines = use one of { $engines }
engines-near = did you mean `{ $near }`? Use one of { $engines }
engine-not-here = fiord does not have the engine { $engine }: { $reason }
engine-from-file = fiord does not load engines from files
not-an-engine = `{ $name }` is not an engine
priority-form = such as 4k/20:64k/50, or with class and level 4k/20/1/0
priority-directions = only reads and writes carry priorities
priority-sum = percentages for blocks of { $bytes } bytes add up to more than 100
not-a-share = `{ $entry }` is not a size with a percentage
two-priorities = cmdprio_percentage and cmdprio_bssplit: use only one of them
no-atomic = atomic: { $engine } cannot ask for atomic writes
atomic-engines = use ioengine=pvsync2, libaio or io_uring
verify-no-data = verify: the engine { $engine } writes no data that could be verified
fsync-no-file = fsync: the engine { $engine } keeps no file open to sync
opendir-own-files = opendir: the engine { $engine } works only on files that the job names or makes
pre-read-nothing = pre_read: the engine { $engine } reads no data
no-donor = e4defrag: `donorname` is missing
donor-example = use a file that does not exist yet, such as donorname=donor
defrag-writes = e4defrag only writes
rw-writes = use rw=write or rw=randwrite
skip-bad-verify = verify: `skip_bad` skips blocks, which then have no data to verify
skip-bad = `skip_bad`: I/O to bad blocks is skipped, but counted
no-program = exec: `program` is missing
program-example = set the program to run, such as program=/usr/bin/vmstat
exec-user = `uid` and `gid` with ioengine=exec: fiord does not run programs as another user
exec-endless = exec: without `runtime` the job runs until it is stopped, even after its program has ended
no-cpuload = cpuio: `cpuload` is missing
cpuload-example = set the percentage of a CPU to use, such as cpuload=50

## NVMe and SCSI commands
no-bsg = fiord does not have `cmd_type=bsg`; fiord sends SCSI commands with `ioengine=sg`, not through io_uring
write-mode-form = one of write, uncor, zeroes, verify, or several with percentages that add up to 100: write/60:zeroes/40
write-mode-near = did you mean `{ $near }`? one of write, uncor, zeroes, verify, or several with percentages that add up to 100: write/60:zeroes/40
write-mode-word = write_mode: `{ $word }` is not a kind of write
write-mode-twice = write_mode: `{ $word }` appears twice
write-mode-percent = write_mode: `{ $text }` is not a percentage
write-mode-sum = write_mode: the percentages add up to { $sum }
pi-check = pi_chk: `{ $part }` is not a field that can be checked
pi-checks = GUARD, REFTAG, APPTAG; separated by commas
not-a-plid = `{ $part }` is not the number of a placement identifier
plids-form = numbers from 0 to 65535 and ranges of them, such as 0,2,5-7
scheme-unreadable = cannot read `{ $path }`: { $reason }
scheme-too-long = `{ $path }` has more than { $most } bytes
scheme-entry = `{ $path }`, line { $line }: `{ $text }` is not an entry
scheme-form = start, end and index, such as 0, 1073741824, 2; the end is above the start
scheme-empty = `{ $path }` has no entry
placement-engine = dataplacement: works only for writes with ioengine=io_uring_cmd
use-uring-cmd = use ioengine=io_uring_cmd with a generic device such as /dev/ng0n1
scheme-both = plid_select=scheme and dp_scheme go together
both-or-none = use both or neither
plids-idle = `plids` has no effect with `dp_scheme`: the scheme determines where each write goes
scheme-streams = dp_scheme: stream numbers start at 1
streams-need-plids = dataplacement=streams: `plids` must list the streams; their numbers start at 1
plids-example = such as plids=1,2
compare-pattern = verify_mode=compare: works only with `verify=pattern` and a `verify_pattern`
compare-use-pattern = use verify=pattern with verify_pattern=…, or verify_mode=read
compare-unwritten = verify_mode=compare: each read of the job is a compare, even of blocks that the job has not written
compare-one-way = use a mode that only writes, or only reads, without trims
compare-sizes = verify_mode=compare: not supported with several block sizes, or with a `blockalign` other than the block size
compare-one-size = use one bs= for all, without blockalign
one-range = use num_range=1, or remove it
ranges-engine = num_range={ $ranges }: { $engine } trims one range at a time; only io_uring_cmd can trim several
ranges-rw = num_range={ $ranges }: not supported with `rw={ $mode }`, because only trims can have several ranges
ranges-bytes = num_range={ $ranges }: one I/O has ranges of up to { $largest } bytes each, { $bytes } bytes in total
ranges-replay = num_range={ $ranges }: an I/O trace (`read_iolog`) has one range for each trim
ranges-option = num_range={ $ranges }: `{ $option }` supports only one offset for each I/O
one-range-or-uring = use num_range=1, or ioengine=io_uring_cmd with a generic device such as /dev/ng0n1
one-range-or-trim = use rw=trim or rw=randtrim, or num_range=1
fewer-ranges = at most 2147483647 bytes: use fewer ranges or a smaller `bs`
pre-read-commands = pre_read: this engine bypasses the page cache
commands-idle = `uncached`, `nowait` and `cmdprio_*` have no effect with io_uring_cmd: a command to the device does not contain them
sg-writes = use sg_write_mode=write, write_and_verify or write_stream
nvme-write = use write_mode=write
verify-not-stored = verify: with this `{ $option }` the blocks do not contain the data that was sent

## The simulated device
sim-disk-limits = `sim_iops_limit` and `sim_bytes_limit` have no effect with `sim_model=disk`; remove them
sim-drift = `sim_drift={ $text }` is not a whole number
sim-gc = `sim_gc={ $text }` is not greedy, fifo, cost-benefit, random or d:N
sim-hot = `sim_hot={ $text }` is not H/P, as in 90/10
sim-size-small = `sim_size` is smaller than a page
sim-pages = a simulated flash drive has at most { $most } pages, and `sim_size` with `sim_page` makes { $pages }; set a smaller `sim_size`
sim-superblocks = with this `sim_op` the drive has { $there } superblocks of { $pages } pages and needs { $least }; set a larger `sim_op`, or fewer `sim_dies` or `sim_block_pages`
sim-spare-pages = a simulated flash drive has at most { $most } pages with its over-provisioning, and `sim_op` makes { $pages }; set a smaller `sim_op`

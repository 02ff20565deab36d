## Why a worker failed, or why a run cannot begin. Stored with the run; fio mode prints the English.

# Files.
no-direct-io = the file system does not support direct I/O (direct=1)
file-no-direct-io = the file does not support direct I/O (direct=1)
changed-kind = the kind of the file changed after the run was prepared
block-not-multiple = a block size of { $bytes } bytes is not a multiple of { $unit } bytes, which direct=1 requires here
offset-not-multiple = an offset of { $bytes } bytes is not a multiple of { $unit } bytes, which direct=1 requires here
buffer-file-read-only = the buffers would be written to this file, but the run is read-only
buffer-file-not-regular = not a regular file; use a regular file for the buffers
no-file-or-device = neither a file nor a device
dash = `-` means a pipe, which is not supported; for a file of that name use `./-`
filetype-nothing = filetype does not match: no such file exists
filetype-file = filetype does not match: the target is a regular file
filetype-block = filetype does not match: the target is a block device
filetype-char = filetype does not match: the target is a character device
files-limit = nrfiles={ $count }: a process can have { $most } files open at the same time (ulimit -Hn); use fewer files
names-no-memory = nrfiles={ $count }: the names do not fit into memory; use fewer files
layout-read-only = the file would have to be created or extended, but the run is read-only
layout-verify-only = the file is missing or too short, and verify_only creates no files
layout-forbidden = the file would have to be created or extended, but allow_file_create=0 forbids it
no-such-device = no such device, and a new file at this path would be in memory; use an existing device
directory-forbidden = the directory would have to be created, but the run is read-only or the job has allow_file_create=0
only-regular-files = not a regular file; this engine creates and removes only regular files
only-empty-directories = not a directory; this engine removes only empty directories
no-size = you need to specify size=: the files do not exist or have no size
offset-after-end = offset { $offset } is after the end of the file or device ({ $size } bytes)
block-too-large = the smallest block ({ $block } bytes) does not fit into the { $bytes } bytes of the job
too-many-regions = spr_num_regions={ $given }: a region would have fewer than { $least } blocks; use at most { $most } regions
cache-holds-region = spr_cs={ $cache }: some regions write only { $fresh } bytes between the two writes of a block, so the cache would merge both writes; use a smaller spr_num_regions, such as { $fewer }

# Devices.
unknown-disk = a character device, and it is unknown which disk its commands reach
changed-while-examined = the target was replaced while fiord examined it
kernel-says-in-use = the kernel reports the device as in use: mounted, swap, part of another device, or held exclusively by a process
not-a-scsi-device = not a device; use a SCSI disk (/dev/sdX) or its generic device (/dev/sgN)
not-generic-scsi = another character device, not a generic SCSI device (/dev/sgN)
not-nvme-generic = the target does not accept NVMe commands; use the generic device of a namespace (/dev/ngXnY)
not-raw-flash = not raw flash; use the character device of raw flash (/dev/mtdN)
commands-reach-disk = commands to this target would reach a disk of { $bytes } bytes at the same offsets; use the whole disk, not a part of it
not-persistent = not on persistent memory: stores into its mapping would not be durable. Use a file system with DAX (ext4 or xfs on /dev/pmemN, mounted with -o dax), or ioengine=mmap for any file
not-dax-device = another character device, not persistent memory (/dev/daxX.Y)
dax-needs-device = not a character device; use persistent memory (/dev/daxX.Y), or ioengine=libpmem for files on persistent memory
pmem-needs-file = not a regular file; for persistent memory as a device (/dev/daxX.Y) use ioengine=dev-dax

# Metadata and protection information of blocks.
protection-storage-tags = protection information with storage tags is not supported
protection-guards-32 = protection information with 32-bit guards is not supported
protection-guards-unknown = protection information with an unknown kind of guards is not supported
metadata-interleaved = the metadata of each block comes right after its data (LBA format), which is not supported; use a format with a separate metadata buffer
metadata-none = md_per_io_size: the blocks have no metadata
metadata-too-large = md_per_io_size={ $given }: too small; an I/O can have { $needed } bytes of metadata
protection-none = pi_chk: the blocks have no protection information
protection-type-3 = pi_chk=REFTAG: protection information of type 3 has no reference tags to check
compare-differs = verify_mode=compare: the data on the device differs from `verify_pattern`
protection-wrong = protection information: { $field } of block { $block } is { $received }, expected { $expected }
ranges-in-command = num_range={ $given }: the device accepts at most { $most } ranges in a command (DMRL)
blocks-in-range = num_range={ $given }: the device accepts at most { $most } blocks in a range (DMRSL)
blocks-in-command = num_range={ $given }: the device accepts at most { $most } blocks in a command (DMSL)
no-placement-ids = placement identifiers: the device has none
placement-index = dp_scheme: index { $index } does not exist; there are { $count } placement identifiers
placement-id = plids={ $index }: no such placement identifier; the device has { $count }, numbered from 0
placement-read = data placement (RUH status)
device-size = the size of the device

# Zones.
zones-other-size = zonesize={ $given }: another job of this run has zones of { $bytes } bytes there
zones-need-direct = zones can reject buffered writes, because the kernel may reorder them; add direct=1
zones-of-part = the last zone extends beyond the end of the target, as on a partition; use the whole device
zones-unknown = the zones of a target are unknown
zones-need-size = zonemode=zbd: this is not a zoned device, so set `zonesize`
zones-less-than-one = zonemode=zbd: the region of { $size } bytes is smaller than one zone ({ $zone } bytes)
zones-too-many = zonesize={ $zone }: { $count } zones; at most { $most } are supported
zones-of-device = zonesize={ $given }: the zones of the device have { $zone } bytes
zones-none = the device reports no zones
zones-job-too-small = zonemode=zbd: the region of the job does not contain a whole zone ({ $zone } bytes)
zones-skip = zoneskip={ $given }: expected a multiple of the { $zone } bytes of a zone
zones-trim-size = bs: a trim resets a whole zone, so its size must be { $zone } bytes, not { $given }
zones-write-size = bs: a write of { $bytes } bytes does not fit into a zone of { $most } bytes
zones-need-limit = job_max_open_zones needs a limit for all jobs: max_open_zones
zones-device-limit = max_open_zones={ $given }: the device allows { $most }; ignore_zone_limits=1 tries it anyway
zones-verify-blocks = bs={ $bytes }: with `verify` the block size must divide the { $zone } bytes of a zone
zbd-only = this option needs zonemode=zbd

# I/O of a worker. The English is fio's. $op: read, write, trim, sync …
io-error = io_u error on file { $file }: { $error }: { $op } offset={ $offset }, buflen={ $bytes }
io-error-ranges = io_u error on file { $file }: { $error }: { $op } offset={ $offset }, buflen={ $bytes }, in several ranges; the offset is that of the first
max-latency = latency of { $latency } nsec exceeds specified max ({ $limit } nsec)
max-latency-of = latency of { $latency } nsec exceeds specified max ({ $limit } nsec): { $io }
rate-below-minimum = rate below the requested minimum
atomic-missing = atomic: this file system or device cannot write a block of this size or offset atomically (RWF_ATOMIC)
hipri-missing = hipri: polled completions are not available here; they need direct=1 and a device with poll queues
uncached-missing = uncached: not available with this kernel, file system or device (RWF_DONTCACHE)
nowait-missing = nowait: not available with this file system or device (RWF_NOWAIT)

# Setting up a worker. The error of the system follows most of them.
defrag-blocks = e4defrag: blocks of { $bytes } bytes; use multiples of { $unit }, the block size of the file system
not-on-ext4 = { $path } is not on ext4
ring = io_uring ring of { $depth } entries
ring-missing = io_uring ring of { $depth } entries (not in this kernel, or blocked by a seccomp filter)
ring-forbidden = io_uring ring of { $depth } entries (kernel.io_uring_disabled or a seccomp filter forbids it)
ring-no-memory = io_uring ring of { $depth } entries (is RLIMIT_MEMLOCK large enough?)
register-buffers = fixedbufs: registration of the buffers (is RLIMIT_MEMLOCK large enough?)
register-files = registerfiles: registration of the files
aio-setup = io_setup for { $depth } I/Os
aio-setup-limit = io_setup for { $depth } I/Os (see fs.aio-max-nr)
file-too-short = has { $bytes } bytes, but the job needs { $needed }
mmap-sync-blocks = ioengine=mmap with fsync or fdatasync: blocks of { $bytes } bytes; use multiples of a page ({ $page } bytes)
no-durable-stores = ioengine={ $engine }: fiord supports durable stores only on x86-64 CPUs
not-mappable = the file cannot be mapped
splice-pipe = a pipe for splice
verify-thread = verify_async: a verification thread
memory-for-seconds = memory for the per-second statistics
log-full = write_*_log: no memory for more than { $entries } entries; use log_avg_msec to keep averages
memory-for-worker = memory for this worker (use fewer jobs, a smaller iodepth or smaller blocks, or raise the limit with `ulimit -v`)
unlink-with-mapping = unlink_each_loop cannot be combined with mmap, libpmem or registerfiles
offload-threads = io_submit_mode=offload: cannot start the threads (use a smaller iodepth, or raise the limit with `ulimit -u`)
memory-for-buffers = memory for { $count } buffers of { $bytes } bytes
verify-no-room = verify: { $bytes } bytes are too few for the header and the checksum; use larger blocks or a larger verify_interval
verify-no-memory = verify: memory for the record of writes to { $path } (4 bytes for each { $unit } of its { $bytes } bytes)
block-errors-no-memory = block_error_percentiles: no memory for the states of { $blocks } blocks of { $path } (4 bytes for each block of { $bytes } bytes); use a larger block size for trims (bs=,,SIZE) or a smaller size
no-memory-nodes = NUMA nodes { $nodes }: some of them do not exist here
no-cpu = no CPU { $cpu }
no-allowed-cpu = none of the CPUs { $cpus } is allowed here
worker-no-memory = worker { $worker } does not have enough memory; use fewer jobs or files, or raise the limit (ulimit -v)
worker-not-started = worker { $worker } of { $workers } (job `{ $job }`) could not be started: { $error }; use fewer jobs, or raise the limit on threads (ulimit -u), memory (ulimit -v) or memory maps (vm.max_map_count)
worker-panicked = the worker panicked: this is a defect of fiord
command-failed = `{ $command }` ended with { $status }; see { $file }
nothing-locked = lockmem={ $bytes }: { $error }; no memory is locked
log-incomplete = log { $path } is incomplete: { $error }
schedulers-not-restored = ioscheduler: { $error }; `fiord doctor --restore` restores the former schedulers

# Verification. The numbers are hexadecimal where they begin with 0x.
verify-failed = { $method }: verify failed at file { $file } offset { $offset }, length { $bytes } (requested block: offset={ $io-offset }, length={ $io-bytes }): { $damage }
header-zeros = zeros where a header should be (expected 0xacca, received 0): never written, or lost
header-magic = bad magic header (expected 0xacca, received { $magic })
header-damaged = damaged header: its checksum is wrong (expected { $expected }, received { $received })
header-bits = damaged header, { $bits ->
    [one] 1 bit
   *[other] { $bits } bits
 } wrong: its checksum is wrong (expected { $expected }, received { $received })
checksum-bits = damaged checksum, { $bits ->
    [one] 1 bit
   *[other] { $bits } bits
 } wrong: the content is as written (expected { $expected }, received { $received })
trim-not-zero = a trimmed block does not read as zeros: its first nonzero byte is byte { $at }
header-field = bad header { $field } (expected { $expected }, received { $received })
write-misdirected = misdirected write: this is the block of offset { $offset }
block-stale = stale block: the last write is lost (expected write { $expected }, received write { $received })
write-torn = torn write: the first { $bytes } bytes are as written, the rest is not
content-damaged = damaged content (expected { $expected }, received { $received })
content-bits = damaged content, { $bits ->
    [one] 1 bit
   *[other] { $bits } bits
 } wrong (expected { $expected }, received { $received })
pattern-differs = content differs from the pattern at byte { $at } (expected { $expected }, received { $received })
state-length = not a verify state: its length is wrong
state-version = the verify state has version { $version }; expected { $expected }
state-damaged = damaged verify state: its checksum is wrong (expected { $expected }, received { $received })
state-other-file = not a verify state
state-no-directory = verify_state_load is not available here: this kind of run has no directory for states; use a plain `fiord run`
state-foreign-order = verify_state_load: another program saved this state, and its random order is unknown; verify without the state, or write with fiord

# Recordings and block traces.
recording = job `{ $job }`: { $option }: { $problem }
recording-line = { $path }, line { $line }: { $problem }
trace-version = the block trace has a version other than 7
trace-none = not a block trace
trace-not-regular = not a regular file
trace-is-input = this file is one of the input traces; use another file
name-not-seen = the I/O trace was changed during the run: the name `{ $name }` is new
too-many-files = too many files
merge-needs-option = --merge-blktrace-only needs this option, with the traces in read_iolog
trace-needs-redirect = a block trace identifies devices by number; set replay_redirect to the target of the replay
recording-other-file = the I/O trace uses `{ $file }`, which is not a file of the job; add it to filename=, or replay everything onto one file with replay_redirect=
recording-other-files = the I/O trace uses { $count } files that are not files of the job, such as `{ $file }`; add them to filename=, or replay everything onto one file with replay_redirect=
recording-empty = the I/O trace contains no I/O
recording-unknown = expected `fio version 2 iolog`, `fio version 3 iolog` or a block trace
entry-needs-file = expected a file and an action
wait-needs-time = `wait` needs a time in microseconds
entry-action = unknown action `{ $action }`
entry-needs-time = expected a time in microseconds
entry-needs-place = expected an offset, and a length below 4 GiB, both in bytes

# Why a run has no layers. The English follows a colon.
tracefs-root = tracefs needs root with CAP_SYS_ADMIN
tracefs-not-mounted = tracefs cannot be mounted: { $error }
tracefs-header = header_page has an unknown format

# Why the distinct blocks of a run were not counted.
uncounted-ios = the run has too many I/Os ({ $ios }) to count their blocks
uncounted-blocks = { $blocks } blocks are too many to count
uncounted-errors = a worker had errors
uncounted-skewed = regenerating a skewed distribution over this many blocks takes too long
uncounted-fill = fill_device ends when the device is full
uncounted-other = the regenerated I/O sequence differs from the I/Os done
uncounted-replay = the job replayed an I/O trace
uncounted-flow = other jobs decided when this job went on (flow)
uncounted-engine = the engine moves no data
uncounted-zones = the zones decided the order of the I/Os
uncounted-ranges = each trim has several ranges
uncounted-rates = the job mixes directions with rate limits, so timing decides which direction comes next
uncounted-ranks = several ranks of this host share the file
uncounted-loops = a sync at the end of a loop can change the mix of reads and writes

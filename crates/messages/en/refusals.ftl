## Why a run is refused or does not start. fio mode prints these sentences in English.

# Before a write. The lines after the first are indented.
overwritten = the job would overwrite { $path }
overwritten-device = the job would overwrite { $path } (it is { $device })
holds = reason: { $holds }
can-be-allowed = to overwrite { $device } on purpose, use --allow-destroy={ $device }
in-use = no option allows this

# What a device or file holds.
mounted = { $device } is mounted on { $path }
swap = { $device } is in use as swap
holder = { $holder } is built on { $device }
busy = { $device } is in use by the kernel or another process
partitions = partitions: { $names }
signature = { $device } contains { $name }
signature-labelled = { $device } contains { $name } labelled { $label }
signature-partitions = { $device } contains { $name } with { $partitions ->
    [one] 1 partition
   *[other] { $partitions } partitions
 }
unknown-data = { $device } contains unknown data: the first byte that is not zero is at { $offset }
unreadable = { $device } cannot be read: { $error }
character-device = character device { $number }: not a known storage device; null, zero and full are allowed
persistent-memory = { $device } is persistent memory, whose content fiord cannot identify
raw-flash = { $device } is raw flash, whose content fiord cannot identify
not-examined = fiord cannot examine the file or device: { $error }
other-file = not the file that this run created
file-in-use = the file is in use ({ $user }); use another file

# Before a run.
job = job `{ $job }`: { $error }
read-only = job `{ $job }` writes or trims, and the run is read-only
named-like-device = job `{ $job }` is named like a device; use filename={ $job } if you mean that device
not-a-directory = job `{ $job }`: { $path } is not a directory
no-node = job `{ $job }`: numa_cpu_nodes: this machine has no NUMA node { $node } with CPUs
unknown-wait-for = job `{ $job }`: wait_for={ $name } does not name an earlier job
too-many-workers = numjobs: { $workers } workers in all; use at most { $limit }, the most threads that Linux supports
no-memory-for-workers = numjobs: { $workers } workers need { $bytes } bytes before they start, and the system has less; use fewer

# cgroup=, cgroup_weight= and ioscheduler=.
cgroup = cgroup: { $error }
no-hierarchy = no cgroup hierarchy for I/O is mounted (v1 blkio or v2)
no-weight = { $group } has no I/O weight; use the I/O scheduler bfq, and with cgroup v2 also enable the io controller in the parent group
one-group = with cgroup v2 all threads of a process share one group for I/O; set the same cgroup for all jobs of a run
scheduler = ioscheduler: { $error }
scheduler-not-offered = ioscheduler={ $scheduler }: not available for { $disk }; use one of { $offered }
scheduler-conflict = ioscheduler={ $scheduler }: job `{ $job }` wants { $other } on { $disk }
no-scheduler = job `{ $job }`: ioscheduler={ $scheduler }: no disk below its files has a choice of schedulers; the option has no effect
changes-in-place = ioscheduler: earlier changes of fiord are in place; undo them with `fiord doctor --restore` first

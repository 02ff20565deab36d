### Runs over all hosts of an MPI launcher (--hosts).

## Ranks and what happens to them

# numbers: spans of ranks, such as 0–2, 4.
ranks-on = { $ranks ->
    [one] rank { $numbers } on { $hosts }
   *[other] ranks { $numbers } on { $hosts }
 }
more-hosts = { $named } and { $more ->
    [one] 1 more host
   *[other] { $more } more hosts
 }
# ranks: such as "ranks 0–2 on a, b".
complaint = { $ranks }: { $why }
lost = Lost { $ranks } ({ $processes ->
    [one] process { $pids }
   *[other] processes { $pids }
 }).
none-started = No rank started.
worker-failed = rank { $rank } on { $host }: worker { $worker }: { $error }
worker-failed-at = rank { $rank } on { $host }: worker { $worker }: { $place }: { $error }

## Progress

run-of = Run { $run } of { $all }
run-result = { $headline } Grade { $grade }: { $reason }
laying-out = Laying out { $size }
progress-ranks = { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 }
progress-phase = phase { $phase }
progress-prepared = { $prepared } prepared
progress-done = { $done } done

## Ranks that cannot go on together

on-host = --hosts: on { $host }: { $problem }
late = { $verb }: not all ranks arrived within { $seconds } s
no-answer = --hosts: rank { $rank } on { $host } does not answer; the measurement stops
rank-0-silent = --hosts: on { $host }: rank 0 does not answer; this rank ends
no-clock-request = rank 0 did not ask rank { $rank } for its clock
no-reporter = --hosts: cannot start the process that prints the result if a rank is killed ({ $error }); the run continues without it
no-thread = cannot start the measurement thread
too-long = a message is longer than 2 GiB
wrong-thread = MPI was not started in this thread, or was started twice
rank-0-not-understood = rank 0 sends a message that this rank does not understand
other-command-line = the command line is `{ $here }`, but that of rank 0 is `{ $first }`
other-file = { $file } differs from that of rank 0
other-includes = the job files include different files than on rank 0
rank-not-understood = rank { $rank } runs another program or another version: its first message is not understood
other-versions = the hosts have different versions: { $versions }; install the same version on all
unreadable-job = the job cannot be read
no-job = the command line runs no job
simulated = job `{ $job }`: ioengine=sim runs in virtual time, which hosts do not share; use another engine

## Options

only-with-hosts = { $option }: only valid with --hosts
looks-at-one-machine = { $option }: not supported with --hosts, because it looks at one machine; run the job on one host without --hosts
compares-later = { $option }: not supported with --hosts; store the runs of each side (--repeat 6 --save before, then --save after) and use `fiord compare before after`
shows-each-host = { $option }: not supported with --hosts; use --json, which has a separate run for each host
not-with-hosts = { $option }: not supported with --hosts; remove one of them
unknown-host = --filename-on={ $host }: no rank runs on that host; use one of { $hosts }
host-named-twice = --filename-on={ $host }: given { $times } times; use it once

shift-on-one-host = --shift-reads: all ranks are on one host and share its page cache; start some on another host
shift-uneven = --shift-reads: the hosts have { $fewest } to { $most } ranks; use the same number on each
shift-same-data = --shift-reads: every rank has the same data; add --spread=files or --spread=stripes
shift-verifies = --shift-reads: job `{ $job }` cannot verify data that another rank wrote, because each rank has a different seed; remove verify= or --shift-reads
stripes-no-size = --spread=stripes: job `{ $job }` has no size in bytes; set size= to the part of each rank
stripes-no-file = --spread=stripes: job `{ $job }` has no file; set filename= to the file of all ranks
stripes-offset = --spread=stripes: the offset of job `{ $job }` is not in bytes; set offset= and offset_increment= in bytes
files-not-a-file = --spread=files: job `{ $job }` uses { $path }, which is not a file; use files, or --spread=stripes
files-found = --spread=files: job `{ $job }` uses all files that it finds (opendir), so ranks cannot have separate ones; remove opendir

wear-no-runtime = --wear-out: no job has a runtime; set runtime= as the deadline, and remove time_based
wear-time-based = --wear-out: job `{ $job }` is time_based: its workers start again at the end of their regions, so their progress cannot be compared; remove time_based or --wear-out
wear-mode = --wear-out: job `{ $job }` has rw={ $mode }; use read, write, randread or randwrite, without :N
wear-sizes = --wear-out: job `{ $job }` has several block sizes, so its workers cannot all stop at the same number of bytes; set one bs=
wear-files = --wear-out: job `{ $job }` uses several files; use one file per worker
wear-no-data = --wear-out: job `{ $job }` uses an engine that moves no data; use another engine
wear-option = --wear-out: job `{ $job }` has { $option }, which does not work with --wear-out; remove one of the two

## The MPI plugin

plugin-static = this fiord is statically linked and cannot load libraries such as MPI; use a build against glibc (`cargo build --release`), see docs/many-hosts.md
plugin-missing = MPI plugin: not found at { $places }; build it with the mpicc that belongs to your mpirun (`{ $build }`), then copy it there or set { $variable }
plugin-missing-at-variable = MPI plugin: not found at { $path } (set in { $variable }); build it with the mpicc that belongs to your mpirun (`{ $build }`)
plugin-not-loaded = { $path }: { $why }; install the MPI library of the plugin on this host, or rebuild the plugin (`{ $build }`)
plugin-foreign = { $path }: not fiord's MPI plugin, because it has no function { $function }; build the plugin of fiord (`{ $build }`)
plugin-version = { $path }: the MPI plugin has interface version { $found }, but this fiord needs { $needed }; rebuild it from the source of this fiord (`{ $build }`)
mpi-not-started = { $path }: MPI did not start: { $why }
other-mpi = { $path }: the plugin uses another MPI ({ $library }) than the launcher, which started { $launched } ranks ({ $variable }); rebuild it with the launcher's mpicc (`{ $build }`)
other-mpi-slurm = { $path }: the plugin uses another MPI ({ $library }) than the launcher, which started { $launched } ranks ({ $variable }); rebuild it with the launcher's mpicc (`{ $build }`), or use another `srun --mpi=`: pmix for Open MPI, pmi2 for MPICH

# What became of a rank.
silent-while-preparing = No heartbeat of the rank arrived for { $silent } during the preparation (such as file layout).
silent-while-measuring = No heartbeat of the rank arrived for { $silent } during the measurement. The rank died, hangs, or cannot be reached.
silent-while-waiting = No heartbeat of the rank arrived for { $silent } while the rank waited for the next phase. The rank died, hangs, or cannot be reached.
did-not-report = The rank did not report at the end of the run. Its last heartbeat was { $silent } old.
process-ended = The process of the rank was killed, crashed, or exited early.
process-ended-with-others = The process of the rank ended together with other processes of its host, or after them. When one process dies, the launcher usually kills the others.
hung = The rank hangs: no activity for { $silent }.
cut-off = The rank had not reported when the run ended early. Its last heartbeat was { $silent } old.
no-report = The rank sent no report.
unreadable = The report of the rank cannot be read: { $error }.
failed = The rank failed: { $error }.

lost-rank = Rank { $rank } on { $host } (process { $pid }) was lost.
missing = The totals do not include the { $ios } I/Os and { $bytes } of the rank up to its last heartbeat.
missing-of-time = The totals do not include the { $ios } I/Os and { $bytes } of the rank in the { $time } up to its last heartbeat.
straggler = Rank { $rank } on { $host } reached { $share } of the median rate of { $others ->
    [one-host] the other ranks
   *[other-hosts] the ranks of other hosts
 } in job { $job }. A rank below { $limit } is a straggler.
start-skew = The start skew of the ranks was { $skew }. This is more than 1 % of the { $window } in which all ranks were running.
no-common-window = At no time did all ranks work on job { $job }.
same-file = { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 } on { $host } write the same part of { $path }.
in-phase = Seen in phase { $phase }.
one-host = All { $ranks } ranks ran on one host and shared its page cache, its CPUs and its network link.

why-lost-rank = The lost rank may have used storage throughput that is missing from the total.
why-straggler = A parallel program waits for its slowest rank, and the total hides that rank.
why-start-skew = At the start, and often at the end, fewer ranks shared the storage.
why-no-common-window = The numbers do not show the rate of the storage under the load of all ranks.
why-same-file = Blocks that are written twice may be merged in the page cache, and the ranks overwrite each other's data.
why-one-host = With several clients, each client would have its own page cache, CPUs and network link.

advice-lost-rank = Check the log of that host, and repeat the run.
advice-straggler-on-one-host = Check whether the data or the CPUs of this rank differ from those of the other ranks.
advice-straggler = Compare the disk, the network link and the limits of the host with those of the other hosts. Do this before you quote the total as the rate of the system.
advice-start-skew = Run longer, or leave a CPU free on each host.
advice-no-common-window = Set a longer runtime, or a larger size for each rank. Also set time_based, unless you use --wear-out.
advice-same-file = Use --spread=files or --spread=stripes, so that each rank has its own data.
advice-one-host = Run ranks on several hosts to measure the rate for several clients.

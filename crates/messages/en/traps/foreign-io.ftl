machine-title = Other disk users
machine-why = The other I/O takes disk time from the test, and the test takes disk time from the other I/O.
machine-advice = Stop the other disk users or wait, then check again.
machine-example = vda was busy 85 % of 1 s: 310 reads/s, 0 writes/s, 40 MiB/s. Processes on this machine that can be the cause: mysqld (pid 4242, 40 MiB).

run-title = Other I/O on the device
run-why = The device spent part of its time on other I/O. Without the other I/O the run would have been faster.
run-advice = Stop the other disk users, or repeat the run when the device is idle.
run-example = vda read 900 MiB. 500 MiB of it (55.6 % of all reads and writes) did not come from this run. A possible cause is mysqld (pid 4242), which read 480 MiB, counted over all disks.

not-looked = Other disk users were not checked.
quiet = { $device } was idle for { $seconds } s.
# $rates: a list of the messages from `reads-per-s` to `bytes-per-s`.
busy = { $device } was busy { $busy } % of { $seconds } s: { $rates }.
reads-per-s = { $count } reads/s
writes-per-s = { $count } writes/s
flushes-per-s = { $count } flushes/s
discards-per-s = { $count } discards/s
bytes-per-s = { $bytes }/s
# $processes: a list of `process`.
busy-by = Processes on this machine that can be the cause: { $processes }.
process = { $name } (pid { $pid }, { $moved })
cause-not-visible = The cause is not visible.

# $share: of all traffic of the devices, in both directions.
moved = { $devices } { $ddir ->
    [read] read
   *[write] wrote
 } { $total }. { $foreign } of it ({ $share } of all reads and writes) did not come from this run.
# The process moved most of the bytes.
likely-files-open = The most likely cause is { $name } (pid { $pid }): it { $ddir ->
    [read] read
   *[write] wrote
 } { $moved } and has files open there.
guess-no-files-open = A possible cause is { $name } (pid { $pid }): it { $ddir ->
    [read] read
   *[write] wrote
 } { $moved }, but had no file open there at the end.
guess-any-disk = A possible cause is { $name } (pid { $pid }): it { $ddir ->
    [read] read
   *[write] wrote
 } { $moved }, counted over all disks.
# The process moved less than half of the bytes; $share: of them.
part-files-open = { $name } (pid { $pid }) { $ddir ->
    [read] read
   *[write] wrote
 } { $moved } ({ $share } of the other I/O) and has files open there. The cause of the rest is unknown.
part-no-files-open = { $name } (pid { $pid }) { $ddir ->
    [read] read
   *[write] wrote
 } { $moved } ({ $share } of the other I/O), but had no file open there at the end. The cause of the rest is unknown.
part-any-disk = { $name } (pid { $pid }) { $ddir ->
    [read] read
   *[write] wrote
 } { $moved } ({ $share } of the other I/O), counted over all disks. The cause of the rest is unknown.
# After a process that may be the cause.
or-writeback = Another possible cause is writeback: { $dirty } was dirty before the run.
# Where processes of other users are not visible.
maybe-writeback = A possible cause is writeback: { $dirty } was dirty before the run.
hidden = { $processes ->
    [one] 1 process of another user is not visible and can be the cause.
   *[other] { $processes } processes of other users are not visible and can be the cause.
 } Run as root to see them.
or-kernel = Another possible cause is the kernel: writeback of earlier writes, or a journal.
or-kernel-ext4 = Another possible cause is the kernel: writeback of earlier writes, a journal, or the lazy initialisation of ext4.
writeback = The cause is writeback: { $dirty } was dirty before the run.
kernel = No process wrote this data during the run. The cause is writeback of earlier writes, or a journal.
kernel-ext4 = No process wrote this data during the run. The cause is writeback of earlier writes, a journal, or the lazy initialisation of ext4.
nearly-idle = The device was busy { $share } of the time.
flushed = { $devices } did { $flushes } flushes that did not come from this run ({ $rate } per second).
flush-time = The flushes took { $share } of the time.
no-own-syncs = This run does not sync.
own-syncs = This run did { $syncs ->
    [one] 1 sync
   *[other] { $syncs } syncs
 }.
discarded = { $devices } did { $discards ->
    [one] 1 discard
   *[other] { $discards } discards
 } of { $bytes } in total, and this run does not trim.
discarded-besides = { $devices } did { $discards ->
    [one] 1 discard
   *[other] { $discards } discards
 } of { $bytes } in total. Files that this run removed explain at most { $own } of these.

why-flushed = Fsyncs of other processes flush the device cache, and queued I/O waits for that.
why-discarded = The file system sends discards for deleted files, and fstrim sends them. The device works on them while it serves other I/O.
why-uncharged = The kernel wrote to the device during the run.
advice-flushed = Check which process syncs (`fiord watch`, or `strace -e fsync,fdatasync`), and stop it. Then repeat the run.
advice-discarded = Repeat the run when the discards have ended. Or mount with nodiscard.
advice-uncharged = Run `sync` and repeat the run when the device is idle.
advice-uncharged-ext4 = Run `sync` and repeat the run when the device is idle. A new ext4 initialises its tables in the background. To avoid that, use `mkfs.ext4 -E lazy_itable_init=0,lazy_journal_init=0`.

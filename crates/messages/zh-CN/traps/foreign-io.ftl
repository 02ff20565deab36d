machine-title = 其他进程也在使用磁盘
machine-why = 其他 I/O 与测试互相争抢磁盘时间。
machine-advice = 停掉正在使用该磁盘的程序，或等它们结束，再检查一次。
machine-example = vda 在 1 秒内有 85% 的时间在忙：读 310 次/s、写 0 次/s、40 MiB/s。本机上可能造成这些 I/O 的进程：mysqld（pid 4242，40 MiB）。

run-title = 设备上有其他 I/O
run-why = 设备有一部分时间用在其他 I/O 上。没有这些 I/O，本次运行会更快。
run-advice = 停掉正在使用该磁盘的程序，或等设备空闲后重新运行。
run-example = vda 共读取 900 MiB，其中 500 MiB（占全部读写的 55.6%）不属于本次运行。可能的原因是 mysqld（pid 4242）：在所有磁盘上共读取 480 MiB。

not-looked = 未检查是否有其他进程使用磁盘。
quiet = { $device } 空闲了 { $seconds } 秒。
busy = { $device } 在 { $seconds } 秒内有 { $busy }% 的时间在忙：{ $rates }。
reads-per-s = 读 { $count } 次/s
writes-per-s = 写 { $count } 次/s
flushes-per-s = 刷盘 { $count } 次/s
discards-per-s = discard { $count } 次/s
bytes-per-s = { $bytes }/s
busy-by = 本机上可能造成这些 I/O 的进程：{ $processes }。
process = { $name }（pid { $pid }，{ $moved }）
cause-not-visible = 看不出原因。

moved = { $devices } 共{ $ddir ->
    [read] 读取
   *[write] 写入
 } { $total }，其中 { $foreign }（占全部读写的 { $share }）不属于本次运行。
likely-files-open = 最可能的原因是 { $name }（pid { $pid }）：它{ $ddir ->
    [read] 读取
   *[write] 写入
 }了 { $moved }，并且在该磁盘上有打开的文件。
guess-no-files-open = 可能的原因是 { $name }（pid { $pid }）：它{ $ddir ->
    [read] 读取
   *[write] 写入
 }了 { $moved }，但结束时在该磁盘上没有打开的文件。
guess-any-disk = 可能的原因是 { $name }（pid { $pid }）：它在所有磁盘上共{ $ddir ->
    [read] 读取
   *[write] 写入
 } { $moved }。
part-files-open = { $name }（pid { $pid }）{ $ddir ->
    [read] 读取
   *[write] 写入
 }了 { $moved }（占其他 I/O 的 { $share }），并且在该磁盘上有打开的文件。其余部分原因不明。
part-no-files-open = { $name }（pid { $pid }）{ $ddir ->
    [read] 读取
   *[write] 写入
 }了 { $moved }（占其他 I/O 的 { $share }），但结束时在该磁盘上没有打开的文件。其余部分原因不明。
part-any-disk = { $name }（pid { $pid }）在所有磁盘上共{ $ddir ->
    [read] 读取
   *[write] 写入
 } { $moved }（占其他 I/O 的 { $share }）。其余部分原因不明。
or-writeback = 也可能是回写：运行前有 { $dirty } 脏页。
maybe-writeback = 可能是回写：运行前有 { $dirty } 脏页。
hidden = 有 { $processes } 个其他用户的进程不可见，也可能是原因；以 root 身份运行可以看到。
or-kernel = 也可能是内核：回写先前写入的数据，或写文件系统日志。
or-kernel-ext4 = 也可能是内核：回写先前写入的数据、写文件系统日志，或 ext4 的惰性初始化（lazy init）。
writeback = 原因是回写：运行前有 { $dirty } 脏页。
kernel = 运行期间没有进程写入这些数据。原因是回写先前写入的数据，或写文件系统日志。
kernel-ext4 = 运行期间没有进程写入这些数据。原因是回写先前写入的数据、写文件系统日志，或 ext4 的惰性初始化（lazy init）。
nearly-idle = 设备只有 { $share } 的时间在忙。
flushed = { $devices } 有 { $flushes } 次刷盘不属于本次运行（每秒 { $rate } 次）。
flush-time = 这些刷盘占用了 { $share } 的时间。
no-own-syncs = 本次运行不做 sync。
own-syncs = 本次运行做了 { $syncs } 次 sync。
discarded = { $devices } 执行了 { $discards } 次 discard，共 { $bytes }，而本次运行没有丢弃（trim）操作。
discarded-besides = { $devices } 执行了 { $discards } 次 discard，共 { $bytes }。其中最多 { $own } 来自本次运行删除的文件。

why-flushed = 其他进程的 fsync 会刷新设备缓存，排队的 I/O 要等它完成。
why-discarded = 文件系统会为删除的文件发送 discard，fstrim 也会发送。设备一边处理它们，一边应答其他 I/O。
why-uncharged = 运行期间内核在向设备写入。
advice-flushed = 查出是哪个进程在做 sync（`fiord watch`，或 `strace -e fsync,fdatasync`）并停掉它，然后重新运行。
advice-discarded = 等 discard 处理完再重新运行。也可以用 nodiscard 挂载。
advice-uncharged = 运行 `sync`，等设备空闲后重新运行。
advice-uncharged-ext4 = 运行 `sync`，等设备空闲后重新运行。新建的 ext4 会在后台初始化内部表；使用 `mkfs.ext4 -E lazy_itable_init=0,lazy_journal_init=0` 可以避免。

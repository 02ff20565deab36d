plan-title = 写入在落盘之前就计数
plan-why = 缓冲写只要数据进入内存就算完成。内核稍后才把数据写到磁盘；结束时还在内存中的数据，落盘时间从不计入。
plan-advice = 测吞吐量：设置 end_fsync=1，并写入多于内存的数据。测持久写：设置 fsync=1、fdatasync=1 或 sync=dsync。测设备本身的速度：设置 direct=1。
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --size=1G --bs=1m
    1 GiB 低于脏页上限：数据全部落盘之前，运行就已结束。

run-title = 写入在落盘之前就已计数
run-why = 测得的是复制到内存的吞吐量。磁盘在计时结束之后才写。
run-advice = 设置 direct=1，或设置 end_fsync=1，把等待磁盘的时间计入运行。
run-example = direct=0 时，1 GiB 半秒写完。结束时其中 900 MiB 还是脏页。

never-synced-fits = direct=0 且没有 sync 时，要写的 { $written } 可以全部留在内存中（脏页上限 { $limit }）。
never-synced-rest = direct=0 且没有 sync 时，写入的 { $written } 在结束时最多还有 { $limit } 留在内存中。
never-synced = direct=0 且没有 sync 时，数据进入内存就算写入完成。
no-sync-at-all = 该作业从不 sync 数据。
synced-at-end = direct=0 时，作业把 { $written } 写入页缓存。作业只在达到脏页上限时和结束时的 sync 中等待磁盘。
synced-at-end-fits = direct=0 时，作业把 { $written }（不到内存的两倍）写入页缓存。作业只在达到脏页上限时和结束时的 sync 中等待磁盘。
synced-at-end-region = direct=0 时，作业把不到内存两倍的区域写入页缓存。作业只在达到脏页上限时和结束时的 sync 中等待磁盘。
synced-at-end-unknown = direct=0 时，作业把数据写入页缓存。作业只在达到脏页上限时和结束时的 sync 中等待磁盘。
left = 写入的 { $issued } 中，有 { $share } 在结束时尚未落盘。
dirty = 脏页有 { $dirty }。
devices-wrote = 下发的数据中，{ $devices } 写入了 { $written }。
# $option: an option of mount(8).
syncs-ignored = 作业把 { $issued } 写入了页缓存。文件系统以 { $option } 挂载，因此没有任何 sync 等待磁盘。

why-synced-at-end = 带宽和 IOPS 计入了结束时 sync 的时间，但内核会在写盘之前合并写入。多数写入的延迟是内存的数值。
advice-synced-at-end = 只采用整次运行的带宽。要看延迟，设置 fsync=1 或 direct=1。
advice-mapped = 设置 fsync=N，把等待磁盘的时间计入运行。要测磁盘本身的速度，换用其他 I/O 引擎并设置 direct=1。
advice-synced = 检查挂载选项和文件下面的各层：作业做了 sync，数据却没有落盘。

plan-title = 直接写之后的 sync
plan-why = direct=1 时，数据已经到达设备，sync 只刷新设备缓存和文件的元数据。sync 的耗时在输出中单列一段，或者只包含在运行时间里。
plan-advice = 测持久写请用 sync=dsync，或用 fdatasync=1 并看 sync 部分。测设备本身的速度请去掉 sync。
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --fsync=1 --size=7G --bs=4k
    写延迟不包含每次写入后的刷盘。

synced = 每写入 { $writes } 次就刷新一次设备缓存（direct=1，{ $option }={ $every }）。写延迟不包含刷盘。
at-end = direct=1 时，结束时所有数据都已在设备上。end_fsync=1 只会再刷新一次元数据和设备缓存。

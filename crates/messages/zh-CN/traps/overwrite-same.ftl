plan-title = 反复写入相同的块
plan-why = 同一块在落盘之前多次改写，只落盘一次，却每次都计数。如果几乎所有块都写到了，相邻的块会合并成大块顺序写。
plan-advice = 使用数倍于 io_size 的区域，或设置 direct=1，使每次改写都到达磁盘。
plan-example =
    fio --name=w --rw=randwrite --randrepeat=0 --ioengine=sync --direct=0 --end_fsync=1 --size=1G --io_size=4G --bs=4k
    同一个 1 GiB 文件，io_size=100M 时为 17.7 MB/s，io_size=4G 时为 78.3 MB/s。

run-title = 反复写入相同的块
run-why = 同一块在落盘之前多次改写，只落盘一次，却每次都计数。
run-advice = 使用数倍于 io_size 的区域，或设置 direct=1，使每次改写都到达磁盘。
run-example = size=8m、io_size=32m：共写入 32 MiB，互不相同的块只有 8 MiB。

until-the-time-is-up = 测试目标在内存中反复改写，直到运行时间结束（direct=0 且设置了 time_based）。
until-the-time-is-up-in-part = 作业反复写入测试目标，直到运行时间结束。由于 invalidate=1，每一遍都会触发上一遍数据的回写。但仍有一部分数据在内存中改写。
until-the-time-is-up-sized = 测试目标（{ $size }）在内存中反复改写，直到运行时间结束（direct=0 且设置了 time_based）。
passes-part = 作业向 { $region } 的区域写入 { $written }（占该区域的 { $share }）。
passes-once = 作业向 { $region } 的区域写入 { $written }（与该区域大小大致相同）。
passes-many = 作业向 { $region } 的区域写入 { $written }（为该区域大小的 { $passes } 倍）。
uneven = 随机分布偏向某些块。
nearly-all-written = 几乎每个块都会写到，因此回写会把相邻的块合并。
rewritten-in-memory = 块在落盘之前会在内存中多次改写。
rewritten-in-part = 部分块在落盘之前会在内存中多次改写。
rewritten-on-disk = 块写入后不久就会被覆盖写。
counted = 每个块平均写了 { $times } 次：共写入 { $issued }，只落在 { $files ->
    [one] { $file } 中的
   *[other] { $files } 个文件中的
 } { $distinct } 互不相同的块上（{ $workers ->
    [one] 占写入字节数的 { $share }
   *[other] 占写入字节数的 { $share }；多个工作线程都写过的块，按线程各计一次
 }）。

why-on-disk = 每次改写都会到达磁盘。带缓存的盘仍可能把多次改写合并成一次写入，垃圾回收的负担也比写整块盘时小。
advice-on-disk = 如果作业本来就是要反复改写一小块区域，无需修改。否则使用数倍于 io_size 的区域。

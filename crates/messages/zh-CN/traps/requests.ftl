run-title = 设备请求与作业的 I/O 不一致
run-why = 作业的 IOPS 和延迟是作业 I/O 的数值。设备处理的请求更大更少，或更小更多。
run-advice = 使用吞吐量，或按设备实际的请求大小比较 IOPS。
run-example = rw=write、bs=4k、缓冲 I/O：262,144 次写在到达 sda 时成了 8,192 个 128 KiB 的请求。

why-read-ahead = 吞吐量是磁盘的，延迟却是内存的。IOPS 由吞吐量和块大小决定。
advice-read-ahead = 只使用吞吐量。要得到磁盘的延迟和 IOPS，设置 direct=1。

reached = { $issued } 次{ $ddir ->
    [read] 读
   *[write] 写
 }在到达 { $devices } 时成了 { $requests } 个 { $size } 的请求。
read-ahead = 内核做了预读：平均一个设备请求取来 { $factor } 次读的数据。大部分读由页缓存应答。
split = 平均每个 I/O 拆成了 { $factor } 个请求。
merged = 平均 { $factor } 个 I/O 合并成一个请求。
scattered = 文件较为碎片化，共有 { $extents } 个 extent。
advice-scattered = 用 `fiord prepare FILE --size …` 重新创建文件，使其 extent 较少。

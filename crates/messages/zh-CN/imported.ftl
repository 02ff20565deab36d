disk-table = { $issued } 次{ $moves ->
    [read] 读取
    [direct-read] 直接读取
   *[write] 写入
 }共传输 { $size }，但 fio 的磁盘统计显示，{ $devices } 只有 { $requests } 个请求。
median-below-floor = 一半的读取耗时不到 { $latency }。除 Optane 外，没有这么快的磁盘：数据来自内存或缓存。
mean-below-floor = 读取平均耗时 { $latency }。除 Optane 外，没有这么快的磁盘：数据来自内存或缓存。

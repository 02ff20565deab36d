run-title = 平均值掩盖了两组延迟
run-why = 平均值不能代表其中任何一组 I/O。其中一组往往来自缓存。
run-advice = 不要用平均值，分别给出两组延迟及其占比，并查明快的一组为什么快。
run-example = 12% 的读耗时约 6 µs，其余约 90 µs：每八次读就有一次由缓存应答。

got = { $fast_share } 的{ $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }耗时约 { $fast_latency }，其余约 { $slow_latency }。

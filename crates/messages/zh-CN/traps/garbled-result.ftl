run-title = 输出自相矛盾
run-why = 结果中的一些数值可由其他数值推出：带宽 = 字节数 / 时间 = IOPS × 块大小。如果这些数值对不上，其中至少有一个是错的。文本可能在运行之后有过改动。
run-advice = 在原始输出中核对该数值，或重新测量。互相矛盾的数值一个也不要采用。
run-example =
    fiord import report.md
    READ: bw=327MiB/s (93.3MB/s), … io=64.0MiB, run=719msec：719 ms 传输 64 MiB，应为 93 MB/s。

bandwidths = 同一个{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }带宽，文本在一处给出 { $printed } MB/s，在另一处给出 { $other } MB/s。
bytes-in-time = 文本给出的{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }带宽为 { $printed } MB/s，但 { $time } 传输 { $bytes } 应为 { $computed } MB/s。
ios-in-time = 文本给出的{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }速率为 { $printed } IOPS，但 { $time } 完成 { $ios } 次 I/O 应为 { $computed } IOPS。
blocks-per-s = 文本给出的带宽为 { $printed } MB/s，但 { $iops } IOPS × 块大小 { $block } = { $computed } MB/s。
latency-order = { $low } 延迟为 { $latency }，但 { $high } 延迟只有 { $high-latency }。
group-twice = 第 { $line } 行已经打印过组 { $group }：两个结果中有一个属于别的组。
mean-above-max = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }的平均延迟为 { $mean }，但最大延迟只有 { $max }。
block-size = 结果中 { $ios } 个{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 } I/O 共 { $bytes }，与块大小 { $block } 不符。
sampled-rate = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }次数除以运行时间为 { $computed } IOPS，但运行中采样的平均值为 { $sampled } IOPS。
sampled-bandwidth = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }的字节数除以运行时间为 { $computed }，但运行中采样的平均值为 { $sampled }。
percentiles-fall = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }延迟 p{ $percent } 为 { $latency }，但 p{ $higher-percent } 只有 { $higher-latency }。
percentile-above-max = { $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 }延迟 p{ $percent } 为 { $latency }，但最大延迟只有 { $max }。
latencies = 结果中有 { $ios } 个{ $ddir ->
    [read] 读取
    [write] 写入
   *[trim] 丢弃
 } I/O，却包含 { $latencies } 个 I/O 的延迟。
in-flight = 按速率和平均延迟计算，在途 I/O 为 { $in-flight } 个，但 iodepth × numjobs 只有 { $asked }。
utilisation = 磁盘 { $disk } 在运行中有 { $percent }% 的时间处于忙碌，但最多只能是 100%。
bits-and-bytes = 数值相差 8 倍：可能混淆了比特和字节。
one-digit = 数值相差 10 倍：可能多了或少了一位数字。
why-numbers = 这些数值不可能同时成立：至少有一个是错的。结果可能在运行之后有过改动。

plan-title = 速率受自身 I/O 限制（coordinated omission）
plan-why = 一个 I/O 变慢，下一个 I/O 就会延后开始，而它的延迟不包含这段等待。最差的时刻因此只计入一次（coordinated omission，即协调遗漏）。
plan-advice = 改用异步引擎，并把 iodepth 设得远大于速率 × 延迟。请看响应时间（从计划开始时刻算起），`fiord run` 会把它与 fio 的延迟一并列出。
plan-example =
    fio --name=t --filename=warm --direct=1 --rw=randread --bs=4k --size=2G --rate_iops=1000
    在途 I/O 只有一个，这个 I/O 不完成，下一个就无法开始。

run-title = 限速作业未能按计划发出 I/O
run-why = fio 的延迟从 I/O 实际开始时算起，而不是从计划开始时刻算起。按同样速率访问的客户端所经历的等待，在这个延迟里看不到。
run-advice = 使用响应时间（从计划开始时刻算起），或把速率设为作业能达到的值。
run-example = rate_iops=10000，而设备只有 4,000 IOPS：clat 为 250 µs，客户端却要等几分钟。

rate-ios = 每秒 { $ios } 次{ $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }
rate-bytes = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 } { $bytes }/s
planned = 作业要求的速率为{ $rates }，在途 I/O 最多 { $depth } 个。如果不够，I/O 会延后开始，而 fio 的延迟看不出这段等待。
saturated = 作业要求 { $asked } IOPS，只达到 { $reached } IOPS。积压增加到 { $backlog }，因此响应时间没有稳定的值。
late = 作业要求 { $asked } IOPS，达到 { $reached } IOPS，但 I/O 延后开始。
percentiles = 延迟的 p99：从计划开始时刻算起为 { $response }，从实际开始时刻算起为 { $service }。

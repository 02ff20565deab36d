run-title = 报告本身表明设备上还有其他负载
run-why = 其他 I/O 占用了设备的一部分时间。没有这些负载，作业会更快，但快多少不得而知。
run-advice = 停掉其他负载，重新运行。不要拿旧结果与空闲设备上的运行作比较。
run-example =
    fiord import report.md
    报告中的 iostat 显示，作业开始之前设备上已有每秒 10,638 次写。

before = 运行开始前，{ $device } 上每秒已有 { $reads } 次读、{ $writes } 次写（{ $rate } MB/s，第 { $line } 行的 iostat）。
table = { $device } 完成了 { $completed } 次{ $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }，而作业只发出了 { $issued } 次（fio 的磁盘统计）。

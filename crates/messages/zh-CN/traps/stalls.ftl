run-title = 停顿
run-why = 平均值掩盖了每个客户端都会遇到的停顿。可能的原因有垃圾回收、刷盘、过热降速，或按固定时间窗口计数的限速器。
run-advice = 查看每秒的速率、p99.9 延迟和最大延迟，并检查设备或主机上是否有间隔与停顿相同的周期性活动。
run-example = 设备每十秒停顿一秒：60 秒内为 5,137 IOPS，其中有六秒没有 I/O。

irregular = { $seconds } 秒内停顿 { $stalls } 次，损失 { $lost } 的 I/O。
regular = { $seconds } 秒内停顿 { $stalls } 次，每 { $period } 秒一次，损失 { $lost } 的 I/O。
worst = 第 { $second } 秒的速率只有前后几秒的 { $share }。
longest = 最长的一个 I/O 用时 { $latency }。
latencies = { $seconds } 秒内，平均延迟有 { $stalls } 次短时间远高于平时水平。最高在第 { $second } 秒，为 { $worst }，平时为 { $level }。

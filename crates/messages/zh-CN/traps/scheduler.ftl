machine-title = 作业与磁盘之间有 I/O 调度器
machine-why = 调度器会对请求重新排序、合并和推迟，每个请求都要消耗 CPU 时间。即使磁盘自己会调度，或磁盘是虚拟的，调度器也是测量结果的一部分。
machine-advice = 测量期间把调度器设为 `none`，或在结果中注明调度器。
machine-example = 虚拟磁盘 vda 的 I/O 调度器为 mq-deadline。

unknown = { $device } 的 I/O 调度器未知。
straight = { $device } 没有使用 I/O 调度器。
with-scheduler = { $device } 的 I/O 调度器为 { $scheduler }。

why-on-rotating = 机械硬盘通常使用调度器，由它对请求重新排序和合并。
advice-on-rotating = 不要改动机械硬盘的调度器，在结果中注明即可。

machine-title = 有任务在等待 I/O 或内存
machine-why = 作业要用的 I/O 能力或内存，在这台机器上已经不足。
machine-advice = 用 iotop 或 top 找出正在等待的任务，等负载消失后再测。
machine-example = 最近 10 秒内，有 34% 的时间至少有一个任务在等待 I/O。

unknown = 无法获得 I/O 压力数据。
io = 最近 10 秒内，有 { $percent }% 的时间至少有一个任务在等待 I/O。
memory = 最近 10 秒内，有 { $percent }% 的时间至少有一个任务在等待内存。

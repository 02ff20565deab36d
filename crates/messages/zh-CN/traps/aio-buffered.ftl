plan-title = 经过页缓存的原生 AIO
plan-why = Linux 在 io_submit 内部完成缓冲 I/O，返回时 I/O 已经做完，在途 I/O 只有一个。全部延迟都计入 slat，clat 中没有。
plan-advice = 设置 direct=1。若要异步缓冲 I/O，设置 ioengine=io_uring。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=0 --rw=randrw --rwmixread=70 --bs=4k --iodepth=64 --runtime=60
    作业要求 64 个在途 I/O，实际始终只有一个。

run-title = 异步引擎实际同步运行
run-why = 没有 direct=1 时，libaio 在提交调用内部完成整个 I/O，永远达不到要求的队列深度。
run-advice = 设置 direct=1 或 ioengine=io_uring。
run-example = libaio，direct=0，iodepth=32：300 µs 中有 290 µs 是 slat。

planned = ioengine=libaio 且 direct=0：iodepth={ $iodepth } 实际变成逐个 I/O，并且在提交调用内部完成。
in-submit = 工作线程有 { $share } 的时间花在提交调用内部等待数据（每次调用 { $latency }）。
in-submit-of-depth = 工作线程有 { $share } 的时间花在提交调用内部等待数据（每次调用 { $latency }）。每个工作线程一次只等待一个 I/O：存储设备上的队列深度是 { $workers }，而不是 { $asked }。

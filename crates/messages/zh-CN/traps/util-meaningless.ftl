run-title = %util 接近 100% 会误导
run-why = %util 是至少有一个请求的时间占比。能并行处理许多请求的设备可能还有余力。
run-advice = 加大队列深度再运行，直到速率不再增长。
run-example = NVMe 盘在 iodepth=1 时 util=99.8%，而 iodepth=32 时的速率是它的十倍。
limit-first = 提高决定速率的限制。只有请求在计入限制之前就被合并时，更大的队列深度才有帮助。

got = { $device } 的 util 为 { $util }%，但它能并行处理许多请求。
queue = 该设备的平均队列深度为 { $depth }。

machine-title = 磁盘的请求队列太小
machine-why = 这个队列容纳不下的 I/O 会在内核中等待，测得的延迟反映的是这段等待，而不是磁盘。
machine-advice = 增大 queue/nr_requests，或把 iodepth × numjobs 设得比它小。
machine-example = sda 的每个内核队列可容纳 32 个请求。

device-accepts = { $device } 一次最多接受 { $requests } 个请求。
kernel-queues = { $device } 的每个内核队列可容纳 { $requests } 个请求（nr_requests）。
hardware-queues = 该设备有 { $queues } 个硬件队列。
unknown = { $device } 的请求队列未知。

advice-small-device = 把 iodepth × numjobs 设为不超过 { $depth }。超出的 I/O 会在内核中等待。

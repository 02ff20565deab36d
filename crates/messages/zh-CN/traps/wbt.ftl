machine-title = 缓冲写的回写限流
machine-why = 回写限流会放慢后台写入，使读延迟接近目标值。混合读写的缓冲作业测到的是限流。
machine-advice = 运行混合读写的缓冲作业前，把 queue/wbt_lat_usec 设为 0。直接 I/O 不受影响。
machine-example = vda 的回写限流目标为 75 ms。

on = { $device } 的回写限流目标为 { $latency }。
off = { $device } 的回写限流已关闭。

machine-title = I/O 在任意 CPU 上完成
machine-why = 在其他 CPU 上完成，会给每个 I/O 增加缓存未命中和一次跨 CPU 唤醒。
machine-advice = 把 queue/rq_affinity 设为 1（默认）或 2。
machine-example = nvme0n1 的 I/O 在任意 CPU 上完成（rq_affinity 为 0）。

any-cpu = { $device } 的 I/O 在任意 CPU 上完成（rq_affinity 为 0）。
got = { $device } 的 rq_affinity 为 { $setting }。

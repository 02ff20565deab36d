machine-title = I/O 在任意 CPU 上完成
machine-why = I/O 在其他 CPU 上完成時，每次都會多出快取未命中和一次跨 CPU 喚醒。
machine-advice = 把 queue/rq_affinity 設為 1（預設）或 2。
machine-example = nvme0n1 的 I/O 在任意 CPU 上完成（rq_affinity 為 0）。

any-cpu = { $device } 的 I/O 在任意 CPU 上完成（rq_affinity 為 0）。
got = { $device } 的 rq_affinity 為 { $setting }。

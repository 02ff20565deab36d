machine-title = 请求合并受限
machine-why = 相邻的小请求可能逐个到达磁盘；在默认设置的机器上，它们会合并。
machine-advice = 把 queue/nomerges 设为 0，或在结果中注明该设置。
machine-example = nvme0n1 不合并请求（nomerges 为 2）。

unknown = { $device } 的 nomerges 设置未知。
usual = { $device } 正常合并请求。
simple = { $device } 只做简单的合并（nomerges 为 1）。
off = { $device } 不合并请求（nomerges 为 { $setting }）。

machine-title = 有 IOPS 和吞吐量上限的云盘
machine-why = IOPS 和吞吐量受卷规格和实例规格限制。有些卷和实例允许限时突发，短时间的运行只测到突发速度。
machine-advice = 查明卷和实例的上限，并与结果一起报告。运行时间要长于突发时间。
machine-example = nvme0n1 是云盘：aws EBS。
why-local = 这块盘属于这台主机：实例释放后数据就丢失，首次写入可能更慢。
advice-local = 测量前先把整块盘写一遍。

volume = { $device } 是云盘：{ $provider } { $volume }。
disk-at = { $device } 是云盘（{ $cloud }）。
disk = { $device } 是云盘。
instance = 实例类型为 { $instance }。

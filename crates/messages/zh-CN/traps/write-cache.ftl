plan-title = 易失性写缓存从不刷盘
plan-why = 内核不向该设备发送刷盘命令。断电会丢失 fsync 已确认的数据，sync 也显得比实际更快。
plan-advice = 运行之前，把 `write back` 写入该设备的 queue/write_cache。
plan-example =
    fio --name=w --filename=on-disk-set-write-through --rw=write --bs=4k --size=1G --fsync=1
    磁盘有易失性缓存，而 queue/write_cache 被设为 `write through`。

machine-title = 磁盘的易失性写缓存
machine-why = 写入虽已完成，刷盘之前并不持久。没有 fsync 的写测试，在缓存写满之前测的是缓存。
machine-advice = 测持久写用 fsync=1、fdatasync=1 或 sync=1，并且写入量要超过缓存容量。
machine-example = 内核报告 vda 有回写缓存。该设备不支持 FUA。

unknown = { $device } 的写缓存状态未知。
write-back = 内核报告 { $device } 有回写缓存。
no-write-back = 内核报告 { $device } 为“{ $mode }”，因此不向该设备发送刷盘命令。
overridden = { $device } 有易失性写缓存，但 queue/write_cache 被设为 `write through`：内核不向该设备发送刷盘命令。
fua = 该设备支持 FUA。
no-fua = 该设备不支持 FUA。

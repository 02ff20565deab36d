run-title = 持久写快得超出存储的能力
run-why = fsync 确认过的数据可能在易失性缓存或内存中，断电就会丢失。
run-advice = 关闭易失性缓存，或改用有掉电保护的设备。
run-example = 在 zram 设备上，fsync=1 只需 3 µs 就返回：这个设备就是内存。

fast = { $syncs } 次 sync 中有一半耗时不到 { $median }。
in-memory = { $devices } 是内存，断电后数据全部丢失。
flushed = { $devices } 收到 { $flushes } 次刷盘请求。
mounted-with = 文件系统的挂载选项含 { $option }，fsync 不会刷出磁盘的缓存。
advice-mount = 去掉 { $option } 重新挂载，然后重新运行。
advice-unflushed = 确认设备有掉电保护。queue/write_cache 为 `write through`，所以内核不发送刷盘请求。

too-fast-for-flash = { $writes } 次写入（含各自的 sync）每次耗时 { $mean }。只有内存和带掉电保护的设备才这么快。
fast-for-flash = { $writes } 次写入（含各自的 sync）每次耗时 { $mean }。大多数没有掉电保护的闪存更慢。
advice-unwitnessed = 确认设备带掉电保护，并且虚拟机监控程序会把刷盘传给设备。

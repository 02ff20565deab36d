plan-title = 每次运行都读取同一批随机块
plan-why = 第二次运行读取的，正是第一次运行留在缓存中的块：页缓存、宿主机的缓存或盘内缓存。
plan-advice = 设置 randrepeat=0，使每次运行读取不同的块，或在两次运行之间清空缓存。
plan-example =
    fio --name=test --filename=warm --rw=randread --io_size=200M --bs=4k --direct=0 --invalidate=0
    反复运行这条命令，从页缓存得到 2 GB/s。加上 `randrepeat=0` 后就不再如此：在 2 GiB 中重新随机读取 200 MiB，很少命中已缓存的块。

in-memory = randrepeat=1（默认）使每次运行都读取相同的 { $read }，而在 direct=0 和 invalidate=0 下，这些数据会留在页缓存中。
in-memory-warm = 测试目标现在有 { $share } 在页缓存中（{ $cached }）。
in-memory-cold = 测试目标现在最多有 1% 在页缓存中，所以首次运行从磁盘读取，以后的运行从页缓存读取。
below = randrepeat=1（默认）时，每次运行都重复同样的读取，共 { $read }。
below-virtual = 这块虚拟磁盘的宿主机可以缓存这么多数据。

plan-title = 写入与物理块不匹配
plan-why = 只写物理块的一部分时，磁盘必须先读出该块。
plan-advice = 写入大小取物理块的整数倍，或注明写入小于物理块。
plan-example =
    fio --name=w --filename=on-4k-disk --rw=randwrite --direct=1 --bs=4k --offset=512 --size=1G
    磁盘的物理块为 4 KiB，每次写入都各占两个物理块的一部分。

machine-title = 分区或块大小未对齐
machine-why = 只写物理块的一部分时，磁盘必须先读出该块。
machine-advice = 将 bs 和 blockalign 设为物理块的整数倍。分区从 1 MiB 处开始。
machine-example = sda1 从第 32256 字节开始，落在一个 4 KiB 物理块的中间。

unknown = { $device } 的块大小未知。
blocks = { $device } 的块为 { $logical }。
blocks-logical = { $device } 的逻辑块为 { $logical }。
blocks-emulated = { $device } 的逻辑块为 { $logical }，物理块为 { $physical }。
misaligned = { $device } 的起点没有与物理块对齐（alignment_offset={ $offset }）。
zoned = { $device } 分为多个区域（zone，{ $model }）。
read-only = { $device } 是只读的。
partition = { $device } 从 { $start } 处开始。
partition-misaligned = { $device } 从第 { $start } 字节开始，落在一个 { $physical } 物理块的中间。

parts = { $bytes } 字节的写入只覆盖 { $device } 物理块（{ $physical }）的一部分。
places = 偏移量或对齐为 { $bytes } 字节，写入会跨越 { $device } 物理块（{ $physical }）的边界。

why-zoned = host-managed 磁盘的大多数区域（zone）只接受顺序写入。
why-read-only = 无法写入任何数据。

advice-blocks = 写入大小取 { $physical } 字节的整数倍。
advice-zoned = 使用 zonemode=zbd。
advice-read-only = 运行 `blockdev --setrw`，或只测量读取。
advice-partition = 重建该分区，从 1 MiB 处开始。
advice-loop = 用 `losetup --offset` 重新挂接该文件，偏移量取 { $physical } 的整数倍。
advice-places = 将 offset 和 blockalign 设为物理块的整数倍。

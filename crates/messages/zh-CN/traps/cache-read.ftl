plan-title = 读取由页缓存应答
plan-why = 测得的是内存的吞吐量和延迟，不是磁盘的。
plan-advice = 设置 direct=1。如果要测的就是缓存，请使用大于内存两倍的测试目标，并设置 invalidate=1。
plan-example =
    fio --name=test --filename=warm --rw=randread --size=200M --bs=4k --norandommap --runtime=60 --time_based
    块在一遍之内会重复，读完几百 MiB 后几乎所有块都在内存中：一块只有 15 MB/s 的磁盘显示为 2 GB/s。

run-title = 读取由页缓存应答
run-why = 测得的是内存的吞吐量，不是磁盘的吞吐量。
run-advice = 设置 direct=1，或先运行 `fiord cache drop`，再使用大于内存的测试目标。
run-example = 以 direct=0 和 invalidate=0 读取刚写好的 200 MiB 文件：磁盘只提供 4 MiB，其余来自内存。

mapped = ioengine=mmap 从页缓存复制数据。已缓存的页不产生 I/O，设置 direct=1 也一样。
laid-out = 文件在运行前刚通过页缓存写入，invalidate=0 使它留在页缓存中。
left-warm = 测试目标的 { $share }（{ $cached }）现在就在页缓存中，而作业设置了 direct=0 和 invalidate=0。
left-warm-unknown = 在 direct=0 和 invalidate=0 下，已缓存的数据留在页缓存中，由它应答读取。
left-warm-hidden = 内核不向当前用户显示缓存了多少。
pre-read = 计时开始前，整个文件先读入页缓存（pre_read=1）。
again = 至少 { $share } 的读取命中内存。测试目标要读 { $passes } 遍（direct=0）。
again-sized = 至少 { $share } 的读取命中内存。测试目标（{ $size }）要读 { $passes } 遍（direct=0）。
again-by-time = 测试目标读完第一遍后，每次读取都是重复读取（direct=0，time_based）。测试目标小于内存，放得下。
again-by-time-sized = 测试目标读完第一遍后，每次读取都是重复读取（direct=0，time_based）。测试目标（{ $size }）小于内存，放得下。
at-random = 读取经过页缓存（direct=0）。invalidate=1 会先把文件清出缓存，所以每个块的第一次读取来自磁盘。
skewed = 该分布偏向某些块。据此估算，作业在快速固态硬盘上会读取约 { $touched } 互不相同的块。内存放得下这些块，之后再读就会命中内存（direct=0）。
read-ahead = { $block } 的读取有全部或部分数据已在内存中。作业是顺序读且 direct=0，因此内核会以大请求预读。
read-ahead-sized = { $block } 的读取有全部或部分数据已在内存中。作业是顺序读且 direct=0，因此内核会以大请求预读（预读为 { $kib } KiB）。
disk-table = 作业读取 { $reads } 次，共 { $bytes }，而 { $disks } 只处理了 { $requests } 个请求（fio 的磁盘统计）。
measured = { $share } 的数据来自页缓存（共读取 { $issued }，{ $devices } 实际提供 { $delivered }）。
measured-compressed = { $share } 的数据不来自任何设备（共读取 { $issued }，{ $devices } 实际提供 { $delivered }）。这些数据来自页缓存，或者 { $file-system } 因压缩而读得更少。

why-at-random = 每次缓冲读都要从页缓存复制数据。其他程序刚读过的数据不产生 I/O。
why-read-ahead = 吞吐量是内核请求的吞吐量，延迟有一部分是内存的延迟。磁盘看到的不是作业的块大小。

advice-mapped = 改用其他 I/O 引擎，并设置 direct=1。

plan-title = 挂载选项改变了写操作的含义
plan-why = 哪些数据到达磁盘、何时到达，取决于这些选项。
plan-advice = 使用默认选项挂载，或在结果中注明挂载选项。
plan-example =
    fio --name=w --filename=on-volatile-overlay --rw=write --bs=4k --size=1G --fsync=1
    该文件位于以 volatile 挂载的 overlay 上，fsync 什么也不做。

machine-title = 挂载选项改变了写操作的含义
machine-why = 哪些数据到达磁盘、何时到达，取决于这些选项。
machine-advice = 使用默认选项挂载，或在结果中注明挂载选项。
machine-example = /data 的挂载选项包含 nobarrier，fsync 不会让磁盘刷盘。

mounted = { $mount } 的挂载选项包含 { $option }。
nothing-written = 无法写入任何数据。
each-write-waits = 每次写都等待磁盘，相当于 sync=1。
each-directory-change-waits = 每次修改目录都等待磁盘。
no-flush = fsync 不会刷出磁盘的缓存。
written-twice = 数据会写两遍。
no-block-layer = I/O 直接访问内存，因此测不到块层。
reads-write = 每次读都会写入访问时间。
rewrites-later = 文件系统之后会重写小块随机写的数据。
no-sync = fsync 什么也不做：数据仍留在内存中。

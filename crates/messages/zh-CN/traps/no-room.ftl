plan-title = 文件系统容量不足以运行该作业
plan-why = 空间用完的作业会以 ENOSPC 结束。在此之前，它测的是几乎写满的文件系统，同一文件系统上的其他写入者也会没有空间可用。
plan-advice = 减小 size：不超过可用空间的 90%。需要传输更多数据时，把 io_size 设得比 size 大。
plan-example =
    fio --name=w --rw=write --direct=1 --bs=1m --size=4t
    可用空间为 1 TB，而作业需要 4.4 TB。

fills = fill_device=1 使作业一直写到可用空间（{ $free }）用完。
needs-too-much = 文件还需要 { $needed }，但可用空间只有 { $free }。作业会以 ENOSPC 结束。
needs-too-much-or-time = 文件还需要 { $needed }，但可用空间只有 { $free }。作业会以 ENOSPC 结束，除非先到运行时间。
needs-nearly-all = 可用空间为 { $free }，文件需要其中的 { $needed }。作业会几乎写满文件系统。
of-jobs-before = 所需空间中有 { $others } 用于此作业之前各作业的文件。

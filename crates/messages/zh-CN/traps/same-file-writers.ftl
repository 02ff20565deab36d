plan-title = 多个工作线程写同一个文件的相同块
plan-why = 各工作线程互相覆盖对方的块。大部分写操作在缓存和合并中消失，而同一个块在合计时按线程各计一次。
plan-advice = 每个工作线程使用自己的文件（去掉 filename），或使用同一文件中各自的部分（offset_increment 加 size）。
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --size=15G --io_size=10G --bs=1024k --numjobs=32 --group_reporting
    32 个工作线程写相同的 10 GiB：2345 MB/s；每个线程写自己的文件时只有 187 MB/s。

run-title = 多个工作线程写了同一个文件的相同块
run-why = 各工作线程互相覆盖了对方的块。各线程速率之和可能高于磁盘的吞吐量。
run-advice = 每个工作线程使用自己的文件（去掉 filename），或设置 offset_increment=SIZE，使每个线程有自己的部分。
run-example = numjobs=16、filename=/data/f：16 × 100 MiB 都写到相同的 100 MiB。

another-job = 本次运行的作业 { $other } 同时从相同的偏移量写 { $path }。

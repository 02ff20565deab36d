plan-title = 同步引擎忽略队列深度
plan-why = 每个工作线程同一时刻只有一个在途 I/O。结果是 iodepth=1 的结果，报告的却是另一个队列深度。
plan-advice = 需要队列深度时，设置 ioengine=io_uring（或 libaio 加 direct=1）；需要更多同步工作线程时，设置 numjobs。
plan-example =
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=500M --rw=randread --iodepth=16 --numjobs=16
    16 个工作线程各有一个在途 I/O。iodepth 的值始终用不上。

run-title = 同步引擎忽略队列深度
run-why = 无论 iodepth 是多少，同步引擎的每个工作线程都只有一个在途 I/O。
run-advice = 设置 ioengine=io_uring 或 libaio 加 direct=1，或用 numjobs 增加在途 I/O。
run-example = ioengine=psync iodepth=64：IOPS 乘以延迟，队列深度只有 1.0。

planned-one = 只有一个在途 I/O：ioengine={ $engine } 时，iodepth={ $iodepth } 不起作用。
planned = 每个工作线程有一个在途 I/O，合计 { $depth } 个。ioengine={ $engine } 时，选项 iodepth={ $iodepth } 不起作用。
held = 每个工作线程的平均队列深度为 { $depth }：ioengine={ $engine } 时，iodepth={ $iodepth } 没有起作用。

plan-title = 数据量使运行提前结束
plan-why = 如果 size 使作业结束，测量多久就取决于设备：快设备的测量时间比慢设备短。
plan-advice = 设置 time_based 和 runtime；或去掉 runtime，把 io_size 设得足够大，使作业运行到所需的时间。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --rw=randread --size=2G --iodepth=64 --runtime=60
    只要达到 36 MB/s，作业不到 60 s 就读完 2 GiB。

run-title = 运行早于 runtime 结束
run-why = 没有 time_based 时，作业传完全部数据（size）就结束，运行时间短于所要求的时间。
run-advice = 设置 time_based。
run-example = runtime=60 size=1G：作业 2.1 s 读完 1 GiB 就结束了。
advice-wears-out = 把 size 设得足够大，使任何工作线程都不会在 runtime 之前完成。--wear-out 不支持 time_based。

no-runtime = 没有 runtime 时 time_based 不起作用：作业传完全部数据（size）就结束。
planned-never = 没有 time_based，永远到不了 { $runtime } s 的 runtime：即使只有 100 MB/s、每个 I/O 2 ms，作业也只需约 { $slowest } 就传完 { $total }。
planned = 没有 time_based，size 可能使作业提前结束：速度高于 { $rate }/s（{ $iops } IOPS）时，作业在 { $runtime } s 的 runtime 之前就传完 { $total }。
ended = 作业传完全部数据（size）就结束了：只运行 { $lasted }，而不是 { $runtime } s。
ended-by-ios = 作业做完 { $count } 个 I/O（number_ios）就结束了：只运行 { $lasted }，而不是 { $runtime } s。
ended-steady = 作业达到稳态就结束了：只运行 { $lasted }，而不是 { $runtime } s。
ended-by-another = 作业只运行了 { $lasted }，而不是 { $runtime } s：另一个作业设置了 exitall，会结束所有作业。
why-ended = 运行时间短于所要求的时间。
advice-ios = 去掉 number_ios 并设置 time_based，使作业运行到规定的时间。
advice-steady = 去掉 steadystate，使作业运行到规定的时间。
advice-another = 去掉 exitall，或只采用所有作业都在运行的那段时间的结果。

plan-title = 运行时间太短
plan-why = 最初几秒的结果取决于缓存、启动过程和偶然因素。磁盘要过几分钟才进入稳态。
plan-advice = 设置 time_based，runtime 至少为 60（SNIA 按一分钟一轮测量），并多次重复运行。
plan-example =
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=50M --rw=randread
    12,800 次读在快的磁盘上只需一秒。

run-title = 运行时间太短
run-why = 缓存、突发额度和设备的后台工作会在几秒到几分钟内变化，开头的结果没有代表性。
run-advice = 设置 runtime=60 和 time_based。
run-example = size=100M，速度 800 MB/s，只需 0.13 秒。

planned-certain = 作业最多运行 { $time }。
planned = 在快速固态硬盘上，作业约需 { $fast }。
planned-total = 作业共传输 { $total }，在快速固态硬盘上约需 { $fast }。
planned-slow = 按 100 MB/s、每个 I/O 2 ms 计算，作业约需 { $slow }；在快速固态硬盘上约需 { $fast }。
planned-slow-total = 作业共传输 { $total }。按 100 MB/s、每个 I/O 2 ms 计算，约需 { $slow }；在快速固态硬盘上约需 { $fast }。
took = 本次运行耗时 { $time }。
ran = 本次运行耗时 { $time }（{ $ios } 个 I/O）。

advice-wears-out = 把 runtime 设为 60 或更长作为期限，并使用更大的 size，使作业不会提前结束。--wear-out 不支持 time_based。

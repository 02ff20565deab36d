plan-title = 延迟记录已关闭
plan-why = 不读时钟，就不知道延迟。
plan-advice = 要看延迟，就去掉 gtod_reduce 和 disable_*。在 fiord 中读时钟的开销很小。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --gtod_reduce=1 --bs=4k --iodepth=64 --size=4G --rw=randread
    只有 IOPS，不记录延迟。

run-title = 没有记录延迟
run-why = 没有时间戳，就不知道延迟。
run-advice = 要看延迟，就去掉 gtod_reduce 和 disable_*。
run-example = 延迟测试中用了 gtod_reduce=1：表中没有 clat。

reduced = gtod_reduce=1：不记录延迟和百分位。
disabled = { $options } 关闭了延迟记录。
disabled-in-part = 以下延迟不会记录：{ $latencies }（{ $options }）。其他延迟照常记录。
without-percentiles = 以下延迟不会记录：{ $latencies }（{ $options }）。其他延迟照常记录，但没有百分位。
unrecorded = 没有记录完成延迟。

plan-title = 延遲記錄已關閉
plan-why = 不讀時鐘，就不知道延遲。
plan-advice = 要看延遲，就移除 gtod_reduce 和 disable_*。在 fiord 中讀時鐘的額外負擔很小。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --gtod_reduce=1 --bs=4k --iodepth=64 --size=4G --rw=randread
    只有 IOPS，不記錄延遲。

run-title = 沒有記錄延遲
run-why = 沒有時間戳記，就不知道延遲。
run-advice = 要看延遲，就移除 gtod_reduce 和 disable_*。
run-example = 延遲測試中用了 gtod_reduce=1：表格中沒有 clat。

reduced = gtod_reduce=1：不記錄延遲和百分位。
disabled = { $options } 關閉了延遲記錄。
disabled-in-part = 以下延遲不會記錄：{ $latencies }（{ $options }）。其他延遲照常記錄。
without-percentiles = 以下延遲不會記錄：{ $latencies }（{ $options }）。其他延遲照常記錄，但沒有百分位。
unrecorded = 沒有記錄完成延遲。

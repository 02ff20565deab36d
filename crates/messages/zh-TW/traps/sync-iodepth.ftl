plan-title = 同步引擎忽略佇列深度
plan-why = 每個工作執行緒同一時間只有一個在途 I/O。結果是 iodepth=1 的結果，報告的卻是另一個佇列深度。
plan-advice = 需要佇列深度時，設定 ioengine=io_uring（或 libaio 加 direct=1）；需要更多同步工作執行緒時，設定 numjobs。
plan-example =
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=500M --rw=randread --iodepth=16 --numjobs=16
    16 個工作執行緒各有一個在途 I/O。iodepth 的值從未用到。

run-title = 同步引擎忽略佇列深度
run-why = 不論 iodepth 是多少，同步引擎的每個工作執行緒都只有一個在途 I/O。
run-advice = 設定 ioengine=io_uring 或 libaio 加 direct=1，或用 numjobs 增加在途 I/O。
run-example = ioengine=psync iodepth=64：IOPS 乘以延遲，佇列深度只有 1.0。

planned-one = 只有一個在途 I/O：ioengine={ $engine } 時，iodepth={ $iodepth } 沒有作用。
planned = 每個工作執行緒有一個在途 I/O，合計 { $depth } 個。ioengine={ $engine } 時，選項 iodepth={ $iodepth } 沒有作用。
held = 每個工作執行緒的平均佇列深度為 { $depth }：ioengine={ $engine } 時，iodepth={ $iodepth } 沒有作用。

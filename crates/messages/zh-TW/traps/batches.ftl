plan-title = 批次處理掩蓋了真實延遲
plan-why = 一批中的 I/O 要等其他 I/O，等待時間也算成了裝置的延遲。
plan-advice = 測延遲時批次大小設為 1。只有測 IOPS 時才用大批次。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --iodepth=64 --iodepth_batch_complete_min=16 --size=4G --rw=randread
    16 個 I/O 全部完成後，工作才看得到其中最先完成的那一個。

run-title = 批次處理掩蓋了真實延遲
run-why = 每批只有一個時間戳記，一批中的所有 I/O 看起來都和最後一個一樣慢。
run-advice = 測延遲時設定 iodepth_batch_complete_min=1。
run-example = iodepth_batch_complete_min=16：p50 接近 p99，因為每個 I/O 都和同批 16 個中的最後一個一樣晚。

awaited = 工作每次至少等 { $batch } 個 I/O 完成：每個 I/O 都和同批的最後一個一樣晚。
submitted = 工作每批最多提交 { $batch } 個 I/O：一批中的第一個要等最後一個。
taken = 工作每次至少等了 { $batch } 個 I/O 完成。

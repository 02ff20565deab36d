plan-title = 經過頁面快取的原生 AIO
plan-why = Linux 在 io_submit 內部完成緩衝 I/O，傳回時 I/O 已經做完，在途 I/O 只有一個。全部延遲都計入 slat，clat 中沒有。
plan-advice = 設定 direct=1。若要非同步緩衝 I/O，設定 ioengine=io_uring。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=0 --rw=randrw --rwmixread=70 --bs=4k --iodepth=64 --runtime=60
    工作要求 64 個在途 I/O，實際始終只有一個。

run-title = 非同步引擎實際上同步執行
run-why = 沒有 direct=1 時，libaio 在提交呼叫內部完成整個 I/O，永遠達不到要求的佇列深度。
run-advice = 設定 direct=1 或 ioengine=io_uring。
run-example = libaio，direct=0，iodepth=32：300 µs 中有 290 µs 是 slat。

planned = ioengine=libaio 且 direct=0：iodepth={ $iodepth } 實際上一次只有一個 I/O，而且在提交呼叫內部完成。
in-submit = 工作執行緒有 { $share } 的時間花在提交呼叫內部等待資料（每次呼叫 { $latency }）。
in-submit-of-depth = 工作執行緒有 { $share } 的時間花在提交呼叫內部等待資料（每次呼叫 { $latency }）。每個工作執行緒一次只等待一個 I/O：儲存裝置上的佇列深度是 { $workers }，而不是 { $asked }。

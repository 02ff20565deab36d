plan-title = 佇列深度大於裝置佇列
plan-why = 裝置佇列放不下的 I/O 會在核心中等待：延遲變長，裝置上的佇列深度卻沒有增加。
plan-advice = 讓 iodepth × numjobs 不超過裝置佇列。執行後用 IOPS × 延遲核對是否達到要求的深度。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --io_size=100M --rw=randread --iodepth=32 --numjobs=32
    工作要求 1,024 個在途 I/O，裝置佇列只能容納 256 個請求。

run-title = 未達到佇列深度
run-why = 結果只對實際達到的佇列深度有效，不代表所要求的深度。
run-advice = 增加工作數或加大批次，或檢查提交慢的原因（CPU、限制、鎖）。
run-example = io_uring 以 iodepth=32 對 ext4 上的檔案附加寫入：32 個 I/O 中有 31.8 個在途，但 sda 忙碌時佇列中只有 1 個，因為檔案系統會把延伸檔案的寫入序列化。
advice-grew = 執行前先把檔案寫好（`fiord prepare FILE --size …`）。檔案系統會把延伸檔案的寫入序列化。

room = 工作要求佇列深度 { $requested }（iodepth × numjobs），但裝置佇列只能容納 { $room } 個請求。
in-flight = 要求 { $requested } 個在途 I/O，實際平均為 { $achieved } 個。
queue = { $devices } 佇列中的 I/O 平均為：忙碌時 { $busy } 個，全程 { $overall } 個。
queue-short = 但 { $devices } 佇列中的 I/O 平均只有：忙碌時 { $busy } 個，全程 { $overall } 個。其餘 I/O 在裝置佇列之外等待。
advice-pauses = 移除 thinktime 以達到要求的佇列深度，或註明實際達到的深度。

plan-title = 執行時間太短
plan-why = 最初幾秒的結果取決於快取、啟動過程和偶然因素。磁碟要過好幾分鐘才會進入穩態。
plan-advice = 設定 time_based，runtime 至少為 60（SNIA 以一分鐘為一輪測量），並重複執行數次。
plan-example =
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=50M --rw=randread
    12,800 次讀取在快的磁碟上只要一秒。

run-title = 執行時間太短
run-why = 快取、爆量額度和裝置的背景工作會在幾秒到幾分鐘內變化，開頭的結果沒有代表性。
run-advice = 設定 runtime=60 和 time_based。
run-example = size=100M，速度 800 MB/s，只要 0.13 秒。

planned-certain = 工作最多執行 { $time }。
planned = 在快的固態硬碟上，工作約需 { $fast }。
planned-total = 工作共傳輸 { $total }，在快的固態硬碟上約需 { $fast }。
planned-slow = 以 100 MB/s、每個 I/O 2 ms 計算，工作約需 { $slow }；在快的固態硬碟上約需 { $fast }。
planned-slow-total = 工作共傳輸 { $total }。以 100 MB/s、每個 I/O 2 ms 計算，約需 { $slow }；在快的固態硬碟上約需 { $fast }。
took = 這次執行花了 { $time }。
ran = 這次執行花了 { $time }（{ $ios } 個 I/O）。

advice-wears-out = 把 runtime 設為 60 以上當作期限，並加大 size，讓工作不會提早結束。--wear-out 不支援 time_based。

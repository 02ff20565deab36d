run-title = 報告本身顯示裝置上還有其他負載
run-why = 其他 I/O 占用了裝置的一部分時間。沒有這些負載，工作會更快，但快多少不得而知。
run-advice = 停掉其他負載，重新執行。不要拿舊結果與閒置裝置上的執行比較。
run-example =
    fiord import report.md
    報告中的 iostat 顯示，工作開始之前裝置上已有每秒 10,638 次寫入。

before = 執行開始前，{ $device } 上每秒已有 { $reads } 次讀取、{ $writes } 次寫入（{ $rate } MB/s，第 { $line } 行的 iostat）。
table = { $device } 完成了 { $completed } 次{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }，而工作只發出了 { $issued } 次（fio 的磁碟統計）。

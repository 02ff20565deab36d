run-title = 工作執行緒因錯誤而結束
run-why = 結果只包含出錯之前的部分。
run-advice = 排除原因後重新執行。
run-example = 64 MiB 只寫到 16 MiB：裝置空間不足（No space left on device）。

only-worker = 工作執行緒出錯：{ $error }。
some-workers = { $workers } 個工作執行緒中有 { $failed } 個出錯：{ $error }。

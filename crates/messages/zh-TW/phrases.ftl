unknown-device = 未知裝置
the-device = 這個裝置
the-target = 測試目標
range = { $low } 至 { $high }
set = 執行 `fiord doctor --fix`，或 `echo { $value } > { $file }`。

warning-spare = 備用區塊不足
warning-temperature = 溫度異常
warning-reliability = 可靠度下降
warning-read-only = 唯讀
warning-backup = 揮發性記憶體備份失敗

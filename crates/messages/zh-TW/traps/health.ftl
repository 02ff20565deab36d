machine-title = 磁碟過熱、耗損或出錯
machine-why = 過熱的磁碟會自行降速，耗損的磁碟一邊修正錯誤一邊回應 I/O。
machine-advice = 替磁碟散熱，或換一顆磁碟。`nvme smart-log` 和 `smartctl -x` 會顯示更多內容。
machine-example = nvme0n1 的溫度為 84 °C（警告溫度為 83 °C）。
why-no-smart-log = 讀取 SMART 日誌需要 root，而有些虛擬磁碟沒有這種日誌。
why-below-warning = 長時間測試可能讓磁碟升溫到警告溫度，之後磁碟會自行降速。

temperature = { $device } 的溫度為 { $temperature } °C。
temperature-warning = { $device } 的溫度為 { $temperature } °C（警告溫度為 { $warning } °C）。
critical-warning = { $device } 回報嚴重警告：{ $warnings }。
media-errors = { $device } 回報 { $errors } 個媒體錯誤。
wear = { $device } 的壽命已用 { $used }%，備用區塊還剩 { $spare }%。
no-smart-log = 無法讀取 { $device } 的 SMART 日誌。
ask-smartctl = 沒有讀取 { $device } 的 SMART 資料：請用 smartctl -x 查看。

run-title = 磁碟過熱、降速或出錯
run-why = 過熱的磁碟機會自行降速，修正錯誤的磁碟機會重複讀取。結果只對當時的狀態有效：它取決於室溫和先前的執行。
run-advice = 替磁碟機散熱，冷卻後重新執行，並查看速率隨時間的變化。如果有錯誤，先檢查磁碟機（nvme smart-log、smartctl -x）。
run-example = 警告溫度為 84 °C 的磁碟機，寫入十分鐘後從 61 °C 升到 86 °C；這段時間 SMART 日誌記錄了 240 秒的過熱降速。平均值混合了冷的和已降速的磁碟機。

got-hot = { $device } 變熱：開始時 { $before } °C，結束時 { $after } °C。磁碟機的警告溫度為 { $limit } °C。
was-hot = { $device } 一開始就很熱：開始時 { $before } °C，結束時 { $after } °C。磁碟機的警告溫度為 { $limit } °C。
cooled-down = { $device } 已從警告溫度降下來：開始時 { $before } °C，結束時 { $after } °C。磁碟機的警告溫度為 { $limit } °C。
critical-warning = { $device } 發出嚴重警告（{ $warnings }）。
slowed = { $device } 因溫度過高自行降速 { $seconds } 秒。
critical-minutes = { $device } 有 { $minutes } 分鐘超過臨界溫度。
warning-minutes = { $device } 有 { $minutes } 分鐘超過警告溫度。
media-errors = { $device } 新增 { $errors } 個媒體錯誤。
spare-lost = { $device } 損失了 { $percent }% 的備用區塊。
life-used = { $device } 在執行期間消耗了額定壽命的 { $percent }%，累計 { $total }%。

machine-title = 刪除檔案時送出 discard
machine-why = 下一項測試執行時，磁碟還在處理 discard。
machine-advice = 以 nodiscard 掛載，測試前執行 fstrim；或刪除檔案後等一段時間再測。
machine-example = / 的掛載選項含 discard。

online = { $mount } 的掛載選項含 discard。
cannot-discard = { $device } 不支援 discard。
can-discard = { $device } 以 { $granularity } 為單位執行 discard。

machine-title = 檔案系統啟用了配額
machine-why = 每次配置空間都會計入配額。測試可能在磁碟寫滿之前就先達到配額。
machine-advice = 使用現有的檔案（`fiord prepare`），或使用沒有配額的使用者。
machine-example = /home 的掛載選項有 usrquota。

no-quota = { $mount } 的掛載選項中沒有配額。
got = { $mount } 的掛載選項有 { $options }。配額剩餘空間不明。

machine-title = 檔案系統壓縮
machine-why = 可壓縮的資料不會全部寫入，結果因資料而異。
machine-advice = 使用無法壓縮的資料（refill_buffers=1），或對這個檔案關閉壓縮。
machine-example = /home 使用 zstd:3 壓縮。

compressed = { $mount } 使用 { $algorithm } 壓縮。

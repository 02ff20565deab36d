reads = 讀取
writes = 寫入
trims = 捨棄

no-file-system = 直接開啟裝置，不經過檔案系統。
silent-file-system = 該檔案系統不回報這個追蹤點。
no-scheduler = 請求繞過 I/O 排程器，或沒有 I/O 排程器。
no-requests = 該裝置接收 bio，不接收 request。
no-event = 本核心不回報這個追蹤點。
not-seen = 追蹤資料中沒有這個追蹤點。

system-call = 系統呼叫
system-call-and-limits = 系統呼叫、I/O 限制
file-system-and-limits = 檔案系統、I/O 限制
wait-for-tag = 等待 tag
plug = plug
dispatch = 派送
scheduler = I/O 排程器
driver-and-device = 驅動程式和裝置
device-without-requests = 以 bio 運作的裝置
file-system = 檔案系統
file-system-without-device = 檔案系統，無裝置
wake-up = 喚醒

lost-events = 核心的追蹤緩衝區太小，遺失了 { $lost } 個事件。請加大 --layers-buffer。
unknown-loss = 核心不回報是否遺失了事件。
unread-pages = 追蹤資料有 { $pages } 頁無法讀取。
lost-stamps = fiord 的時間戳記緩衝區已滿，遺失了 { $lost } 個 I/O 的時間戳記。
nothing-traced = 本次執行啟用追蹤的時段裡沒有 I/O。請延長執行時間。
buffered = I/O 經過頁面快取，因此裝置的 I/O 與工作的 I/O 並不對應。請設定 direct=1。
joined = { $ios } 個 I/O 中只有 { $joined } 個能在追蹤資料中找到，應達到 { $needed }。
does-not-add-up = 各階段合計 { $sum }，而平均延遲為 { $latency }。

no-request = { $device } 處理的請求中沒有一個追蹤完整。
share-ours = { $device } 處理的 { $requests } 個請求中，{ $share } 來自本次執行。

cost-of-all = 整次執行都啟用了追蹤。追蹤的額外負擔未知，以上數值包含這項額外負擔。
cost-unknown = 追蹤的額外負擔未知：本次執行只有 { $pairs } 對有追蹤和無追蹤的時間片段，需要 { $needed } 對。有一半的執行時間啟用了追蹤，以上數值包含這一半的額外負擔。
cost = 追蹤對每個 I/O 的額外負擔為 { $median }（{ $level }% 信賴區間 { $low } 至 { $high }，{ $pairs } 對時間片段）。有一半的執行時間啟用了追蹤，以上數值包含這一半的額外負擔。
several-stages = 多個階段

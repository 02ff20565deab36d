run-title = %util 接近 100% 會誤導
run-why = %util 是至少有一個請求的時間占比。能平行處理許多請求的裝置可能還有餘力。
run-advice = 加大佇列深度再執行，直到速率不再增加。
run-example = NVMe 磁碟在 iodepth=1 時 util=99.8%，而 iodepth=32 時的速率是它的十倍。
limit-first = 提高決定速率的限制。只有請求在計入限制之前就被合併時，更大的佇列深度才有幫助。

got = { $device } 的 util 為 { $util }%，但它能平行處理許多請求。
queue = 該裝置的平均佇列深度為 { $depth }。

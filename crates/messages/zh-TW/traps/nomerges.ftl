machine-title = 請求合併受到限制
machine-why = 相鄰的小請求可能一個一個送到磁碟；在預設設定的機器上則會合併。
machine-advice = 把 queue/nomerges 設為 0，或在結果中註明這個設定。
machine-example = nvme0n1 不合併請求（nomerges 為 2）。

unknown = { $device } 的 nomerges 設定不明。
usual = { $device } 照常合併請求。
simple = { $device } 只做簡單的合併（nomerges 為 1）。
off = { $device } 不合併請求（nomerges 為 { $setting }）。

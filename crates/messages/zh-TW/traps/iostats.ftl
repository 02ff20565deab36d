machine-title = 磁碟沒有 I/O 計數器
machine-why = 沒有計數器，就分不出資料是讀自磁碟還是記憶體，也看不到其他行程是否在用這顆磁碟。
machine-advice = 把 queue/iostats 設為 1。
machine-example = nvme0n1 不統計自己的 I/O（queue/iostats 為 0）。

counts = { $device } 會統計自己的 I/O。
counts-always = 雖然 queue/iostats 為 0，{ $device } 仍會統計自己的 I/O。
counts-nothing = { $device } 不統計自己的 I/O（queue/iostats 為 0）。

plan-title = 揮發性寫入快取從不沖刷
plan-why = 核心不向該裝置發出沖刷命令。斷電會遺失 fsync 已確認的資料，sync 也顯得比實際更快。
plan-advice = 執行前把 `write back` 寫入該裝置的 queue/write_cache。
plan-example =
    fio --name=w --filename=on-disk-set-write-through --rw=write --bs=4k --size=1G --fsync=1
    磁碟有揮發性快取，而 queue/write_cache 被設為 `write through`。

machine-title = 磁碟的揮發性寫入快取
machine-why = 寫入雖已完成，沖刷之前並不持久。沒有 fsync 的寫入測試，在快取寫滿之前測的是快取。
machine-advice = 測持久寫入用 fsync=1、fdatasync=1 或 sync=1，而且寫入量要超過快取容量。
machine-example = 核心回報 vda 有回寫快取。該裝置不支援 FUA。

unknown = { $device } 的寫入快取狀態不明。
write-back = 核心回報 { $device } 有回寫快取。
no-write-back = 核心回報 { $device } 為「{ $mode }」，因此不向該裝置發出沖刷命令。
overridden = { $device } 有揮發性寫入快取，但 queue/write_cache 被設為 `write through`：核心不向該裝置發出沖刷命令。
fua = 該裝置支援 FUA。
no-fua = 該裝置不支援 FUA。

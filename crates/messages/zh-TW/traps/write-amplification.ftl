run-title = 裝置寫入量大於工作寫入量
run-why = 日誌、中繼資料、寫入時複製和垃圾回收都會增加寫入量。裝置的寫入速率高於工作的速率。
run-advice = 若測檔案系統，不必更動。若測裝置，以區塊裝置為目標。
run-example = ext4 上 fsync=1 的 4 KiB 寫入：發出 12 MiB，磁碟寫入 41 MiB。

wrote = 發出 { $issued }，{ $devices } 寫入 { $written }（{ $factor } 倍）。
not-counted = 另有 { $foreign } 不是這次執行產生的，未計入。
# Of the drive's own counters, which also count other hosts of the drive.
flash = 依 { $device } 自身的計數器，主機寫入 { $host }，而快閃記憶體寫入了 { $media }（{ $factor } 倍）。

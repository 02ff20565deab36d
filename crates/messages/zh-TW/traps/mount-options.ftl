plan-title = 掛載選項改變了寫入的意義
plan-why = 哪些資料會到達磁碟、何時到達，取決於這些選項。
plan-advice = 用預設選項掛載，或在結果中註明掛載選項。
plan-example =
    fio --name=w --filename=on-volatile-overlay --rw=write --bs=4k --size=1G --fsync=1
    這個檔案位於以 volatile 掛載的 overlay，fsync 什麼都不做。

machine-title = 掛載選項改變了寫入的意義
machine-why = 哪些資料會到達磁碟、何時到達，取決於這些選項。
machine-advice = 用預設選項掛載，或在結果中註明掛載選項。
machine-example = /data 的掛載選項有 nobarrier，fsync 不會沖刷磁碟的快取。

mounted = { $mount } 的掛載選項有 { $option }。
nothing-written = 無法寫入任何資料。
each-write-waits = 每次寫入都會等待磁碟，如同 sync=1。
each-directory-change-waits = 目錄的每次變更都會等待磁碟。
no-flush = fsync 不會沖刷磁碟的快取。
written-twice = 資料會寫入兩次。
no-block-layer = I/O 直接存取記憶體，因此測不到區塊層。
reads-write = 每次讀取都會寫入存取時間。
rewrites-later = 檔案系統之後會重寫零碎的隨機寫入。
no-sync = fsync 什麼都不做：資料仍留在記憶體中。

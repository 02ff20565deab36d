plan-title = 每次執行都讀取同一批隨機區塊
plan-why = 第二次執行讀取的，正是第一次執行留在快取中的區塊：頁面快取、實體主機的快取或磁碟機內的快取。
plan-advice = 設定 randrepeat=0，讓每次執行讀取不同的區塊，或在兩次執行之間清空快取。
plan-example =
    fio --name=test --filename=warm --rw=randread --io_size=200M --bs=4k --direct=0 --invalidate=0
    反覆執行這個指令，從頁面快取得到 2 GB/s。加上 `randrepeat=0` 後就不再如此：在 2 GiB 中重新隨機讀取 200 MiB，很少命中快取過的區塊。

in-memory = randrepeat=1（預設）讓每次執行都讀取相同的 { $read }，而在 direct=0 和 invalidate=0 下，這些資料會留在頁面快取中。
in-memory-warm = 測試目標目前有 { $share } 在頁面快取中（{ $cached }）。
in-memory-cold = 測試目標目前最多有 1% 在頁面快取中，所以首次執行從磁碟讀取，之後的執行從頁面快取讀取。
below = randrepeat=1（預設）時，每次執行都重複同樣的讀取，共 { $read }。
below-virtual = 這個虛擬磁碟的實體主機可以快取這麼多資料。

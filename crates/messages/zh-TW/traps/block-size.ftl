plan-title = 寫入與實體區塊不合
plan-why = 只寫實體區塊的一部分時，磁碟必須先讀出該區塊。
plan-advice = 寫入大小取實體區塊的整數倍，或註明寫入小於實體區塊。
plan-example =
    fio --name=w --filename=on-4k-disk --rw=randwrite --direct=1 --bs=4k --offset=512 --size=1G
    磁碟的實體區塊為 4 KiB，每次寫入都各占兩個實體區塊的一部分。

machine-title = 分割區或區塊大小未對齊
machine-why = 只寫實體區塊的一部分時，磁碟必須先讀出該區塊。
machine-advice = 將 bs 和 blockalign 設為實體區塊的整數倍。分割區從 1 MiB 處開始。
machine-example = sda1 從第 32256 位元組開始，落在一個 4 KiB 實體區塊的中間。

unknown = 無法得知 { $device } 的區塊有多大。
blocks = { $device } 的區塊為 { $logical }。
blocks-logical = { $device } 的邏輯區塊為 { $logical }。
blocks-emulated = { $device } 的邏輯區塊為 { $logical }，實體區塊為 { $physical }。
misaligned = { $device } 的起點沒有與實體區塊對齊（alignment_offset={ $offset }）。
zoned = { $device } 分成多個區域（zone，{ $model }）。
read-only = { $device } 是唯讀的。
partition = { $device } 從 { $start } 處開始。
partition-misaligned = { $device } 從第 { $start } 位元組開始，落在一個 { $physical } 實體區塊的中間。

parts = { $bytes } 位元組的寫入只涵蓋 { $device } 實體區塊（{ $physical }）的一部分。
places = 位移或對齊為 { $bytes } 位元組，寫入會跨越 { $device } 實體區塊（{ $physical }）的邊界。

why-zoned = host-managed 磁碟的大多數區域（zone）只接受循序寫入。
why-read-only = 無法寫入任何資料。

advice-blocks = 寫入大小取 { $physical } 位元組的整數倍。
advice-zoned = 使用 zonemode=zbd。
advice-read-only = 執行 `blockdev --setrw`，或只測量讀取。
advice-partition = 重建該分割區，從 1 MiB 處開始。
advice-loop = 用 `losetup --offset` 重新掛接該檔案，位移取 { $physical } 的整數倍。
advice-places = 將 offset 和 blockalign 設為實體區塊的整數倍。

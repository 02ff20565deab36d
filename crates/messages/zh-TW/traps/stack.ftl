plan-title = 堆疊裝置只用到一顆磁碟，或本身有額外負擔
plan-why = 結果是這一層執行該工作的速度，不是底下磁碟的速度。
plan-advice = 在每顆磁碟上分別執行該工作。若是線性磁碟區，讓檔案或位移落在它的每一顆磁碟上。
plan-example =
    fio --name=w --filename=on-linear-lvm --rw=randwrite --direct=1 --bs=4k --size=4G
    該磁碟區的兩顆 NVMe 磁碟有一顆一直閒置：線性磁碟區用完一顆才用下一顆。

machine-title = 檔案與磁碟之間有影響結果的層
machine-why = 測得的是這一層與磁碟合在一起的結果。
machine-advice = 報告結果時註明這一層，或在它底下的磁碟上執行工作。
machine-example = dm-0 是 nvme0n1 和 nvme1n1 上的線性磁碟區。每個區塊只在其中一顆磁碟上。

run-title = 這一層底下的各顆磁碟使用不均
run-why = 在線性磁碟區上，相鄰的區塊位於同一顆磁碟，因此小檔案只用到一顆磁碟。測得的是忙碌的那些磁碟的結果。
run-advice = 改用條帶（striped）磁碟區，或註明這是單顆磁碟的結果。
run-example = 兩顆 NVMe 磁碟組成的線性磁碟區：4 GiB 中 nvme0n1 負責 0%，nvme1n1 負責 100%。

on-one-of = { $device } 是由 { $disks } 顆磁碟組成的線性磁碟區。該工作的測試區域可能只在其中一顆上。
encrypts = { $device } 會加密資料。每個 I/O 都包含加密所用的 CPU 時間。
copies = { $device } 是快照，或帶有快照。首次寫入某個區塊時，要先複製舊區塊。
parity = { $device } 是 { $level }。小型隨機寫入需要讀取並重寫同位資料。
file = { $device } 是以檔案為後端的 loop 裝置。
file-cached = { $device } 是以檔案為後端的 loop 裝置，並使用該檔案的頁面快取。
file-on-none = I/O 可能由該檔案的頁面快取回應。
file-on-one = 該檔案底下的檔案系統也一併測量。
file-on-several = 測得的結果包含兩個檔案系統。
layer = 中間有一層 { $device }（{ $kind }）。
layer-over = { $below } 之上有一層 { $device }（{ $kind }）。
plain = 共 { $disks } 顆磁碟，沒有影響結果的層。
no-disk = 這一層底下看不到磁碟。
unknown = { $path } 底下有哪些層不明。
uneven = { $moved } 在目標底下各顆磁碟上的分布不均：{ $parts }。
through-read = { $device } 讀取了 { $here }，其下的 { $below } 讀取了 { $there }。
through-written = { $device } 寫入了 { $here }，其下的 { $below } 寫入了 { $there }。
through-holes = 檔案的 { $share } 從未寫入。
through-rest-cached = 其餘部分在該檔案的頁面快取中。
through-rest-unknown = 其餘部分來源不明。
through-rest-maybe-cached = 其餘部分可能在該檔案的頁面快取中。
through-foreign = loop 裝置寫入的資料可能仍在該檔案的頁面快取中：{ $below } 寫入的資料中有 { $foreign } 來源不明。

why-through-image = 每個 I/O 還要經過存放後端檔案的檔案系統。
why-through-one = 每個 I/O 還要經過下面的檔案系統。
why-through-several = 每個 I/O 都經過兩個檔案系統。

advice-incomplete = 等陣列完整且閒置後再測。進度見 { $progress }。
advice-through-direct = 測試前先把整個檔案寫過一遍，或在存放後端檔案的檔案系統上執行工作。
advice-through = 在存放後端檔案的檔案系統上執行工作，或用 `losetup --direct-io=on` 掛接該檔案。

partition = 這是磁碟的一個分割區，與其他分割區共用磁碟的速度。
loop-direct = 這是 loop 裝置，資料在一個檔案中。每個 I/O 還要經過該檔案所在的檔案系統。
loop-buffered = 這是 loop 裝置，資料在一個經頁面快取存取的檔案中。即使是直接 I/O，也可能由記憶體回應。
loop-unknown = 這是 loop 裝置，資料在一個檔案中。直接 I/O 可能由該檔案的頁面快取回應。
zram = 這是壓縮記憶體。速度取決於資料內容，測不到任何磁碟。
bcache = 一顆快的磁碟為一顆慢的磁碟做快取（模式 { $mode }）。速度取決於有多少資料在快取中。
bcache-unknown-mode = 一顆快的磁碟為一顆慢的磁碟做快取（模式未知）。速度取決於有多少資料在快取中。

fs-disk = 緩衝 I/O 經過頁面快取，direct=1 通常會繞過頁面快取。
fs-copy-on-write = 檔案系統採用寫入時複製：覆寫通常會把資料存到新的位置。即使 direct=1，也可能由檔案系統的快取回應。
fs-network = 檔案在另一台機器上，網路與伺服器也會一併測到。
fs-host-shared = 檔案在虛擬機器的實體主機上，I/O 可能由實體主機的頁面快取回應。
fs-overlay = 這是多個目錄的疊加。第一次寫入下層目錄中的檔案之前，核心會複製整個檔案。
fs-fuse = 檔案由一個行程提供，頁面快取未能回應的 I/O 都要往返該行程。
fs-memory = 檔案系統在記憶體中，測不到任何磁碟。
fs-unknown = fiord 不認得這個檔案系統。

concatenation = 由 { $parts } 個裝置首尾相接而成，每個位址只在其中一個上。
linear = 這是下層裝置的一部分，速度與下層裝置相同。
striped = 跨條帶區塊的 I/O 會用到多個裝置，不跨條帶區塊的 I/O 只用一個。
striped-by = 跨條帶區塊（每塊 { $chunk }）的 I/O 會用到多個裝置，不跨條帶區塊的 I/O 只用一個。
crypt = 每個位元組的加密都要花 CPU 時間，I/O 還可能要等加密執行緒。
thin = 第一次寫入時才配置區塊。未寫入的區塊讀出來是零，不會存取磁碟。
thin-pool = 這個儲存池為精簡配置磁碟區提供區塊，各磁碟區共用它的速度。
dm-cache = 一顆快的磁碟為一顆慢的磁碟做快取。速度取決於有多少資料在快取中。
snapshot = 第一次寫入某個區塊時可能要複製舊資料，因此比之後的寫入慢。
multipath = 多條路徑通往同一顆磁碟，由路徑策略決定使用哪些路徑。
integrity = 資料要用雜湊值驗證，這會花 CPU 時間，並帶來額外的 I/O。
vdo = 資料會去除重複並壓縮，速度取決於資料內容。
test-target = 這是測試用的目標（{ $kind }），會故意延遲 I/O、讓 I/O 失敗、將其捨棄或記入日誌。
unknown-target = fiord 不認得 device mapper 的目標類型 { $kind }。
unknown-mapping = fiord 無法讀取對應關係，讀取需要實體主機上的 root 權限。
unknown-mapping-of-parts = 這個裝置由 { $parts } 個部分組成。fiord 無法讀取它們的組合方式，讀取需要實體主機上的 root 權限。
several-targets = 裝置的各部分使用不同的 device mapper 目標類型：{ $kinds }。

raid0 = 資料以條帶方式分散在所有成員磁碟上，不跨條帶區塊的 I/O 只用其中一顆。
raid1 = 成員磁碟互為鏡像。讀取可以使用所有成員磁碟，寫入通常要等所有成員磁碟完成。
raid10 = 資料在成員磁碟上做鏡像和條帶化。讀取可以使用所有副本，寫入要等每個副本完成。
raid-parity = 這個陣列有同位檢查。小於一個條帶的寫入通常要先讀取。
raid-linear = 成員磁碟首尾相接，每個位址只在其中一顆上。
raid-unknown = 多顆磁碟組成一個裝置。
busy = 陣列忙碌中：sync_action 為 { $action }。
missing = 缺少 { $members } 顆成員磁碟，或這些磁碟尚未重建完成。
bitmap = 陣列的 write-intent bitmap 會增加寫入。

disk-cloud = 這是網路上的雲端磁碟，限制取決於其價格等級。
disk-cloud-local = 這是執行個體所在實體主機的本機磁碟，執行個體終止後資料就會消失。
disk-nvme = 這顆磁碟有多個深佇列。
disk-network = 這顆磁碟在網路上，I/O 的延遲通常包含網路延遲。
disk-sata = 這顆磁碟只有一個佇列，最多可容納 32 個請求（NCQ）。
disk-scsi = 這顆磁碟接在 SCSI 主機匯流排介面卡上。
disk-raid-controller = 這是 RAID 控制器上的磁碟，I/O 可能由控制器的快取回應。
disk-san = 這顆磁碟在儲存網路上，陣列可能快取資料，也可能同時為其他主機服務。
disk-usb = USB 連線限制佇列深度，也可能限制吞吐量。
disk-virtual = 這是虛擬磁碟，實體主機可能會快取、共用它，或對它限流。
disk-card = 這是記憶卡或 eMMC。這類裝置大多一次只處理一個請求，隨機寫入很慢。
disk-persistent-memory = 這是沒有佇列的持續性記憶體，成本是 CPU 時間。
disk-memory = 這是記憶體，測不到任何磁碟。
disk-unknown = 這顆磁碟的類型未知。

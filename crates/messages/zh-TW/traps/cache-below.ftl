plan-title = 直接 I/O 繞不過的快取
plan-why = O_DIRECT 只繞過本核心的頁面快取，下面各層仍可能從記憶體回應。
plan-advice = 使用大於該快取的目標，或選擇本機磁碟上的路徑，其檔案系統要讓直接 I/O 直達磁碟。
plan-example =
    fio --name=test --filename=on-tmpfs --rw=randread --size=1G --bs=4k --direct=1
    檔案在 tmpfs 上。無論有沒有 `direct=1`，所有讀取都來自記憶體。

run-title = 資料來自頁面快取底下的快取
run-why = direct=1 只繞過本系統的頁面快取。檔案系統、實體主機或控制器的快取仍可能回應。
run-advice = 直接在區塊裝置上執行，或使用遠大於該快取的目標。
run-example = 直接讀取 tmpfs 上的檔案達到 8 GB/s：這個檔案系統就是記憶體。

machine-title = 可能有直接 I/O 繞不過的快取
machine-why = 虛擬磁碟的實體主機或控制器的記憶體可能回應讀取、接收寫入。
machine-advice = 使用大於該記憶體的目標，並檢查實體主機的 cache 模式。
machine-example = vda 是虛擬磁碟：實體主機的頁面快取可能直接回應。

memory-fs = { $path } 在 { $fs_type } 上，那是記憶體，不是磁碟。
zfs = ZFS 有自己的快取（ARC），direct=1 不一定能繞過。
host-shared = { $fs_type } 呈現的是實體主機的目錄，direct=1 繞不過實體主機的頁面快取。
fuse = { $fs_type } 由一個行程提供服務，即使 direct=1，該行程也可能快取資料。
network = { $fs_type } 由另一台機器提供服務，direct=1 繞不過伺服器的快取。
zram = { $device } 是壓縮記憶體。
loop-through-cache = { $device } 經過其後端檔案的頁面快取（loop 裝置沒有使用直接 I/O）。
raid-controller = { $device } 是 RAID 控制器的磁碟區：控制器的記憶體可能直接回應。
virtual-disk = { $device } 是虛擬磁碟：實體主機的頁面快取可能直接回應。
remote-disk = { $device } 在另一台機器上：那台機器的快取可能回應，而且每個 I/O 都要經過網路。
in-memory = 目標在 { $fs_type } 上，那是記憶體：全部 { $issued } 都沒有經過任何裝置。
in-memory-looped = { $looped } 的後端檔案在 { $fs_type } 上，那是記憶體：全部 { $issued } 都沒有經過任何磁碟。
from-no-device = 以 direct=1 讀取的 { $issued } 中，有 { $share } 不來自任何裝置。
delivered = { $devices } 實際提供了 { $delivered }。
no-device-known = 目標之下沒有已知的裝置。
compresses = { $fs_type } 會壓縮資料，讀取的位元組少於傳回的位元組。
source-unknown = 實際來源未知。
partly-in-memory = 目標的一部分位於 { $fs_type } 上，那是記憶體。
through-loop = { $device } 經過其後端檔案的頁面快取讀取了 { $here }，其餘由該快取回應。
source-candidates = 實際來源未知，可能是：{ $candidates }。
loop-cache = { $device } 的後端檔案的頁面快取
below-overlay = overlay 之下的檔案系統（可能是記憶體）
memory-fs-below = 記憶體檔案系統 { $fs_type }
file-system-cache = { $fs_type } 的快取
compression = 壓縮（{ $algorithm }）
unmapped = { $device } 上從未寫入的區塊
mapped-cache = { $device } 的快取或壓縮
unseen-holes = 該檔案系統不顯示的空洞
image-in-memory = 執行前，{ $device } 的後端檔案有 { $share }（{ $cached }）已在頁面快取中，而 loop 裝置經過頁面快取讀取。
faster-than-flash = 半數的直接讀取耗時不到 { $latency }，比任何快閃記憶體都快：除非該磁碟機是 Optane，否則這些讀取由 { $devices } 之下的快取回應。

why-disk-table = 如果資料在磁碟之上的快取（例如檔案系統的快取）中，直接讀取就不需要磁碟 I/O；讀取從未寫入的區塊（空洞、未寫入的 extent）也不需要。fio 的磁碟統計不顯示是哪一種情況。
advice-disk-table = 先把整個目標寫一遍再讀：執行 `fiord prepare FILE --size …`。或者直接讀取區塊裝置，區域要遠大於它的各級快取。
advice-loop = 執行 `losetup --direct-io=on` 掛接該檔案，或在下層的檔案系統上測量。
advice-memory = 使用待測磁碟上的路徑。`df PATH` 顯示路徑所在的檔案系統。

plan-title = 讀取從未寫入的區塊
plan-why = 讀取空洞與未寫入的 extent 不會到達儲存裝置。讀取已捨棄或精簡配置的區塊時，裝置不必存取儲存單元就能回應。這類讀取比儲存裝置所能達到的更快。
plan-advice = 讀取前先把整個目標寫過一遍：執行 `fiord prepare FILE --size …`，或對同一測試區域執行 rw=write 的工作。
plan-example =
    fio --name=r --filename=sparse --rw=randread --size=10G --bs=4k --direct=1
    檔案由 truncate 建立：沒有任何區塊在磁碟上。

run-title = 讀取空洞和未寫入的區塊
run-why = 檔案系統不讀裝置，直接傳回零。
run-example = 以 direct=1 讀取 `truncate -s 1G` 建立的檔案，速度達 5 GB/s，而磁碟閒置。

holes = { $path } 的 { $share } 從未寫入：空洞 { $holes }。
unwritten = { $path } 的 { $share } 從未寫入：未寫入的 extent { $unwritten }。
holes-and-unwritten = { $path } 的 { $share } 從未寫入：空洞 { $holes }，未寫入的 extent { $unwritten }。
thin = { $path } 是精簡配置磁碟區：讀取從未寫入的區塊時，對映層直接傳回零。
read = 目標的 { $share } 是空洞或未寫入的區塊。工作共讀取 { $issued }，其中 { $delivered } 來自 { $devices }。
read-changing = 執行期間，目標平均有 { $share } 是空洞、未寫入或已捨棄的區塊。工作共讀取 { $issued }，其中 { $delivered } 來自 { $devices }。
shared = 目標的 { $share } 是空洞或未寫入的區塊。{ $devices } 上的所有工作共讀取 { $issued }，其中 { $delivered } 來自儲存裝置。
# $share: of the target, at most.
trimmed = 這次執行捨棄（trim）了 { $path } 的 { $trimmed }，最多占工作讀取部分的 { $share }。讀取已捨棄的區塊時，裝置可以不存取儲存媒體就回應，核心不會另外統計這些讀取。
advice-trimmed = 把捨棄和讀取分成不同的執行。捨棄之後先重新寫入已捨棄的區塊，再執行讀取。

plan-title = 讀取由頁面快取回應
plan-why = 測到的是記憶體的吞吐量和延遲，不是磁碟的。
plan-advice = 設定 direct=1。若要測的就是快取，請使用大於記憶體兩倍的測試目標，並設定 invalidate=1。
plan-example =
    fio --name=test --filename=warm --rw=randread --size=200M --bs=4k --norandommap --runtime=60 --time_based
    區塊在一遍之內會重複，讀完幾百 MiB 後幾乎所有區塊都在記憶體中：只有 15 MB/s 的磁碟會顯示成 2 GB/s。

run-title = 讀取由頁面快取回應
run-why = 測到的是記憶體的吞吐量，不是磁碟的吞吐量。
run-advice = 設定 direct=1，或先執行 `fiord cache drop`，再使用大於記憶體的測試目標。
run-example = 以 direct=0 和 invalidate=0 讀取剛寫好的 200 MiB 檔案：磁碟只提供 4 MiB，其餘來自記憶體。

mapped = ioengine=mmap 從頁面快取複製資料。已在快取中的頁面不產生 I/O，設定 direct=1 也一樣。
laid-out = 檔案在執行前才透過頁面快取寫入，invalidate=0 讓它留在頁面快取中。
left-warm = 測試目標的 { $share }（{ $cached }）目前就在頁面快取中，而工作設定了 direct=0 和 invalidate=0。
left-warm-unknown = 在 direct=0 和 invalidate=0 下，快取過的資料會留在頁面快取中，並由它回應讀取。
left-warm-hidden = 核心不讓目前的使用者看到快取了多少。
pre-read = 開始計時前，整個檔案先讀進頁面快取（pre_read=1）。
again = 至少 { $share } 的讀取命中記憶體。測試目標要讀 { $passes } 遍（direct=0）。
again-sized = 至少 { $share } 的讀取命中記憶體。測試目標（{ $size }）要讀 { $passes } 遍（direct=0）。
again-by-time = 測試目標讀完第一遍後，每次讀取都是重複讀取（direct=0，time_based）。測試目標小於記憶體，放得下。
again-by-time-sized = 測試目標讀完第一遍後，每次讀取都是重複讀取（direct=0，time_based）。測試目標（{ $size }）小於記憶體，放得下。
at-random = 讀取會經過頁面快取（direct=0）。invalidate=1 會先把檔案移出快取，所以每個區塊第一次讀取都來自磁碟。
skewed = 這個分布偏好某些區塊。據此估算，工作在快速固態硬碟上會讀取約 { $touched } 互不相同的區塊。記憶體放得下這些區塊，之後再讀就會命中記憶體（direct=0）。
read-ahead = { $block } 的讀取有全部或部分資料已在記憶體中。工作是循序讀取且 direct=0，所以核心會以較大的請求預讀。
read-ahead-sized = { $block } 的讀取有全部或部分資料已在記憶體中。工作是循序讀取且 direct=0，所以核心會以較大的請求預讀（預讀 { $kib } KiB）。
disk-table = 工作讀取 { $reads } 次，共 { $bytes }，而 { $disks } 只處理了 { $requests } 個請求（fio 的磁碟統計）。
measured = { $share } 的資料來自頁面快取（共讀取 { $issued }，{ $devices } 實際提供 { $delivered }）。
measured-compressed = { $share } 的資料不是來自任何裝置（共讀取 { $issued }，{ $devices } 實際提供 { $delivered }）。這些資料來自頁面快取，或是 { $file-system } 因為壓縮而讀得較少。

why-at-random = 每次緩衝讀取都要從頁面快取複製資料。其他程式剛讀過的資料不產生 I/O。
why-read-ahead = 吞吐量是核心請求的吞吐量，延遲有一部分是記憶體的延遲。磁碟看到的不是工作的 bs。

advice-mapped = 改用其他 I/O 引擎，並設定 direct=1。

machine-title = 固態硬碟被當成傳統硬碟
machine-why = 檔案系統、I/O 排程器和 swap 會照傳統硬碟的方式安排資料和請求。
machine-advice = 測量期間把 queue/rotational 設為 0。
machine-example = 快閃記憶體上的虛擬磁碟：vda 的 rotational=1，但一次 4 KiB 讀取只要 200 µs。

unknown = { $device } 的 rotational 旗標不明。
as-below = { $device } 的 rotational=1，和它下層的磁碟一樣。
flag = { $device } 的 rotational={ $flag }。
flag-and-latency = { $device } 的 rotational={ $flag }，一次 4 KiB 讀取需要 { $latency }。
contradicted = { $device } 的 rotational={ $flag }，但一次 4 KiB 讀取需要 { $latency }。
not-detected-by-disk = { $device } 的 rotational=1，但對這類磁碟（{ $transport }），這個旗標不可靠。
not-detected-by-loop-device = { $device } 的 rotational=1，但 loop 裝置無法判斷媒體是否旋轉。
not-detected-by-memory = { $device } 的 rotational=1，但記憶體裝置無法判斷媒體是否旋轉。

why-slow-without-head = 以固態硬碟來說，這個延遲偏高：磁碟正忙、被限流、位於遠端，或者它其實是傳統硬碟。
why-fast-for-head = 這次讀取由快取回應，或者這顆磁碟不是傳統硬碟。
why-slow-and-unclear = 傳統硬碟可能有這樣的延遲。對這類裝置，這個旗標只是假設。
advice-slow-without-head = 等磁碟閒置後再測，並查看檢查項目 `throttle` 和 `foreign-io`。
advice-slow-and-unclear = 等磁碟閒置後再測。

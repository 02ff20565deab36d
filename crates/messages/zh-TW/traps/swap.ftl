machine-title = 正在使用 swap
machine-why = 核心換入程式的分頁時，程式要等待磁碟。換入換出也會產生不屬於測試的 I/O。
machine-advice = 如果記憶體夠用，測量前執行 `swapoff -a`。
machine-example = 已使用 512 MiB swap（/swapfile）。

none = 沒有啟用的 swap 區。
unused = 未使用 swap（{ $areas }）。
used = 已使用 { $used } swap（{ $areas }）。
on-target = swap 區 { $area } 位於受測儲存裝置上。

machine-title = 控制群組（cgroup）的記憶體限制
machine-why = 群組內各行程的頁面快取也計入限制，能快取的資料比整台機器的記憶體所允許的少。
machine-advice = 緩衝 I/O 測試的檔案大小要依這個限制決定，而不是依整台機器的記憶體。
machine-example = 控制群組 /kubepods/pod1 的記憶體上限為 1 GiB。

max = 控制群組 { $group } 的記憶體上限為 { $limit }。
high = 控制群組 { $group } 中各行程的記憶體合計超過 { $limit } 時，核心會放慢這些行程。
hits = 已碰到這個限制 { $hits } 次。

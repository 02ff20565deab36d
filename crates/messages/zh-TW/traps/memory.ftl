machine-title = 可用記憶體太少
machine-why = 測試期間核心會回收分頁，並把程式換出到 swap。
machine-advice = 停掉占用記憶體的程式，或等記憶體釋出。
machine-example = 16 GiB 記憶體中只有 1% 可用。

unknown = 可用記憶體不明。
little = { $total } 記憶體中只有 { $available } 可用（{ $share }）。
enough = { $total } 記憶體中有 { $available } 可用（{ $share }）。緩衝 I/O 測試需要至少 { $twice } 的檔案。

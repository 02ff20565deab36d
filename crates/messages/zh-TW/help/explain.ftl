about = 說明工作，列出其問題並更正，不執行工作；或說明一個專題，例如 page-cache
verbose = 顯示每項結論的原因與來源
fix = 只輸出更正後的工作，形式與輸入相同：工作檔或命令列
result = 檢查結果檔案而不是工作：fio 的 JSON 或 json+、fiord 的 JSON，或 `fiord import` 能讀取的任何文字；`-` 代表標準輸入
seen = 核對手動輸入的數值，例如 iops=6164,lat=7-10us 或 IOPS=651k,BW=2543MiB/s，看是否符合工作可能的在途 I/O 數。鍵：iops、bw、lat 或 clat、job。不給出工作時，用一句含有測試程式名稱的話，例如 "sysbench fileio 11511 MiB/s"
spec = 將工作或結果與規格書核對（TOML 檔案，或公開數值表中的名稱）
strict = 有結論為 `care` 或 `wrong` 時，結束碼為 1
list = 列出專題和結論規則
jobs = 工作檔、fio 選項，或放在引號中的整道指令；開頭的 `fio` 或 `sudo fio` 會移除。也可以是名稱：專題（page-cache）、規則（cache-read）、方案（etcd）、研究（read-depth）或結果庫中的結果。不帶引數時，與 --list 相同

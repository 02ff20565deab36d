about = 檢查磁碟是否符合 etcd、PostgreSQL、錄影等用途的需求
recipe = 內建方案，或方案檔案（docs/checks.md）[預設：列出方案]
path = 存放測試檔案的目錄（測試後刪除）；或裝置（方案寫入時會遭覆寫，需要 --allow-destroy）。含有 fresh-file、precondition 或 trim 步驟的方案需要目錄。模擬引擎兩者都不需要
expectations = 檢查這些門檻值，取代方案本身的門檻值：read.p99<1ms、iops>5000
most = 設定最多執行次數，用於方案的上限不足以判定的情況
seed = 設定位移的隨機種子

result = 判斷已有的結果而不測量：結果庫中的名稱或編號，或 fiord import 能讀取的任何檔案
needs = 檢查應用的需求：commits=500/s、p99=5ms、bw=200MB/s。與 --expect 同時使用時，兩者都檢查
slo = 尋找方案的 I/O 符合此延遲限值（例如 p99<5ms）的最高速率（提交的延遲包含其 sync）。--need commits=500/s 檢查此速率是否不低於 500/s

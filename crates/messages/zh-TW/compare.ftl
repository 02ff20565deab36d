faster = 較快
faster-margin-open = 較快，但可能不到 { $margin }%
slower-margin-open = 較慢，但可能不到 { $margin }%
slightly-faster = 略快
equivalent = 相當
slightly-slower = 略慢
slower = 較慢
inconclusive = 無法判定
single-numbers = 單一數值
not-compared = 未比較
verdict-because = { $verdict }：{ $reason }
reason-published = 公開的數值沒有離散度
reason-one-run = 單次執行沒有離散度
reason-invalid = { $one }；{ $other }
measured-valid = { $result } 測得 { $value }
measured-invalid = { $result } 測到的是{ $quantity }，{ $value }（{ $run }：{ $traps }）
measured-nothing = { $result } 沒有值（{ $run }：{ $traps }）
measured-no-metric = { $result } 沒有「{ $metric }」這項指標
measured-too-few = { $result } 沒有 { $metric }：{ $runs } 次執行中有 { $few } 次的延遲樣本太少
reason-one-of-syncs = { $of_syncs } 有同步操作的延遲，{ $of_ios } 只有寫操作的延遲
quantity-page-cache = 頁面快取
quantity-cache = 快取
quantity-no-data = 沒有資料的區塊
quantity-limit = 限速值
quantity-memory = 記憶體
quantity-generator = 負載產生器
quantity-depth = 較小的佇列深度
quantity-unit = 另一個單位的值
quantity-other = 另一個量
reason-chance = { $comparisons } 次比較中出現一個這樣的差異，可能只是巧合

engine-synchronous = 同步
engine-queued = 非同步
engine-mmap = mmap
engine-memory = 持續性記憶體
engine-splice = splice
engine-names = 檔案中繼資料
engine-generator = 無裝置 I/O
engine-simulated = 模擬
direct = 直接
buffered = 緩衝
with-job = 同時執行 { $workload }
job-of-alike = 多個相似工作中的第 { $number } 個

metric-rate = 速率
metric-p50 = p50
metric-p99 = p99
metric-mean = 平均

fact-device = 裝置
fact-device-size = 裝置容量
fact-firmware = 韌體
fact-stack = 儲存堆疊
fact-file-system = 檔案系統
fact-file-system-size = 檔案系統容量
fact-kernel = 核心
fact-cpu = CPU
fact-cpus = CPU 數
fact-governor = CPU 調頻策略
fact-memory = 記憶體
fact-hypervisor = 虛擬機器監控程式
fact-container = 容器
fact-measured-by = 測量工具
of-machine = 主機：{ $fact }
of-plan = 工作：{ $fact }
unknown = 未知
not-given = 未指定
fact-in-workloads = { $values }（{ $workloads } 個工作負載）

about-run = 執行 { $run }，{ $verb }
about-runs = 執行 { $first } 到 { $last }，{ $verbs }
about-study = 研究 { $study }，{ $name }
about-study-on = 研究 { $study }，{ $name }，目標 { $target }
row-of = { $row }；出自 { $result }（{ $about }）
latencies-of-syncs = 延遲為同步操作的延遲
about-now = 剛才測得
run-name = 執行 { $run }
published-state = 裝置狀態：{ $device_state ->
    [new] 全新
    [used] 用過
   *[unknown] 未知
 }。
source = 來源：{ $source }。
maker-claims = 數值為廠商標稱值。
claim-state = { $drive_state ->
    [new] 標稱值適用於全新的磁碟機。
   *[sustained] 標稱值適用於處於穩態的磁碟機。
 }
source-note = 來源的說明：{ $note }。
runs = { $runs } 次執行
period = { $first } 到 { $last }
no-date = 無日期
about-result = { $facts }。

base-mark = （基準）
machines-differ = 主機有差異
plans-differ = 工作有差異
unstated = { $result } 沒有說明：{ $facts }
no-common-workload = 各結果沒有共同的工作負載。要比較同一個工作，請用 `fiord run --baseline RESULT JOB`：執行 JOB，並把新的執行與 RESULT 比較。要比較兩個不同的工作，請用 `fiord run --vs`。
column-workload = 工作負載
column-details = 細節
column-direction = 方向
column-metric = 指標
column-result = 結果
column-base = 基準
column-value = 數值
column-ratio = 比值
column-interval = 95% 區間
column-verdict = 判定
column-groups = 分組
legend = 比值：結果 ÷ 基準。容差：{ $margin }%。判定已依比較次數（{ $comparisons }）校正。
legend-ratios = 比值：結果 ÷ 第一個結果。容差：{ $margin }%。
legend-single-numbers = 單一數值：離散度未知，因此 fiord 不作判定。請用 `fiord run --repeat 6 --save NAME JOB` 測量每一方。
legend-single-ladders = 單一數值：離散度未知，因此 fiord 不作判定。請用 `fiord ladder --save NAME` 將每一方測量六次。
legend-single-tools = 單一數值：離散度未知，因此 fiord 不作判定。請將每項測量重複六次或更多。
groups = 分組，最好的在前
legend-groups = 同一組內的結果沒有顯著差異。同屬兩組的結果介於兩組之間。
alike = { $workload }：所有執行的無效原因都相同（{ $traps }），比值仍比較它們的數值。
excluded = 已排除的執行
excluded-runs = { $result }，{ $workload }：{ $runs } 次執行中排除 { $excluded } 次。排除的第一次：{ $run }（{ $traps }）。
excluded-of-pairs = { $result }，{ $workload }：{ $runs } 次執行中有 { $excluded } 次雖然有效，但不計入，因為同一對中的另一次執行無效或不存在。
excluded-run = { $result }，{ $workload }：{ $run }（{ $traps }）。
and-more = 還有 { $more } 個（見 --json）。
claim-notes = { $result }，{ $workload }：{ $notes }
not-stated = 來源未說明 { $options }。
fits-several = 該數值符合 { $workloads } 個工作負載，與其中最快的比較。
list-and-more = { $list } 以及另外 { $more } 個
only-one-has = { $workloads } 個工作負載只出現在 { $result } 中：{ $list }。
limit-met = --fail-if { $limit }：條件成立。
limit-met-inconclusive = --fail-if { $limit }：條件成立。至少有一項比較無法判定或無法進行。
limit-not-met = --fail-if { $limit }：條件不成立。
limit-undecided = --fail-if { $limit }：結果未定。增加重複次數或可判定，但數值是公開的、缺少的或無效的時不起作用。

title = 比較：{ $results }
verdict-count = { $verdict } { $count } 個
verdict-counts = { $verdicts }。
what-differs = 差異
head-differs = 差異
groups-heading = 沒有顯著差異的分組，最好的在前
chart-rates = 速率相對於 { $base } 的比值：越靠右越快，色帶為容差
chart-latencies = 延遲相對於 { $base } 的比值：越靠左越快，色帶為容差
column-kind = 類型
column-about = 說明
column-runs = 次數
column-since = 起始日期
column-caveats = 注意事項
numbers = 數值

limit-unreadable = { $text }：不是條件；使用 slower:5%、faster:5%、different:5% 或 inconclusive，百分比為 0.1% 到 1000%
margin-unreadable = { $text }：不是容差；使用 0.1% 到 100% 的百分比，例如 5%
one-result = { $name }：只有一個結果，無從比較；請再給出一個（`fiord history`、`fiord compare --list`），或用 --base ROW 將其各列與其中一列比較
base-of-one = --base：比較一個結果的各列；請移除其他結果
no-such-row = --base { $base }：{ $name } 中沒有這一列，或有多列相符；請用下列之一：{ $rows }
one-row = --base：{ $name } 只有一列；請將其與另一個結果比較
catalogue-broken = 公開數值表：{ $problem }
nothing-in-file = { $file }：沒有可比較的結果；`fiord import { $file }` 顯示其內容
no-such-result = { $name }：找不到這個名稱的執行、研究、檔案或公開數值表條目；用 `fiord history` 與 `fiord compare --list` 列出
no-such-result-no-store = { $name }：找不到這個名稱的執行、研究、檔案或公開數值表條目（{ $problem }）；用 `fiord history` 與 `fiord compare --list` 列出
ambiguous-name = { $name }：有多個結果使用這個名稱；使用 { $choices } 其中之一
record-missing = 執行 { $run }：缺少記錄
study-without-runs = 研究 { $study }：尚未執行過；`fiord study resume { $study }` 進行測量

key-missing = { $entry }：缺少 { $key }
caveat-no-text = { $entry }：注意事項必須是字串
result-no-table = { $entry }：結果必須是表格
key-unknown = { $entry }：`{ $key }` 不是有效的鍵；使用 { $allowed } 其中之一
size-wrong = { $entry }：bs={ $size } 不是大小；使用 4k 這類的值
number-missing = { $entry }：有一個結果缺少數值；加上 iops、bandwidth 或 mean_latency

reason-too-few = { $samples ->
    [runs] 每個結果至少需要 { $needed } 次執行
    [pairs-of-runs] 至少需要 { $needed } 對執行
   *[pairs-of-turns] 至少需要 { $needed } 對片段
 }
missed = { $samples ->
    [runs] 每個結果 { $runs } 次執行，可能漏掉小於 { $difference }% 的差異。
    [pairs-of-runs] { $runs } 對執行可能漏掉小於 { $difference }% 的差異。
   *[pairs-of-turns] { $runs } 對片段可能漏掉小於 { $difference }% 的差異。
 }
missed-unequal = 基準 { $base_runs } 次、該結果 { $runs } 次執行，可能漏掉小於 { $difference }% 的差異。
would-show = { $samples ->
    [runs] 每個結果約需 { $needed } 次執行才能看出 { $margin }% 的差異。
    [pairs-of-runs] 約需 { $needed } 對執行才能看出 { $margin }% 的差異。
   *[pairs-of-turns] 約需 { $needed } 對片段才能看出 { $margin }% 的差異。
 }
many-would-show = { $samples ->
    [runs] 每個結果需要超過 { $most } 次執行才能看出 { $margin }% 的差異。
    [pairs-of-runs] 需要超過 { $most } 對執行才能看出 { $margin }% 的差異。
   *[pairs-of-turns] 需要超過 { $most } 對片段才能看出 { $margin }% 的差異。
 }
medians-disagree = { $samples ->
    [runs] 中位數之比為 { $medians }×，與顯示的比值不同。顯示的比值使用全部執行。
    [pairs-of-runs] 中位數之比為 { $medians }×，與顯示的比值不同。顯示的比值只比較同一對中的執行。
   *[pairs-of-turns] 中位數之比為 { $medians }×，與顯示的比值不同。顯示的比值只比較同一對中的片段。
 }
pairs-of-turns = { $pairs } 對片段
legend-rank-sums = 比值是所有執行組合的 Hodges-Lehmann 估計。各數值是中位數。
legend-ratio-of-medians = 兩個結果的離散度不同時，比值是中位數之比。
legend-signed-ranks = 比值是各對內比值的 Hodges-Lehmann 估計。各數值是中位數。
legend-occasions = 這些結果在不同時間測得：比值包含期間的一切變化。`fiord run --vs` 交替測量兩個工作。
legend-rows = 各列都來自同一個結果。每次比較都使用所比較的兩列的各次重複執行。

kind-runs = 執行
kind-study = 研究
kind-document = 文件
kind-import = 匯入
kind-catalogue = 公開數值表
kind-sheet = 規格書

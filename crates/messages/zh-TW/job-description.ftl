replay = 此工作重播 I/O 追蹤記錄 { $recording }。
only-creates = 此工作只建立自己的檔案，不做 I/O（create_only=1）。
operations = 此工作執行 ioengine={ $engine } 的操作，不傳輸資料。
on-files = 操作的對象是 { $count } 個檔案。
on-directories = 操作的對象是 { $count } 個目錄。
cpu-load = 此工作讓一個 CPU 的負載達到 { $percent }%。
without-file = 此工作用 ioengine={ $engine }，以 { $blocks } 的區塊{ $moves ->
    [read] 讀取
    [write] 寫入
    [trim] 捨棄
    [trim-then-write] 先捨棄再寫入
   *[mixed] 讀寫
 }；此引擎不使用檔案。
on-target = 此工作以 { $blocks } 的區塊{ $moves ->
    [read] 讀取
    [write] 寫入
    [trim] 捨棄
    [trim-then-write] 先捨棄再寫入
   *[mixed] 讀寫
 } { $target }。
on-targets = 此工作以 { $blocks } 的區塊{ $moves ->
    [read] 讀取
    [write] 寫入
    [trim] 捨棄
    [trim-then-write] 先捨棄再寫入
   *[mixed] 讀寫
 } { $target } 和另外 { $more } 個檔案。
on-unnamed-files = 此工作以 { $blocks } 的區塊{ $moves ->
    [read] 讀取
    [write] 寫入
    [trim] 捨棄
    [trim-then-write] 先捨棄再寫入
   *[mixed] 讀寫
 }以此工作命名的檔案。
mixed = 讀取占 I/O 的 { $percent }%。
mixed-by-rate = 讀取占 I/O 的比例由限速決定。
trim-ranges = 一個指令最多捨棄 { $ranges } 個區塊。

block-range = { $least } 到 { $most }
block-part = { $block }（{ $percent }%）
block-of-ddir = { $blocks }（{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }）

missing = { $target } 尚不存在。
all-missing = 這些檔案尚不存在。
one-missing = 其中一個檔案尚不存在。
several-missing = 其中 { $missing } 個檔案尚不存在。
file-of = { $target } 是檔案，大小 { $size }。
file = { $target } 是檔案。
block-device-of = { $target } 是區塊裝置，大小 { $size }。
block-device = { $target } 是區塊裝置。
character-device = { $target } 是字元裝置。
directory = { $target } 是目錄。
pipe-or-socket = { $target } 是管線或 socket。
file-system = 檔案系統是 { $file-system }。
file-system-on = 檔案系統是 { $file-system }，位於 { $disks }。

workers = { $workers } 個工作執行緒各自執行此工作。
sequential = I/O 是循序的。
backwards = I/O 是循序的，方向由後往前。
one-block = 所有 I/O 都在同一個位移，因為 rw 中的數值使每個 I/O 都退回一個區塊。
own-places = 讀取和寫入的位置各自獨立，起點相同。
overlapping = I/O 是循序的，每個區塊都與前一個區塊重疊。
skipping = I/O 是循序的，每個區塊之後跳過 { $gap }。
random = I/O 是隨機的。
random-in-part = I/O 有一部分是隨機的。
ddir-random = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }是隨機的。
ddir-sequential = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }是循序的。
ddir-random-in-part = { $percent }% 的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }是隨機的，其餘是循序的。
random-map = 所有區塊都用過之前，沒有區塊會重複。
independent = 每個隨機位移獨立選取，因此有的區塊可能在其他區塊用到之前就重複。
zipf = 有些位移的使用次數遠多於其他位移（zipf { $theta }）。
pareto = 有些位移的使用次數遠多於其他位移（pareto { $h }）。
normal = 位移圍繞一個中心呈常態分布。
by-zones = 位移依區域（zone）分布。
identical-offsets = 每個隨機位移用於 { $ios } 個 I/O。
sequential-offsets = 從每個隨機位移開始，依次做 { $ios } 個循序 I/O。
zones-decide = 位移取決於執行開始時各區域（zone）的寫入指標。
same-offsets = 每次執行使用相同的位移。
other-offsets = 每次執行使用不同的位移。
sprandom = 每個區塊以隨機次序各寫一次，其中 { $percent }% 的區塊再寫一次。這樣快閃記憶體裝置會進入隨機寫入的穩態（sprandom）。
by-list = 位移取自一份清單，其中有 { $count } 個區塊，用完後從頭再來。
by-list-with-strides = 位移取自一份清單，其中有 { $count } 個區塊。每次重複都比上一次往後移 { $count } 個區塊。
files-in-sequence = 此工作完成一個檔案後才處理下一個（file_service_type=sequential）。
files-at-random = 此工作隨機選擇下一個檔案（file_service_type=random）。
files-preferred = 部分檔案的 I/O 多於其他檔案（file_service_type）。
open-files = 同時最多開啟 { $open } 個檔案（openfiles）。
strided-zones = 每個 { $range } 的區域（zone）做 { $size } 的 I/O，區域之間跳過 { $skip }。
device-zones = I/O 使用裝置的區域（zone）。
emulated-zones = 如果裝置沒有區域（zone），工作會模擬大小為 { $size } 的區域。
zone-writes = 寫入落在區域（zone）的寫入指標處。區域寫滿後，先重設再寫。
zone-trims = 捨棄會重設所在的區域（zone）。
zone-reads-beyond = 讀取也會越過寫入指標，到區域（zone）中沒有資料的地方。
zone-reads = 讀取只使用各區域（zone）中已寫入的部分，直到後面的區域都沒有資料為止。

fill-device = 此工作填充目標，直到沒有剩餘空間（fill_device=1）。
unknown-amount = 資料量未知，因為目標的大小未知。
region = 測試區域為 { $region }。
region-at-most = 測試區域最大為 { $region }。
region-at-most-each = { $workers } 個工作執行緒各有一個測試區域，最大為 { $region }。
region-each = { $workers } 個工作執行緒各有 { $region } 的測試區域。
region-percent = 測試區域為目標的 { $percent }%。
region-percent-each = { $workers } 個工作執行緒各有一個測試區域，為目標的 { $percent }%。
starts-at = 測試區域從 { $offset } 處開始。
starts-at-percent = 測試區域從目標的 { $percent }% 處開始。
starts-at-zone = 測試區域從區域（zone）{ $zone } 開始。
starts-at-end = 測試區域從檔案結尾開始（file_append=1）。
workers-apart = 每個工作執行緒的測試區域，起點比前一個工作執行緒的往後 { $step }。
until-time = 在執行時間結束之前，此工作可能多次存取整個測試區域。
until-end = 此工作結束之前，可能多次存取整個測試區域。
first-file-only = 此工作的全部 I/O 都停留在第一個檔案中。
skewed = 依這個分布估算，此工作在快速固態硬碟上會存取測試區域中的約 { $touched }。
skewed-by-bytes = 依這個分布估算，此工作會存取測試區域中的約 { $touched }。
verifies-each-pass = 此工作還會讀回每一遍寫入的區塊並驗證（verify）。
verifies-backlog = 每寫入 { $writes } 次，此工作就讀回寫入的區塊並驗證（verify_backlog）。
rated-amount = 依限速，在執行時間結束之前，此工作只傳輸測試區域中的 { $bytes }，共 { $ios } 個 I/O。
transfers = 此工作傳輸 { $total }。
does-operations = 此工作執行 { $ios } 次操作。
transfers-at-most = 此工作最多傳輸 { $total }。
transfers-in = 此工作傳輸 { $total }，共 { $ios } 個 I/O。
reads-back = 此工作還會讀回 { $bytes } 並驗證，共 { $ios } 個 I/O（verify）。
reads-back-at-most = 此工作還會讀回並驗證資料，最多 { $bytes }，共 { $ios } 個 I/O（verify）。
transfers-at-most-in = 此工作最多傳輸 { $total }，共 { $ios } 個 I/O。
transfers-in-about = 此工作傳輸 { $total }，約 { $ios } 個 I/O。
transfers-at-most-in-about = 此工作最多傳輸 { $total }，約 { $ios } 個 I/O。
transfers-in-at-least = 此工作傳輸 { $total }，至少 { $ios } 個 I/O。
transfers-at-most-in-at-least = 此工作最多傳輸 { $total }。全部傳完至少需要 { $ios } 個 I/O。
part-of-region = 此工作最多涵蓋測試區域的 { $share }。
part-of-region-each = 每個工作執行緒最多涵蓋其測試區域的 { $share }。
passes = 此工作最多將測試區域存取 { $passes } 遍。
passes-each = 每個工作執行緒最多將自己的測試區域存取 { $passes } 遍。

depth = 佇列深度為 { $depth }（ioengine={ $engine }）。
depth-of-workers = 佇列深度合計為 { $depth }，每個工作執行緒為 { $each }（ioengine={ $engine }）。
depth-not-reached = 此工作達不到 iodepth={ $iodepth }。
depth-search = { $workers ->
    [one] 此工作尋找能讓 { $percent }% 的 I/O 延遲不超過 { $target } 的最大佇列深度，上限為 { $depth }（latency_target，ioengine={ $engine }）。
   *[other] 每個工作執行緒尋找能讓 { $percent }% 的 I/O 延遲不超過 { $target } 的最大佇列深度，上限為 { $depth }（latency_target，ioengine={ $engine }）。
 }
depth-adjusted = 此工作持續調整佇列深度，直到工作結束（latency_run=1）。

flash = I/O 直接到裸快閃記憶體，沒有快取。
copies = 資料由 CPU 從持續性記憶體複製。
copies-past-caches = 資料由 CPU 從持續性記憶體複製或複製到持續性記憶體。寫入繞過 CPU 快取。
copies-through-caches = 資料由 CPU 從持續性記憶體複製或複製到持續性記憶體。寫入經過 CPU 快取（direct=0）。
copies-need-persistent-memory = 如果檔案不在持續性記憶體上，fiord 拒絕執行此工作。
direct = I/O 繞過頁面快取（direct=1）。
buffered = I/O 經過頁面快取（direct=0）。
mapped = I/O 經過頁面快取中對映的頁面（ioengine=mmap）。
mapped-and-synced = I/O 經過頁面快取中對映的頁面。每次寫入都同步（ioengine=mmap，direct=1）。
synced-with-metadata = 每次寫入都連同中繼資料一起同步。
synced = 每次寫入都同步。
sync-after-each = 每次寫入之後呼叫 { $call }。
sync-after-every = 每 { $writes } 次寫入之後呼叫 { $call }。
sync-at-end = 此工作結束時呼叫 fsync。
sync-on-close = 工作結束時對每個檔案執行 fsync（fsync_on_close=1）。
sync-of-file-system = 此工作結束時同步整個檔案系統（end_syncfs=1）。
never-synced = 此工作從不同步資料。
invalidated = 先清除檔案在快取中的頁面（invalidate=1）。

asks-for-cache = { $count } 個選項要求使用頁面快取：{ $options }。此工作測量的是頁面快取和磁碟的共同結果。如果 fiord 印出修正後的指令，該指令同樣使用頁面快取。如果只測磁碟，請設定 direct=1。

iops-limit = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }限速為每秒 { $iops } 次。
iops-limit-each = 每個工作執行緒的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }限速為每秒 { $iops } 次。
bandwidth-limit = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }限速為 { $bytes }/s。
bandwidth-limit-each = 每個工作執行緒的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }限速為 { $bytes }/s。
shares-flow = flow_id={ $flow } 的工作依權重分配 I/O。此工作的權重為 { $weight }（flow）。
rate-minimum = 如果速率低於下限（rate_min、rate_iops_min），工作會失敗。
random-intervals = I/O 以隨機間隔發出。
pause = 此工作每 { $blocks } 個區塊暫停 { $pause }。
pause-each = 每個工作執行緒每 { $blocks } 個區塊暫停 { $pause }。
pause-by-time = 此工作每執行 { $work } 的 I/O 就暫停 { $pause }。
pause-by-time-each = 每個工作執行緒每執行 { $work } 的 I/O 就暫停 { $pause }。

runs-for = 此工作執行 { $time }。
runs-for-before-end = 此工作執行 { $time }，在全部位元組傳完之前停止。
ends-with-bytes = 全部位元組傳完後，此工作停止。
ends-with-bytes-or-time = 全部位元組傳完後，此工作停止，最遲在 { $limit } 後停止。
forecast = 全部位元組傳完後，此工作停止：需要 { $fast }（快速固態硬碟）到 { $slow }（100 MB/s，每個 I/O 2 ms）。
forecast-alike = 全部位元組傳完後，此工作停止：大約需要 { $time }。
forecast-with-syncs = 全部位元組傳完後，此工作停止：需要 { $fast }（快速固態硬碟）到 { $slow }（100 MB/s，每個 I/O 2 ms，每次同步 10 ms）。
runtime-limit = 此工作最遲在 { $limit } 後停止。
ramp = 在此之前，此工作先執行 { $ramp } 作為暖機，不計入測量（ramp_time）。
ramp-first = 此工作最初 { $ramp } 的 I/O 不計入測量（ramp_time）。
ramp-may-be-result = 如果此工作在 ramp_time 之內結束，結果會包含此工作的全部 I/O。
ramp-is-result = 此工作在 ramp_time（{ $ramp }）結束之前就已結束，因此結果包含此工作的全部 I/O。
ends-steady = 達到穩態時，此工作也會結束（steadystate={ $rule }，持續 { $window }）。
ends-at-depth = 此工作完成佇列深度的搜尋時也會結束（latency_target）。
ends-with-job = { $count ->
    [one] 工作 { $jobs } 結束時，此工作也會結束（exitall）。
   *[other] 工作 { $jobs } 中任何一個結束時，此工作也會結束（exitall）。
 }
ends-with-jobs = 另外 { $jobs } 個工作中任何一個結束時，此工作也會結束（exitall）。
unknown-time = 此工作需要的時間未知。

makes-files = 此工作建立缺少的檔案。
deletes-files = 此工作刪除自己的檔案，包括先前已有的檔案。
makes-directories = 此工作建立自己的目錄。
deletes-directories = 此工作刪除自己的目錄（只限空目錄）。
created = 將建立 { $files } 個檔案。
created-of = 將建立 { $files } 個檔案（每個 { $size }）。
created-when-opened = 此工作在開啟檔案時才建立檔案，共 { $files } 個空檔案（create_on_open=1）。
created-and-filled = 測量開始前，將建立並填滿 { $files } 個檔案。
created-and-filled-of = 測量開始前，將建立並填滿 { $files } 個檔案（每個 { $size }）。
made-by-job = 工作 { $job } 會先建立所需的 { $files } 個檔案。
extended = 測量開始前，{ $target } 將填到 { $size }。
layout-time = 填滿需要 { $fast }（快速固態硬碟）到 { $slow }（100 MB/s）。
discarded = { $target } 中的資料將遭捨棄。
overwritten = { $target } 中的資料將遭覆寫。
appended = 此工作在 { $target } 結尾附加資料。
overwritten-in-part = { $target } 的 { $size } 中，最多有 { $touched } 將遭覆寫。
overwritten-and-extended = { $target } 中的資料將遺失，檔案增大到 { $size }。
more-changed = 另外 { $files } 個檔案中的資料也會改變。
destroyed = { $target } 上的資料將遭破壞。
refused = fiord 拒絕在 { $target } 上執行此工作：{ $holdings }。
refused-without-consent = 沒有 --allow-destroy={ $target } 時，fiord 拒絕在 { $target } 上執行此工作：{ $holdings }。
removed-afterwards = 此工作結束時刪除自己的檔案，包括原本已存在的檔案（unlink=1）。
kept-afterwards = 結束後保留新建立的 { $files } 個檔案。

runs-before = 工作開始前執行指令 `{ $command }`（exec_prerun）。
runs-after = 工作結束後執行指令 `{ $command }`（exec_postrun）。
waits-for-all = 之前的所有工作都結束後，此工作才啟動。
waits-for-job = 此工作等待工作 { $job }。
starts-after = 此工作在 { $delay } 後啟動。
starts-after-range = 此工作在 { $least } 到 { $most } 後啟動。
starts-no-earlier = 此工作最早在第一個工作啟動 { $delay } 之後啟動（startdelay）。

cannot-run = 此工作無法執行。
together = 此工作與 { $jobs } 同時執行。
together-many = 此工作與另外 { $jobs } 個工作同時執行。
group-of-blocks = 由於 group_reporting，此工作的結果與 { $jobs } 的結果合併，而它們使用其他大小的區塊。
group-of-blocks-many = 由於 group_reporting，此工作的結果與另外 { $jobs } 個工作的結果合併，而它們使用其他大小的區塊。

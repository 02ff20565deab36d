## 工作執行緒為什麼失敗，或者執行為什麼無法開始。隨執行儲存；fio 模式用英文顯示。

# 檔案。
no-direct-io = 該檔案系統不支援直接 I/O（direct=1）
file-no-direct-io = 該檔案不支援直接 I/O（direct=1）
changed-kind = 準備執行之後，該檔案的類型變了
block-not-multiple = 區塊大小 { $bytes } 位元組不是 { $unit } 位元組的整數倍，而此處 direct=1 要求如此
offset-not-multiple = 位移 { $bytes } 位元組不是 { $unit } 位元組的整數倍，而此處 direct=1 要求如此
buffer-file-read-only = 緩衝區會寫入該檔案，但本次執行是唯讀的
buffer-file-not-regular = 不是一般檔案；緩衝區請使用一般檔案
no-file-or-device = 既不是檔案，也不是裝置
dash = `-` 表示管線，不受支援；如果是同名檔案，請寫成 `./-`
filetype-nothing = filetype 不符：該檔案不存在
filetype-file = filetype 不符：測試目標是一般檔案
filetype-block = filetype 不符：測試目標是區塊裝置
filetype-char = filetype 不符：測試目標是字元裝置
files-limit = nrfiles={ $count }：一個行程最多同時開啟 { $most } 個檔案（ulimit -Hn）；請減少檔案數
names-no-memory = nrfiles={ $count }：記憶體放不下這麼多檔名；請減少檔案數
layout-read-only = 需要建立或加長該檔案，但本次執行是唯讀的
layout-verify-only = 該檔案不存在或太短，而 verify_only 不建立檔案
layout-forbidden = 需要建立或加長該檔案，但 allow_file_create=0 不允許
no-such-device = 沒有這個裝置，而在這個路徑新建的檔案只會存在於記憶體中；請使用現有的裝置
directory-forbidden = 需要建立該目錄，但本次執行是唯讀的，或者工作設定了 allow_file_create=0
only-regular-files = 不是一般檔案；該引擎只建立和刪除一般檔案
only-empty-directories = 不是目錄；該引擎只刪除空目錄
no-size = 需要設定 size=：檔案不存在或沒有大小
offset-after-end = 位移 { $offset } 超出了檔案或裝置的末尾（{ $size } 位元組）
block-too-large = 最小的區塊（{ $block } 位元組）放不進工作的 { $bytes } 位元組
too-many-regions = spr_num_regions={ $given }：每個區間會少於 { $least } 個區塊；最多使用 { $most } 個區間
cache-holds-region = spr_cs={ $cache }：有些區間在同一區塊的第一次和第二次寫入之間只寫 { $fresh } 位元組，快取會把兩次寫入合併；請減小 spr_num_regions，例如 { $fewer }

# 裝置。
unknown-disk = 字元裝置，無法確定它的命令會到達哪顆磁碟
changed-while-examined = fiord 檢查時，測試目標被替換了
kernel-says-in-use = 核心回報裝置正在使用：已掛載、用作 swap、是另一個裝置的一部分，或被某個行程獨占開啟
not-a-scsi-device = 不是裝置；請使用 SCSI 磁碟（/dev/sdX）或它的通用裝置（/dev/sgN）
not-generic-scsi = 是另一種字元裝置，不是通用 SCSI 裝置（/dev/sgN）
not-nvme-generic = 測試目標不接受 NVMe 命令；請使用命名空間的通用裝置（/dev/ngXnY）
not-raw-flash = 不是裸快閃記憶體；請使用裸快閃記憶體的字元裝置（/dev/mtdN）
commands-reach-disk = 送到此目標的命令會到達一顆 { $bytes } 位元組的磁碟的相同位移處；請使用整顆磁碟，而不是其中一部分
not-persistent = 不在持續性記憶體上：寫入其映射的資料無法持久保存。請使用支援 DAX 的檔案系統（/dev/pmemN 上的 ext4 或 xfs，以 -o dax 掛載），或者對任意檔案使用 ioengine=mmap
not-dax-device = 是另一種字元裝置，不是持續性記憶體（/dev/daxX.Y）
dax-needs-device = 不是字元裝置；請使用持續性記憶體（/dev/daxX.Y），或者對持續性記憶體上的檔案使用 ioengine=libpmem
pmem-needs-file = 不是一般檔案；如果持續性記憶體是裝置（/dev/daxX.Y），請使用 ioengine=dev-dax

# 區塊的中繼資料和保護資訊。
protection-storage-tags = 不支援帶儲存標籤的保護資訊
protection-guards-32 = 不支援 32 位元驗證（guard）的保護資訊
protection-guards-unknown = 不支援未知驗證（guard）類型的保護資訊
metadata-interleaved = 每個區塊的中繼資料緊跟在資料之後（LBA 格式），不受支援；請使用中繼資料有單獨緩衝區的格式
metadata-none = md_per_io_size：區塊沒有中繼資料
metadata-too-large = md_per_io_size={ $given }：太小；一個 I/O 最多有 { $needed } 位元組中繼資料
protection-none = pi_chk：區塊沒有保護資訊
protection-type-3 = pi_chk=REFTAG：類型 3 的保護資訊沒有可檢查的參考標籤
compare-differs = verify_mode=compare：裝置上的資料與 `verify_pattern` 不同
protection-wrong = 保護資訊：區塊 { $block } 的 { $field } 是 { $received }，應為 { $expected }
ranges-in-command = num_range={ $given }：裝置的一個命令最多接受 { $most } 個範圍（DMRL）
blocks-in-range = num_range={ $given }：裝置的一個範圍最多接受 { $most } 個區塊（DMRSL）
blocks-in-command = num_range={ $given }：裝置的一個命令最多接受 { $most } 個區塊（DMSL）
no-placement-ids = 裝置沒有放置識別碼
placement-index = dp_scheme：索引 { $index } 不存在；共有 { $count } 個放置識別碼
placement-id = plids={ $index }：沒有這個放置識別碼；裝置有 { $count } 個，從 0 開始編號
placement-read = 讀取資料放置狀態（RUH status）
device-size = 讀取裝置大小

# 區域（zone）。
zones-other-size = zonesize={ $given }：本次執行的另一個工作在此使用 { $bytes } 位元組的區域（zone）
zones-need-direct = 區域（zone）可能拒絕緩衝寫入，因為核心可能打亂其順序；請加上 direct=1
zones-of-part = 最後一個區域（zone）超出了目標的末尾（例如目標是一個分割區）；請使用整個裝置
zones-unknown = 測試目標的區域（zone）未知
zones-need-size = zonemode=zbd：這不是支援區域（zone）的裝置，因此請設定 `zonesize`
zones-less-than-one = zonemode=zbd：測試區域為 { $size } 位元組，小於一個區域（zone）的 { $zone } 位元組
zones-too-many = zonesize={ $zone }：{ $count } 個區域（zone）；最多支援 { $most } 個
zones-of-device = zonesize={ $given }：裝置的區域（zone）是 { $zone } 位元組
zones-none = 裝置沒有回報區域（zone）
zones-job-too-small = zonemode=zbd：工作的範圍不含一個完整的區域（zone，{ $zone } 位元組）
zones-skip = zoneskip={ $given }：應為區域（zone）大小 { $zone } 位元組的整數倍
zones-trim-size = bs：trim 會重設整個區域（zone），因此大小必須是 { $zone } 位元組，而不是 { $given }
zones-write-size = bs：{ $bytes } 位元組的寫入放不進 { $most } 位元組的區域（zone）
zones-need-limit = job_max_open_zones 需要所有工作的上限：max_open_zones
zones-device-limit = max_open_zones={ $given }：裝置允許 { $most } 個；ignore_zone_limits=1 會照樣嘗試
zones-verify-blocks = bs={ $bytes }：使用 `verify` 時，區塊大小必須能整除區域（zone）的 { $zone } 位元組
zbd-only = 這個選項需要 zonemode=zbd

# 工作執行緒的 I/O。
io-error = 檔案 { $file } 上的 I/O 出錯：{ $error }：{ $op } offset={ $offset }, buflen={ $bytes }
io-error-ranges = 檔案 { $file } 上的 I/O 出錯：{ $error }：{ $op } offset={ $offset }, buflen={ $bytes }，分為多個範圍；位移是第一個範圍的
max-latency = 延遲 { $latency } ns 超過了設定的最大值（{ $limit } ns）
max-latency-of = 延遲 { $latency } ns 超過了設定的最大值（{ $limit } ns）：{ $io }
rate-below-minimum = 速率低於要求的最小值
atomic-missing = atomic：該檔案系統或裝置無法以不可分割的方式寫入此大小或位移的區塊（RWF_ATOMIC）
hipri-missing = hipri：此處不能以輪詢取得完成結果；這需要 direct=1 和具備輪詢佇列的裝置
uncached-missing = uncached：該核心、檔案系統或裝置不提供（RWF_DONTCACHE）
nowait-missing = nowait：該檔案系統或裝置不提供（RWF_NOWAIT）

# 準備工作執行緒。大多數後面跟著系統的錯誤。
defrag-blocks = e4defrag：區塊為 { $bytes } 位元組；請使用檔案系統區塊大小 { $unit } 的整數倍
not-on-ext4 = { $path } 不在 ext4 上
ring = 建立 { $depth } 項的 io_uring 環
ring-missing = 建立 { $depth } 項的 io_uring 環（該核心沒有 io_uring，或被 seccomp 過濾器攔截）
ring-forbidden = 建立 { $depth } 項的 io_uring 環（被 kernel.io_uring_disabled 或 seccomp 過濾器禁止）
ring-no-memory = 建立 { $depth } 項的 io_uring 環（RLIMIT_MEMLOCK 夠大嗎？）
register-buffers = fixedbufs：註冊緩衝區（RLIMIT_MEMLOCK 夠大嗎？）
register-files = registerfiles：註冊檔案
aio-setup = 為 { $depth } 個 I/O 呼叫 io_setup
aio-setup-limit = 為 { $depth } 個 I/O 呼叫 io_setup（請查看 fs.aio-max-nr）
file-too-short = 有 { $bytes } 位元組，但工作需要 { $needed }
mmap-sync-blocks = ioengine=mmap 與 fsync 或 fdatasync：區塊為 { $bytes } 位元組；請使用頁面大小（{ $page } 位元組）的整數倍
no-durable-stores = ioengine={ $engine }：只有 x86-64 CPU 支援持久的儲存指令（store）
not-mappable = 該檔案無法映射
splice-pipe = 為 splice 建立管線
verify-thread = verify_async：啟動驗證執行緒
memory-for-seconds = 為每秒的統計資料配置記憶體
log-full = write_*_log：記憶體放不下超過 { $entries } 筆記錄；請用 log_avg_msec 儲存平均值
memory-for-worker = 該工作執行緒的記憶體不足（請減少工作數、減小 iodepth 或區塊大小，或者提高 ulimit -v 的限制）
unlink-with-mapping = unlink_each_loop 不能與 mmap、libpmem 或 registerfiles 一起使用
offload-threads = io_submit_mode=offload：無法啟動執行緒（請減小 iodepth，或用 `ulimit -u` 提高限制）
memory-for-buffers = 為 { $count } 個 { $bytes } 位元組的緩衝區配置記憶體
verify-no-room = verify：{ $bytes } 位元組放不下標頭和總和檢查碼；請使用更大的區塊或更大的 verify_interval
verify-no-memory = verify：為 { $path } 的寫入記錄配置記憶體（共 { $bytes } 位元組，每 { $unit } 位元組需要 4 位元組的記憶體）
block-errors-no-memory = block_error_percentiles：記憶體不足：{ $path } 有 { $blocks } 個區塊（每個 { $bytes } 位元組），記錄每個區塊的狀態需要 4 位元組記憶體；請為 trim 使用更大的區塊（bs=,,SIZE），或減小 size
no-memory-nodes = NUMA 節點 { $nodes }：其中有些在本機不存在
no-cpu = 沒有 CPU { $cpu }
no-allowed-cpu = CPU { $cpus } 在此都不允許使用
worker-no-memory = 工作執行緒 { $worker } 的記憶體不足；請減少工作或檔案，或者提高限制（ulimit -v）
worker-not-started = 無法啟動第 { $worker } 個工作執行緒（共 { $workers } 個，工作 `{ $job }`）：{ $error }；請減少工作，或者提高執行緒（ulimit -u）、記憶體（ulimit -v）或記憶體映射（vm.max_map_count）的限制
worker-panicked = 工作執行緒當掉：這是 fiord 的缺陷
command-failed = `{ $command }` 以 { $status } 結束；見 { $file }
nothing-locked = lockmem={ $bytes }：{ $error }；沒有鎖定記憶體
log-incomplete = 日誌 { $path } 不完整：{ $error }
schedulers-not-restored = ioscheduler：{ $error }；`fiord doctor --restore` 可還原原來的排程器

# 驗證。
verify-failed = { $method }：驗證失敗：檔案 { $file }，位移 { $offset }，長度 { $bytes }（請求的區塊：offset={ $io-offset }, length={ $io-bytes }）：{ $damage }
header-zeros = 應有標頭的位置是零（應為 0xacca，實際為 0）：從未寫入，或者遺失
header-magic = 標頭的識別值（magic）錯誤（應為 0xacca，實際為 { $magic }）
header-damaged = 標頭損壞：總和檢查碼錯誤（應為 { $expected }，實際為 { $received }）
header-bits = 標頭損壞，有 { $bits } 個位元錯誤：總和檢查碼錯誤（應為 { $expected }，實際為 { $received }）
checksum-bits = 總和檢查碼損壞，有 { $bits } 個位元錯誤：內容與寫入的一致（應為 { $expected }，實際為 { $received }）
trim-not-zero = trim 過的區塊讀出來不全是零：第一個非零值位於位元組 { $at }
header-field = 標頭欄位 { $field } 錯誤（應為 { $expected }，實際為 { $received }）
write-misdirected = 寫錯位置：這是位移 { $offset } 的區塊
block-stale = 舊的區塊：最後一次寫入遺失（應為第 { $expected } 次寫入，實際為第 { $received } 次）
write-torn = 寫入被撕裂：前 { $bytes } 位元組與寫入的一致，其餘不一致
content-damaged = 內容損壞（應為 { $expected }，實際為 { $received }）
content-bits = 內容損壞，有 { $bits } 個位元錯誤（應為 { $expected }，實際為 { $received }）
pattern-differs = 內容在第 { $at } 位元組與樣式不同（應為 { $expected }，實際為 { $received }）
state-length = 不是驗證狀態：長度錯誤
state-version = 驗證狀態的版本是 { $version }；應為 { $expected }
state-damaged = 驗證狀態已損壞：總和檢查碼錯誤（應為 { $expected }，實際為 { $received }）
state-other-file = 不是驗證狀態
state-no-directory = verify_state_load 在此無法使用：這種執行沒有存放狀態的目錄；請使用單獨的 `fiord run`
state-foreign-order = verify_state_load：該狀態由別的程式儲存，其隨機順序未知；請在不載入狀態的情況下驗證，或改用 fiord 寫入

# 記錄與區塊追蹤。
recording = 工作 `{ $job }`：{ $option }：{ $problem }
recording-line = { $path }，第 { $line } 行：{ $problem }
trace-version = 區塊追蹤的版本不是 7
trace-none = 不是區塊追蹤
trace-not-regular = 不是一般檔案
trace-is-input = 這個檔案是輸入的區塊追蹤檔之一；請使用另一個檔案
name-not-seen = I/O 追蹤記錄在執行期間被修改過：名稱 `{ $name }` 是新出現的
too-many-files = 檔案太多
merge-needs-option = --merge-blktrace-only 需要該選項，並要在 read_iolog 中指定待合併的區塊追蹤檔
trace-needs-redirect = 區塊追蹤用編號識別裝置；請用 replay_redirect 設定重播的目標
recording-other-file = I/O 追蹤記錄使用了 `{ $file }`，它不是工作的檔案；請把它加入 filename=，或者用 replay_redirect= 全部重播到一個檔案
recording-other-files = I/O 追蹤記錄使用了 { $count } 個不屬於工作的檔案，例如 `{ $file }`；請把它們加入 filename=，或者用 replay_redirect= 全部重播到一個檔案
recording-empty = I/O 追蹤記錄中沒有 I/O
recording-unknown = 應為 `fio version 2 iolog`、`fio version 3 iolog` 或區塊追蹤
entry-needs-file = 應有檔案和動作
wait-needs-time = `wait` 需要以微秒為單位的時間
entry-action = 未知動作 `{ $action }`
entry-needs-time = 應有以微秒為單位的時間
entry-needs-place = 應有位移，以及小於 4 GiB 的長度，均以位元組為單位

# 為什麼執行沒有分層資料。
tracefs-root = tracefs 需要具備 CAP_SYS_ADMIN 的 root 權限
tracefs-not-mounted = 無法掛載 tracefs：{ $error }
tracefs-header = header_page 的格式未知

# 為什麼沒有統計執行中互不相同的區塊。
uncounted-ios = 本次執行的 I/O 太多（{ $ios } 個），無法統計其中的區塊
uncounted-blocks = { $blocks } 個區塊太多，無法統計
uncounted-errors = 有工作執行緒出錯
uncounted-skewed = 在這麼多區塊上重現偏斜分布耗時太長
uncounted-fill = fill_device 在裝置寫滿時結束
uncounted-other = 重現的 I/O 序列與實際執行的 I/O 不同
uncounted-replay = 工作重播了 I/O 追蹤記錄
uncounted-flow = 其他工作決定了該工作何時繼續（flow）
uncounted-engine = 該引擎不傳輸資料
uncounted-zones = 區域（zone）決定了 I/O 的順序
uncounted-ranges = 每個 trim 有多個範圍
uncounted-rates = 工作混合讀寫且設有限速，下一個 I/O 是讀還是寫取決於執行中的時機
uncounted-ranks = 該主機的多個 rank 共用該檔案
uncounted-loops = 一輪結束處的同步可能改變讀寫的混合

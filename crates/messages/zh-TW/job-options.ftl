## Any option
needs-value = `{ $option }` 需要一個值
empty-value = `{ $option }` 的值是空的
not-of-engine = `{ $option }` 不是引擎 { $engine } 的選項
belongs-to = 它屬於 { $engines }
not-an-option = `{ $name }` 不是選項
did-you-mean = 是不是想寫 `{ $near }`？
no-effect = `{ $option }` 在這裡沒有作用：{ $reason }
not-here = fiord 沒有 `{ $option }`：{ $reason }
leave-out-or-fio = 去掉它，或者用 fio 執行這個工作
leave-out = 去掉這個選項
leave-one-out = 去掉兩者之一

## What an option takes
any-text = 任意文字
number-between = { $least } 到 { $most } 的數字
number-from = 不小於 { $least } 的數字，如 4096、4k 或 1m
number = 數字，如 4096、4k 或 1m
number-or-percent = 1g 這樣的數字，或 50% 這樣的百分比
time-seconds = 時間，如 30s、5m、500ms；沒有單位的數字以秒計
time-micros = 時間，如 100us、5ms、2s；沒有單位的數字以微秒計
zero-or-one = 0 或 1
nothing-or-flag = 不寫值，或 0、1
range = 範圍，如 4k-64k
one-of = { $names } 之一
some-of = { $names } 中的若干個，以逗號分隔
numbers-by-colon = 以 `:` 分隔的數字
allowed = 可用的值：{ $values }
allowed-near = 是不是想寫 `{ $near }`？可用的值：{ $values }

## Values
not-a-value = `{ $option }={ $value }`：這個選項沒有這樣的值
not-a-word = `{ $option }={ $value }`：`{ $word }` 不是這個選項的值
read-as = fio 會把 `{ $option }={ $value }` 讀作 { $number }
read-as-micros = fio 會把 `{ $option }={ $value }` 讀作 { $number } 微秒
write-flag = 寫成 { $option }=0 或 { $option }=1
too-large = `{ $option }={ $value }`：數字太大
out-of-range = `{ $option }={ $value }`：超出範圍
no-percentage = `{ $option }` 不能是百分比
no-zones = `{ $option }` 不能以區域（zone）為單位
part-ignored = { $problem }；這一部分會被忽略
first-only = `{ $option }={ $value }`：只用第一個數字
rest-ignored = `{ $option }={ $value }`：其餘部分會被忽略
use-bsrange = 大小的範圍寫成 bsrange={ $value }
directions-by-commas = 各方向以逗號分隔
not-a-range = `{ $option }={ $value }` 不是範圍：這些數字分別用於讀取、寫入和 trim
binary-units = 要以 1024 的冪計，寫成 { $option }={ $binary }；kb_base=1000 讓單位具有 IEC 的含義
fraction-cut = fio 會去掉小數部分及其後的單位；請用更小的單位寫 { $option }
hex-no-unit = 十六進位數不帶單位
units-of-size = 只有緊接在數字後面的單位有效；單位是 k、m、g、t、p
units-of-time = 時間單位是 us、ms、s、m、h、d
bounds-swapped = `{ $option }={ $value }`：上下限顛倒，已對調
smaller-first = 先寫較小的一個
part-read-as = `{ $option }`：fio 會把 `{ $part }` 讀作 { $number }
separate-by-colon = 數字以 `:` 分隔
too-many-numbers = `{ $option }` 最多使用 { $most } 個數字；其餘部分會被忽略
leave-some-out = 去掉一些
not-a-number = `{ $text }` 不是數字

## Offsets and sizes
zoneskip-percent = zoneskip={ $percent }%：應為位元組數，或 2z 這樣的區域（zone）數
spr-op-one = spr_op：應為一個數字
spr-op-example = 如 spr_op=0.15
spr-op-share = spr_op={ $share }：應為大於 0、小於 1 的比例
spr-op-meaning = 裝置的快閃記憶體比它顯示的容量多 15% 時，寫 0.15
rw-suffix = `rw={ $mode }:{ $suffix }`：`{ $suffix }` 不是數字
rw-suffix-meaning = 循序模式下，這是要加到位置上的位元組數；隨機模式下，這是每個位移的 I/O 數
rw-suffix-read-as = fio 會把 `rw={ $mode }:{ $suffix }` 中的 `{ $suffix }` 讀作 { $number }
ios-no-unit = 每個位移的 I/O 數不帶單位
percent-above = { $number }% 大於 { $most }%
no-block-size = 沒有指定區塊大小
bssplit-example = 如 4k/60:64k/40
too-many-entries = { $entries } 項太多；最多 { $most } 項
not-a-block-size = `{ $size }` 不是區塊大小
percentages-above = 百分比之和為 { $sum }，超過 100
percentages-below = 百分比之和為 { $sum }；其餘歸 { $bytes } 位元組的區塊，共占 { $percent }%
blank-gets-rest = 某項的百分比留空，其餘就歸它
not-a-percentage = `{ $text }` 不是百分比
percentage-is-zero = `{ $text }` 不是百分比，以 0 計算
write-number = 寫一個數字
fios-order = `random_generator=fio` 不能與 { $option } 一起使用：有該選項時，fio 的位移順序未知
fios-order-sizes = `random_generator=fio` 不能與多種區塊大小一起使用：區塊大小不只一種時，fio 的位移順序未知
leave-generator-out = 去掉 `random_generator`
sequence-strided = random_distribution=sequence：fiord 不支援它與 `zonemode=strided` 一起使用
size-too-small = `size` 是 { $size } 位元組，小於最小的區塊大小；至少 { $least } 位元組
zonesize-alone = `zonesize` 需要 zonemode
strided-needs-size = `zonemode=strided` 需要 `zonesize`
zipf-theta = zipf 的 theta 不能是 { $theta }
zipf-range = 大於 0 且不等於 1
pareto-shape = pareto 的形狀參數不能是 { $shape }
pareto-range = 0 與 1 之間
deviation = 偏差不能是 { $deviation }
deviation-range = 大於或等於 0%，且小於 100%
center = 中心不能是 { $center }
center-range = 0 到 1
sequence-example = 如 sequence:2,0,1
sequence-empty = 沒有指定序列中的區塊
not-a-block = `{ $block }` 不是區塊編號
such-as = 如 { $example }
zones-missing = 沒有指定區域（zone）
not-an-access-share = `{ $access }` 不是存取的百分比
not-a-zone-size = `{ $size }` 不是區域（zone）的大小
accesses-sum = 存取的百分比之和為 { $sum }，不是 100
zones-sum = 各區域（zone）的大小之和為測試區域的 { $sum }%
zones-need-bytes = 每個區域（zone）都要指定以位元組計的大小

## `sprandom`
sprandom-with = `sprandom` 不能與 { $option } 一起使用
sprandom-sizes = `sprandom` 不能與多種區塊大小一起使用
sprandom-one-size = 只用一種大小，如 bs=4k
sprandom-rw = `sprandom` 不能與這個 `rw` 一起使用：它是一遍隨機寫入
sprandom-generator = `sprandom` 不能與這個 `random_generator` 一起使用
sprandom-lfsr = 使用 random_generator=lfsr，或去掉 random_generator
sprandom-align = `sprandom` 不能與區塊大小以外的 `blockalign` 一起使用
sprandom-io-size = `sprandom` 不能與 `io_size` 一起使用：寫多少由 `size` 和 `spr_op` 決定
sprandom-no-io-size = 去掉 io_size
sprandom-ios = `sprandom` 不能與 `number_ios` 一起使用：寫完一整遍，裝置才算準備好
sprandom-timed = `sprandom` 不能與 `time_based` 一起使用：裝置要到一遍寫完時才準備好
sprandom-files = `sprandom` 不能與多個檔案一起使用：它們的寫入會混在一起
sprandom-job-each = 每個檔案用一個工作
sprandom-clones = `sprandom` 不能與共用同一裝置的多個工作複本（numjobs）一起使用：每個複本都會寫滿整個裝置
sprandom-one-clone = 使用 numjobs=1，或用 offset_increment 和 size 讓每個複本各寫一部分
sprandom-engine = `sprandom` 不能與這個 `ioengine` 一起使用
sprandom-data-engine = 使用會寫資料的引擎，如 io_uring

## Buffers, patterns
no-gpu-memory = fiord 沒有 `mem=cudamalloc`：無法把緩衝區放在 GPU 記憶體中
dedupe-too-much = dedupe_percentage={ $wanted }：工作集（{ $set }%）沒有重複資料；最多 { $most }
pattern-length = 樣式不能是 { $length } 位元組
pattern-range = 1 到 { $most } 位元組
not-a-pattern = `{ $text }` 不是樣式
pattern-forms = 雙引號中的字串，單引號中的檔案，0xdeadbeef 這樣的十六進位數，或十進位數
pattern-file = 無法讀取樣式檔案 `{ $path }`：{ $reason }
pattern-file-cut = 只用 `{ $path }` 的前 { $bytes } 位元組
pattern-most = 樣式最多 { $most } 位元組
no-format = 這個樣式中不能用 %o 這樣的格式
only-offset = 樣式中只能用格式 %o
offset-meaning = %o 是區塊的位移

## Start, end and errors
steady-form = iops、iops_slope、bw、bw_slope、lat 或 lat_slope，然後是 `:` 和 5% 這樣的界限
steady-no-limit = `steadystate={ $text }` 沒有界限
steady-measure = `steadystate={ $text }`：`{ $name }` 不是可用的指標
steady-limit = `steadystate={ $text }`：`{ $limit }` 不是界限
not-an-error = `{ $name }` 不是錯誤的名稱
error-names = EIO 這樣的名稱，或數字
time-based-alone = 沒有 `runtime` 時，`time_based` 沒有作用
two-rates = `rate` 和 `rate_iops` 不能同時使用
rate-below-minimum = { $direction } 的最低速率高於它的速率
replay-with = read_iolog 不能與這個 `{ $option }` 一起使用
replay-align = replay_align={ $align }：應為 2 的冪
merge-scalars = merge_blktrace_scalars：應為大於 0 的百分比
merge-iters = merge_blktrace_iters：應為不小於 1 的整數
no-recording = read_iolog：應為 I/O 追蹤記錄的檔案名稱
recording-from-stdin = read_iolog=-：fiord 要讀取 I/O 追蹤記錄兩次，而標準輸入只能讀取一次
store-first = 先存到檔案裡
not-an-io = `{ $word }` 不是 I/O 的種類
io-kinds = read、write、trim、sync，以逗號分隔
no-clock = log_alternate_epoch_clock_id={ $number }：fiord 不支援這個時鐘
clock-ids = 0 到 9，或 11
no-start-clock = job_start_clock_id={ $number }：job_start 是日曆時間（時鐘 0）；不支援其他時鐘
log-no-room = log_store_compressed：壓縮的日誌沒有欄位可存放 log_issue_time 和 log_window_value=both 的值
logs-as-text = 把日誌寫成文字

## Files, processors, queues
not-a-scheduler = ioscheduler={ $name }：應為 I/O 排程器的名稱
schedulers = 如 none、mq-deadline、kyber 或 bfq
directory-late = `directory={ $directory }` 寫在 `filename` 之後：與 fio 一樣，它對 { $files } 沒有作用
directory-first = 把 `directory` 寫在 `filename` 之前
names-add-up = 每個 `filename` 都會增加檔案：現在的檔案是 { $files }
one-filename = 每個工作只寫一次 `filename`；如果工作要用其他檔案，請從全域區段移除 `filename`
no-append = `file_append`：引擎 { $engine } 不能擴充檔案
another-engine = 換一個 ioengine
not-a-cgroup = cgroup={ $text }：應為控制群組（cgroup）的名稱
cgroup-example = 如 fio 或 tests/one
not-nodes = `{ $text }` 不是記憶體節點的清單
nodes-form = 從 0 開始的數字和範圍，如 0,2-3
not-a-policy = `{ $text }` 不是記憶體策略
policies = default、local、prefer:NODE、bind:NODES 或 interleave:NODES
cpus-form = 從 0 開始的數字和範圍，如 0,2-4
not-a-cpu = `{ $text }` 不是 CPU
no-such-cpu = CPU { $cpu } 不存在；最後一個是 { $last }
no-cpu = 沒有指定 CPU
cpu-missing = CPU { $cpu } 不存在
cpu-mask = 遮罩的位元 N 代表 CPU N，從 0 開始
offload-not-needed = `io_submit_mode=offload` 對 { $engine } 沒有作用：所有 I/O 都由工作的執行緒提交；只有 sync、psync、pvsync 和 pvsync2 能交給其他執行緒
offload-impossible = `io_submit_mode=offload` 不能與 { $engine } 一起使用：它的呼叫不能交給其他執行緒；請使用 sync、psync、pvsync 或 pvsync2
depth-generic-only = `iodepth={ $depth }` 只在通用裝置（/dev/sgN）上能達到：在區塊裝置上，sg 同時只有一個 I/O 在途
depth-not-reached = `iodepth={ $depth }` 達不到：{ $engine } 是同步引擎
not-writes = `{ $text }` 不是寫入次數
sync-range-alone = 沒有寫入次數時，`sync_file_range` 沒有作用
sync-range-example = 例如 sync_file_range=write:8

## Verification
verify-only-alone = 沒有 `verify` 時，`verify_only` 沒有作用
verify-overlap = verify：使用 `norandommap` 時，大小不同的區塊可能重疊
verify-clones = verify：這個工作的各個複本可能寫入相同的區塊
verify-last-pass = verify：fiord 每寫完一遍資料就讀回，但不讀回因 `runtime` 到期而中斷的最後一遍

## Zoned devices
zbd-serialize = `create_serialize=0` 不能與 `zonemode=zbd` 一起使用
zbd-verify-only = `verify_only` 與 `zonemode=zbd`：先前執行的寫入位移取決於各區域（zone）和其他工作，無法重現
zbd-verify-state = `{ $option }` 與 `zonemode=zbd`：先前執行的寫入位移取決於各區域（zone）和其他工作，無法重現
zbd-trim = `trim_percentage` 與 `zonemode=zbd`：trim 會重設整個區域（zone），連同沒有選中的區塊
zbd-remainder = `write_zone_remainder` 與 `verify`：區域（zone）剩餘部分放不下一個完整的區塊，無法驗證
zonesize-least = zonesize={ $bytes }：區域（zone）至少有 { $least } 位元組
zonecapacity-most = zonecapacity={ $bytes }：大於 `zonesize`；請使用不超過 { $most } 的位元組數
zones-need-size = 以區域（zone）計的大小（如 2z）需要 `zonesize`
give-zonesize = 請設為裝置的區域（zone）大小
zbd-replay = `read_iolog` 與 `zonemode=zbd`：I/O 的位移由 I/O 追蹤記錄決定
zbd-no-io = `zonemode=zbd`：ioengine={ $engine } 既不讀也不寫
zbd-commands = `zonemode=zbd`：ioengine={ $engine } 的命令繞過核心對區域（zone）的管理
zbd-recover = `recover_zbd_write_error` 需要寫入失敗後仍繼續的工作

## Engines
engines = 可用的引擎：{ $engines }
engines-near = 是不是想寫 `{ $near }`？可用的引擎：{ $engines }
engine-not-here = fiord 沒有引擎 { $engine }：{ $reason }
engine-from-file = fiord 不從檔案載入引擎
not-an-engine = `{ $name }` 不是引擎
priority-form = 如 4k/20:64k/50，帶類別和層級時如 4k/20/1/0
priority-directions = 只有讀取和寫入帶優先權
priority-sum = 區塊大小 { $bytes } 位元組的各項百分比之和超過 100
not-a-share = `{ $entry }` 不是帶百分比的大小
two-priorities = cmdprio_percentage 和 cmdprio_bssplit：只能用其中一個
no-atomic = atomic：{ $engine } 不能要求原子寫入
atomic-engines = 用 ioengine=pvsync2、libaio 或 io_uring
verify-no-data = verify：引擎 { $engine } 不寫可以驗證的資料
fsync-no-file = fsync：引擎 { $engine } 不保持檔案開啟，因此沒有檔案可以同步
opendir-own-files = opendir：引擎 { $engine } 只處理工作指定或建立的檔案
pre-read-nothing = pre_read：引擎 { $engine } 不讀資料
no-donor = e4defrag：沒有 `donorname`
donor-example = 用一個還不存在的檔案，如 donorname=donor
defrag-writes = e4defrag 只做寫入
rw-writes = 用 rw=write 或 rw=randwrite
skip-bad-verify = verify：`skip_bad` 會跳過一些區塊，這些區塊中沒有可以驗證的資料
skip-bad = `skip_bad`：跳過壞區塊的 I/O，但仍計入
no-program = exec：沒有 `program`
program-example = 請設為要執行的程式，如 program=/usr/bin/vmstat
exec-user = ioengine=exec 不支援 `uid` 和 `gid`：fiord 不以其他使用者的身分執行程式
exec-endless = exec：沒有 `runtime` 時，工作一直執行到被停止，程式結束後也是如此
no-cpuload = cpuio：沒有 `cpuload`
cpuload-example = 請設為要占用的 CPU 百分比，如 cpuload=50

## NVMe and SCSI commands
no-bsg = fiord 沒有 `cmd_type=bsg`；fiord 用 `ioengine=sg` 傳送 SCSI 命令，而不經過 io_uring
write-mode-form = write、uncor、zeroes、verify 之一，或其中幾個加上百分比，總和為 100：write/60:zeroes/40
write-mode-near = 是不是想寫 `{ $near }`？請寫 write、uncor、zeroes、verify 之一，或其中幾個加上百分比，總和為 100：write/60:zeroes/40
write-mode-word = write_mode：`{ $word }` 不是寫入的種類
write-mode-twice = write_mode：`{ $word }` 出現了兩次
write-mode-percent = write_mode：`{ $text }` 不是百分比
write-mode-sum = write_mode：百分比之和為 { $sum }
pi-check = pi_chk：`{ $part }` 不是可檢查的欄位
pi-checks = GUARD、REFTAG、APPTAG，以逗號分隔
not-a-plid = `{ $part }` 不是放置識別碼的編號
plids-form = 0 到 65535 的數字和範圍，如 0,2,5-7
scheme-unreadable = 無法讀取 `{ $path }`：{ $reason }
scheme-too-long = `{ $path }` 超過 { $most } 位元組
scheme-entry = `{ $path }` 第 { $line } 行：`{ $text }` 不是有效的項目
scheme-form = 起點、終點和編號，如 0, 1073741824, 2；終點大於起點
scheme-empty = `{ $path }` 中沒有項目
placement-engine = dataplacement：只對 ioengine=io_uring_cmd 的寫入有效
use-uring-cmd = 用 ioengine=io_uring_cmd 和 /dev/ng0n1 這樣的通用裝置
scheme-both = plid_select=scheme 和 dp_scheme 要一起使用
both-or-none = 兩者都寫，或都不寫
plids-idle = 有 `dp_scheme` 時 `plids` 沒有作用：每次寫入去哪裡由 `dp_scheme` 決定
scheme-streams = dp_scheme：串流的編號從 1 開始
streams-need-plids = dataplacement=streams：`plids` 要列出串流的編號，從 1 開始
plids-example = 如 plids=1,2
compare-pattern = verify_mode=compare：只能與 `verify=pattern` 和 `verify_pattern` 一起使用
compare-use-pattern = 用 verify=pattern 加 verify_pattern=…，或用 verify_mode=read
compare-unwritten = verify_mode=compare：工作的每次讀取都做比較，沒有寫過的區塊也一樣
compare-one-way = 用只寫或只讀的模式，不要 trim
compare-sizes = verify_mode=compare：不支援多種區塊大小，也不支援與區塊大小不同的 `blockalign`
compare-one-size = 全部用同一個 bs=，不用 blockalign
one-range = 用 num_range=1，或去掉它
ranges-engine = num_range={ $ranges }：{ $engine } 每次只 trim 一個範圍；只有 io_uring_cmd 每次能 trim 多個範圍
ranges-rw = num_range={ $ranges }：只有 trim 有多個範圍，而 `rw={ $mode }` 不只做 trim
ranges-bytes = num_range={ $ranges }：每個範圍最多 { $largest } 位元組，一個 I/O 共 { $bytes } 位元組
ranges-replay = num_range={ $ranges }：I/O 追蹤記錄（`read_iolog`）中每次 trim 只有一個範圍
ranges-option = num_range={ $ranges }：`{ $option }` 只支援每個 I/O 一個位移
one-range-or-uring = 用 num_range=1，或用 ioengine=io_uring_cmd 和 /dev/ng0n1 這樣的通用裝置
one-range-or-trim = 用 rw=trim 或 rw=randtrim，或用 num_range=1
fewer-ranges = 最多 2147483647 位元組：減少範圍數，或用更小的 `bs`
pre-read-commands = pre_read：這個引擎會繞過頁面快取
commands-idle = `uncached`、`nowait` 和 `cmdprio_*` 對 io_uring_cmd 沒有作用：傳給裝置的命令中沒有它們
sg-writes = 用 sg_write_mode=write、write_and_verify 或 write_stream
nvme-write = 用 write_mode=write
verify-not-stored = verify：用這個 `{ $option }` 時，區塊中不是送出的資料

## The simulated device
sim-disk-limits = `sim_iops_limit` 和 `sim_bytes_limit` 對 `sim_model=disk` 沒有作用；請去掉
sim-drift = `sim_drift={ $text }` 不是整數
sim-gc = `sim_gc={ $text }` 不是 greedy、fifo、cost-benefit、random 或 d:N
sim-hot = `sim_hot={ $text }` 不是 90/10 這樣的 H/P
sim-size-small = `sim_size` 小於一頁
sim-pages = 模擬的快閃記憶體磁碟機最多有 { $most } 頁，而 `sim_size` 和 `sim_page` 得出 { $pages } 頁；請減小 `sim_size`
sim-superblocks = 依這個 `sim_op`，磁碟機有 { $there } 個 { $pages } 頁的超級區塊，但需要 { $least } 個；請增大 `sim_op`，或減少 `sim_dies` 或 `sim_block_pages`
sim-spare-pages = 模擬的快閃記憶體磁碟機連同預留空間最多有 { $most } 頁，而 `sim_op` 得出 { $pages } 頁；請減小 `sim_op`

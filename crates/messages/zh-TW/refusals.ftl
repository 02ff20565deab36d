## 執行被拒絕或無法開始的原因。fio 模式以英文顯示。

# 寫入之前。第一行以後各行縮排。
overwritten = 此工作會覆寫 { $path }
overwritten-device = 此工作會覆寫 { $path }（它是 { $device }）
holds = 原因：{ $holds }
can-be-allowed = 如果確實要覆寫 { $device }，請使用 --allow-destroy={ $device }
in-use = 沒有任何選項允許這樣做

# 裝置或檔案中有什麼。
mounted = { $device } 掛載在 { $path }
swap = { $device } 正用作 swap
holder = { $holder } 建立在 { $device } 之上
busy = { $device } 正被核心或另一個行程使用
partitions = 有分割區：{ $names }
signature = { $device } 上有 { $name }
signature-labelled = { $device } 上有 { $name }，標籤 { $label }
signature-partitions = { $device } 上有 { $name }，含 { $partitions } 個分割區
unknown-data = { $device } 上有未知資料：第一個非零位元組在 { $offset }
unreadable = 無法讀取 { $device }：{ $error }
character-device = 字元裝置 { $number }：不是已知的儲存裝置；允許 null、zero 和 full
persistent-memory = { $device } 是持續性記憶體，fiord 無法判斷其中有什麼
raw-flash = { $device } 是裸快閃記憶體，fiord 無法判斷其中有什麼
not-examined = fiord 無法檢查該檔案或裝置：{ $error }
other-file = 不是本次執行建立的檔案
file-in-use = 該檔案正在使用中（{ $user }）；請改用其他檔案

# 執行之前。
job = 工作 `{ $job }`：{ $error }
read-only = 工作 `{ $job }` 要寫入或 trim，而本次執行是唯讀的
named-like-device = 工作 `{ $job }` 的名稱與某個裝置相同；如果指的就是該裝置，請使用 filename={ $job }
not-a-directory = 工作 `{ $job }`：{ $path } 不是目錄
no-node = 工作 `{ $job }`：numa_cpu_nodes：本機沒有具備 CPU 的 NUMA 節點 { $node }
unknown-wait-for = 工作 `{ $job }`：wait_for={ $name } 不是前面某個工作的名稱
too-many-workers = numjobs：共 { $workers } 個工作執行緒；最多 { $limit } 個，這是 Linux 支援的執行緒數上限
no-memory-for-workers = numjobs：{ $workers } 個工作執行緒在開始前需要 { $bytes } 位元組，系統沒有這麼多記憶體；請減少數量

# cgroup=、cgroup_weight= 和 ioscheduler=。
cgroup = cgroup：{ $error }
no-hierarchy = 沒有掛載用於 I/O 的 cgroup 階層（v1 blkio 或 v2）
no-weight = { $group } 沒有 I/O 權重；請使用 I/O 排程器 bfq，使用 cgroup v2 時還要在上層群組中啟用 io 控制器
one-group = 使用 cgroup v2 時，一個行程的所有執行緒共用一個 I/O 群組；請為一次執行的所有工作設定同一個 cgroup
scheduler = ioscheduler：{ $error }
scheduler-not-offered = ioscheduler={ $scheduler }：{ $disk } 不提供；請使用 { $offered } 之一
scheduler-conflict = ioscheduler={ $scheduler }：工作 `{ $job }` 要求 { $disk } 使用 { $other }
no-scheduler = 工作 `{ $job }`：ioscheduler={ $scheduler }：其檔案之下沒有可選排程器的磁碟；這個選項沒有作用
changes-in-place = ioscheduler：fiord 先前的變更仍然有效；請先用 `fiord doctor --restore` 復原

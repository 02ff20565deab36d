### 在 MPI 啟動器的所有主機上執行（--hosts）。

## rank 及其狀況

ranks-on = rank { $numbers }（共 { $ranks } 個，在 { $hosts } 上）
more-hosts = { $named } 及另外 { $more } 台主機
complaint = { $ranks }：{ $why }
lost = 失去 { $ranks }，對應 { $processes } 個行程（{ $pids }）。
none-started = 沒有 rank 啟動。
worker-failed = { $host } 上的 rank { $rank }：工作執行緒 { $worker }：{ $error }
worker-failed-at = { $host } 上的 rank { $rank }：工作執行緒 { $worker }：{ $place }：{ $error }

## 進度

run-of = 第 { $run } 次執行，共 { $all } 次
run-result = { $headline }等級 { $grade }：{ $reason }
laying-out = 正在建立測試檔案（{ $size }）
progress-ranks = { $ranks } 個 rank
progress-phase = 第 { $phase } 階段
progress-prepared = { $prepared } 個已就緒
progress-done = { $done } 個已完成

## 無法繼續一起執行的 rank

on-host = --hosts：{ $host } 上：{ $problem }
late = { $verb }：{ $seconds } 秒內未等到所有 rank
no-answer = --hosts：{ $host } 上的 rank { $rank } 沒有回應；測量停止
rank-0-silent = --hosts：{ $host } 上：rank 0 沒有回應；此 rank 結束
no-clock-request = rank 0 沒有查詢 rank { $rank } 的時鐘
no-reporter = --hosts：有 rank 遭強制終止時負責印出結果的行程無法啟動（{ $error }）；執行繼續，但沒有這個行程
no-thread = 無法啟動測量用的執行緒
too-long = 有一則訊息超過 2 GiB
wrong-thread = MPI 不是在這個執行緒中啟動的，或啟動了兩次
rank-0-not-understood = rank 0 送來的訊息，此 rank 無法理解
other-command-line = 命令列是 `{ $here }`，但 rank 0 的是 `{ $first }`
other-file = { $file } 與 rank 0 的不同
other-includes = 工作檔包含的檔案與 rank 0 的不同
rank-not-understood = rank { $rank } 執行的是別的程式或別的版本：無法理解它的第一則訊息
other-versions = 各主機的版本不同：{ $versions }；請在所有主機上安裝同一版本
unreadable-job = 無法讀取工作
no-job = 命令列沒有要執行的工作
simulated = 工作 `{ $job }`：ioengine=sim 使用虛擬時間，各主機無法共用；請改用其他引擎

## 選項

only-with-hosts = { $option }：只有與 --hosts 一起使用時才有效
looks-at-one-machine = { $option }：--hosts 不支援此選項，因為它只檢視一台機器；請移除 --hosts，在一台主機上執行此工作
compares-later = { $option }：--hosts 不支援此選項；請分別儲存兩邊的多次執行（先 --repeat 6 --save before，再 --save after），然後用 `fiord compare before after`
shows-each-host = { $option }：--hosts 不支援此選項；請用 --json，其中每台主機各有一份執行結果
not-with-hosts = { $option }：--hosts 不支援此選項；請去掉其中之一
unknown-host = --filename-on={ $host }：該主機上沒有 rank；請用下列主機之一：{ $hosts }
host-named-twice = --filename-on={ $host }：出現了 { $times } 次；只能使用一次

shift-on-one-host = --shift-reads：所有 rank 都在同一台主機上，共用頁面快取；請在另一台主機上也啟動 rank
shift-uneven = --shift-reads：各主機的 rank 數不同，從 { $fewest } 到 { $most }；請在每台主機上使用相同的數目
shift-same-data = --shift-reads：所有 rank 的資料相同；請加上 --spread=files 或 --spread=stripes
shift-verifies = --shift-reads：工作 `{ $job }` 無法驗證其他 rank 寫入的資料，因為每個 rank 的種子不同；請移除 verify= 或 --shift-reads
stripes-no-size = --spread=stripes：工作 `{ $job }` 沒有以位元組表示的大小；請把 size= 設為每個 rank 分到的大小
stripes-no-file = --spread=stripes：工作 `{ $job }` 沒有檔案；請把 filename= 設為所有 rank 共用的檔案
stripes-offset = --spread=stripes：工作 `{ $job }` 的位移不是以位元組表示；請以位元組設定 offset= 和 offset_increment=
files-not-a-file = --spread=files：工作 `{ $job }` 使用 { $path }，它不是檔案；請使用檔案，或 --spread=stripes
files-found = --spread=files：工作 `{ $job }` 使用找到的所有檔案（opendir），各 rank 無法使用不同的檔案；請移除 opendir

wear-no-runtime = --wear-out：沒有工作設定 runtime；請設定 runtime= 作為期限，並移除 time_based
wear-time-based = --wear-out：工作 `{ $job }` 設定了 time_based：工作執行緒到測試區域末尾後會從頭再來，進度無法比較；請移除 time_based 或 --wear-out
wear-mode = --wear-out：工作 `{ $job }` 為 rw={ $mode }；請用 read、write、randread 或 randwrite，不加 :N
wear-sizes = --wear-out：工作 `{ $job }` 使用多種大小的區塊，工作執行緒無法都停在相同的位元組數；請只設一個 bs=
wear-files = --wear-out：工作 `{ $job }` 使用多個檔案；請讓每個工作執行緒使用一個檔案
wear-no-data = --wear-out：工作 `{ $job }` 的引擎不傳輸資料；請改用其他引擎
wear-option = --wear-out：工作 `{ $job }` 設定了 { $option }，它不能與 --wear-out 一起使用；請移除其中一個

## MPI 外掛程式

plugin-static = 此 fiord 為靜態連結，無法載入 MPI 等程式庫；請使用以 glibc 建置的版本（`cargo build --release`），見 docs/many-hosts.md
plugin-missing = MPI 外掛程式：在 { $places } 找不到；請用與 mpirun 配套的 mpicc 建置（`{ $build }`），再複製到上述位置，或設定 { $variable }
plugin-missing-at-variable = MPI 外掛程式：在 { $path } 找不到（由 { $variable } 設定）；請用與 mpirun 配套的 mpicc 建置（`{ $build }`）
plugin-not-loaded = { $path }：{ $why }；請在此主機上安裝外掛程式所用的 MPI 程式庫，或重新建置外掛程式（`{ $build }`）
plugin-foreign = { $path }：不是 fiord 的 MPI 外掛程式，因為其中沒有函式 { $function }；請建置 fiord 的外掛程式（`{ $build }`）
plugin-version = { $path }：MPI 外掛程式的介面版本是 { $found }，但此 fiord 需要 { $needed }；請用此 fiord 的原始碼重新建置（`{ $build }`）
mpi-not-started = { $path }：MPI 未能啟動：{ $why }
other-mpi = { $path }：外掛程式使用的 MPI（{ $library }）與啟動器的不同，啟動器啟動了 { $launched } 個 rank（{ $variable }）；請用啟動器的 mpicc 重新建置（`{ $build }`）
other-mpi-slurm = { $path }：外掛程式使用的 MPI（{ $library }）與啟動器的不同，啟動器啟動了 { $launched } 個 rank（{ $variable }）；請用啟動器的 mpicc 重新建置（`{ $build }`），或改用其他 `srun --mpi=`：Open MPI 用 pmix，MPICH 用 pmi2

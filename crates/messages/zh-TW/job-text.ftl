## Job files
cannot-read = 工作檔 `{ $path }`：無法讀取（{ $reason }）；請使用可讀取的工作檔，或把工作寫成選項（--name=NAME --rw=read …）
line-too-long = 這一行有 { $bytes } 位元組，太長；最多 { $most } 位元組
section-in-include = 被包含的檔案不能開始新的區段
section-not-closed = 區段行沒有以 `]` 結尾；fio 會把區段名稱讀作 `{ $name }`
option-lines = 每個選項單獨寫一行
byte-order-mark = 檔案以位元組順序標記（BOM）開頭；請存成不帶 BOM 的檔案
begin-section = 第一行寫 [global] 或 [job] 這樣的區段名
before-section = 第一個區段之前出現了選項
set-again = `{ $first }`：沒有作用，因為同一區段後面的 { $file }:{ $line } 又設定了 `{ $last }`
keep-one-line = 請移除這兩行中的一行
includes-itself = `{ $path }` 包含了自己
include-too-deep = include：`{ $path }` 巢狀太深；最多 { $most } 層
too-many-includes = include：檔案太多；最多 { $most } 個
no-variable = 環境變數 `{ $name }` 不存在；視為空值
divides-by-zero = `{ $sum }`：除數為零
not-a-sum = `{ $sum }` 不是有效的運算式
blank-kept = fio 把 `=` 後的空格當作值的一部分
unit-after-blank = 值以空格開頭時，fio 不辨識單位：`{ $number }` 被讀作 { $digits }
write-option = 寫成 { $option }={ $value }
too-many-lines = 工作檔 `{ $path }`：{ $lines } 行太多；請拆成每個最多 { $most } 行的檔案
too-many-sections = 工作檔 `{ $path }`：{ $sections } 個區段太多；請拆成每個最多 { $most } 個區段的檔案
too-many-options = 全域選項乘以工作數：總共超過 { $most } 個選項；請拆分工作檔
no-job = 沒有定義工作
define-job = 指定工作檔，或用 --name=NAME 開始一個工作
readonly = 工作 `{ $job }`：會寫入或 trim，而 --readonly 禁止這樣做
waits-for-none = 工作 `{ $job }`：要等待 `{ $other }`，但之前沒有這個名稱的工作
wait-for-earlier = 工作只能等待排在它前面的工作
group-differs = lat_percentiles：工作 `{ $job }` 的設定與一起報告的其他工作不同
one-setting = 整組使用同一個設定，或使用 new_group

## The command line
dashes-missing = 選項以兩個連字號開頭：--{ $word }
value-after-equals = `{ $flag }` 的值只能寫成 --{ $flag }={ $value }
takes-no-value = `{ $option }` 不帶值
write-in-full = 寫出全名 { $option }
ambiguous = `{ $name }` 可能是幾個選項中的任何一個
belongs-after-engine = 它屬於 { $engines }，要寫在 --ioengine 之後
cli-not-supported = `--{ $option }`：不支援：{ $reason }
debug-lacking = `--debug={ $word }`：不支援，因為它顯示的是 fio 的內部細節；可以用 { $known }，all 表示全部
debug-unknown = `--debug={ $word }`：沒有這個類別；可以用 { $known }，all 表示全部
debug-near = `--debug={ $word }`：沒有這個類別；是不是想寫 `{ $near }`？可以用 { $known }，all 表示全部
no-network = fiord 沒有用戶端/伺服器模式；請到那台機器上啟動它，例如用 ssh
latency-log-gone = fio 也已移除它；用 write_lat_log=PREFIX 記錄工作的延遲
no-built-in-profile = fiord 沒有 fio 的內建 profile（tiobench、act）
not-a-format = `{ $name }`：不是輸出格式；可用 normal、terse、json、json+
not-an-eta = `{ $value }` 不是 always、never 或 auto；視為 auto
eta-interval-least = 兩行進度之間至少相隔 250 ms
not-a-time = `{ $value }`：不是時間；例如可以寫 30、90s 或 5m
global-not-selected = global 區段一定會讀取，不能選擇
terse-versions = terse 報告只有 2 到 5 版
not-an-idle-prof = `{ $value }` 不是 system、percpu 或 calibrate
status-interval-least = 兩份報告之間至少相隔 1 ms；沒有單位的數字以秒計，`30sec` 是 30 微秒

## Where and how bad
place-argument = 第 { $number } 個引數
level-note = 說明：{ $message }
level-warning = 警告：{ $message }
file-too-large = 大於 { $most } MiB
line-not-text = 第 { $line } 行不是 UTF-8

## Job files
cannot-read = 作业文件 `{ $path }`：无法读取（{ $reason }）；请使用可读的作业文件，或把作业写成选项（--name=NAME --rw=read …）
line-too-long = 这一行有 { $bytes } 字节，太长；最多 { $most } 字节
section-in-include = 被包含的文件不能开始新的小节
section-not-closed = 小节行没有以 `]` 结尾；fio 把小节名读作 `{ $name }`
option-lines = 每个选项单独写一行
byte-order-mark = 文件以字节顺序标记（BOM）开头；请存为不带 BOM 的文件
begin-section = 第一行写 [global] 或 [job] 这样的小节名
before-section = 第一个小节之前出现了选项
set-again = `{ $first }`：不起作用，因为同一小节后面的 { $file }:{ $line } 又设置了 `{ $last }`
keep-one-line = 请去掉这两行中的一行
includes-itself = `{ $path }` 包含了自己
include-too-deep = include：`{ $path }` 嵌套太深；最多 { $most } 层
too-many-includes = include：文件太多；最多 { $most } 个
no-variable = 环境变量 `{ $name }` 未设置；按空值处理
divides-by-zero = `{ $sum }`：除数为零
not-a-sum = `{ $sum }` 不是有效的表达式
blank-kept = fio 把 `=` 后的空格当作值的一部分
unit-after-blank = 值以空格开头时，fio 不识别单位：它把 `{ $number }` 读作 { $digits }
write-option = 写成 { $option }={ $value }
too-many-lines = 作业文件 `{ $path }`：{ $lines } 行太多；请拆分成每个最多 { $most } 行的文件
too-many-sections = 作业文件 `{ $path }`：{ $sections } 个小节太多；请拆分成每个最多 { $most } 个小节的文件
too-many-options = 全局选项乘以作业数：总共超过 { $most } 个选项；请拆分作业文件
no-job = 没有定义作业
define-job = 给出作业文件，或用 --name=NAME 开始一个作业
readonly = 作业 `{ $job }`：会写入或 trim，而 --readonly 禁止这样做
waits-for-none = 作业 `{ $job }`：要等待 `{ $other }`，但之前没有这个名称的作业
wait-for-earlier = 作业只能等待排在它前面的作业
group-differs = lat_percentiles：作业 `{ $job }` 的设置与一起报告的其他作业不同
one-setting = 整组使用同一个设置，或使用 new_group

## The command line
dashes-missing = 选项以两个连字符开头：--{ $word }
value-after-equals = `{ $flag }` 的值只能写成 --{ $flag }={ $value }
takes-no-value = `{ $option }` 不带值
write-in-full = 写出全名 { $option }
ambiguous = `{ $name }` 可能是几个选项中的任何一个
belongs-after-engine = 它属于 { $engines }，要写在 --ioengine 之后
cli-not-supported = `--{ $option }`：不支持：{ $reason }
debug-lacking = `--debug={ $word }`：不支持，因为它显示 fio 的内部细节；请用 { $known } 或 all
debug-unknown = `--debug={ $word }`：没有这个类别；可以用 { $known }，all 表示全部
debug-near = `--debug={ $word }`：没有这个类别；是不是想写 `{ $near }`？可以用 { $known }，all 表示全部
no-network = fiord 没有客户端/服务器模式；请到那台机器上启动它，例如用 ssh
latency-log-gone = fio 也已去掉它；用 write_lat_log=PREFIX 记录作业的延迟
no-built-in-profile = fiord 没有 fio 的内置 profile（tiobench、act）
not-a-format = `{ $name }`：不是输出格式；可用 normal、terse、json、json+
not-an-eta = `{ $value }` 不是 always、never 或 auto；按 auto 处理
eta-interval-least = 两行进度之间至少相隔 250 ms
not-a-time = `{ $value }`：不是时间；例如可以写 30、90s 或 5m
global-not-selected = global 小节总会读取，不能选择
terse-versions = terse 报告只有 2 到 5 版
not-an-idle-prof = `{ $value }` 不是 system、percpu 或 calibrate
status-interval-least = 两份报告之间至少相隔 1 ms；没有单位的数字按秒计，`30sec` 是 30 微秒

## Where and how bad
place-argument = 第 { $number } 个参数
level-note = 说明：{ $message }
level-warning = 警告：{ $message }
file-too-large = 大于 { $most } MiB
line-not-text = 第 { $line } 行不是 UTF-8

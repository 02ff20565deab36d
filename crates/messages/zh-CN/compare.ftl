faster = 更快
faster-margin-open = 更快，但可能不到 { $margin }%
slower-margin-open = 更慢，但可能不到 { $margin }%
slightly-faster = 略快
equivalent = 相当
slightly-slower = 略慢
slower = 更慢
inconclusive = 无法判定
single-numbers = 单个数值
not-compared = 未比较
verdict-because = { $verdict }：{ $reason }
reason-published = 公开的数值没有离散度
reason-one-run = 单次运行没有离散度
reason-invalid = { $one }；{ $other }
measured-valid = { $result } 测得 { $value }
measured-invalid = { $result } 测到的是{ $quantity }，{ $value }（{ $run }：{ $traps }）
measured-nothing = { $result } 没有值（{ $run }：{ $traps }）
measured-no-metric = { $result } 没有“{ $metric }”这项指标
measured-too-few = { $result } 没有 { $metric }：{ $runs } 次运行中有 { $few } 次的延迟样本太少
reason-one-of-syncs = { $of_syncs } 有同步操作的延迟，{ $of_ios } 只有写操作的延迟
quantity-page-cache = 页缓存
quantity-cache = 缓存
quantity-no-data = 没有数据的块
quantity-limit = 限速值
quantity-memory = 内存
quantity-generator = 负载生成器
quantity-depth = 较小的队列深度
quantity-unit = 另一个单位的值
quantity-other = 另一个量
reason-chance = { $comparisons } 次比较中出现一个这样的差异，可能只是偶然

engine-synchronous = 同步
engine-queued = 异步
engine-mmap = mmap
engine-memory = 持久内存
engine-splice = splice
engine-names = 文件元数据
engine-generator = 无设备 I/O
engine-simulated = 模拟
direct = 直接
buffered = 缓冲
with-job = 同时运行 { $workload }
job-of-alike = 多个相似作业中的第 { $number } 个

metric-rate = 速率
metric-p50 = p50
metric-p99 = p99
metric-mean = 平均

fact-device = 设备
fact-device-size = 设备容量
fact-firmware = 固件
fact-stack = 存储栈
fact-file-system = 文件系统
fact-file-system-size = 文件系统容量
fact-kernel = 内核
fact-cpu = CPU
fact-cpus = CPU 数
fact-governor = CPU 调频策略
fact-memory = 内存
fact-hypervisor = 虚拟机监控程序
fact-container = 容器
fact-measured-by = 测量工具
of-machine = 主机：{ $fact }
of-plan = 作业：{ $fact }
unknown = 未知
not-given = 未指定
fact-in-workloads = { $values }（{ $workloads } 个负载）

about-run = 运行 { $run }，{ $verb }
about-runs = 运行 { $first } 到 { $last }，{ $verbs }
about-study = 研究 { $study }，{ $name }
about-study-on = 研究 { $study }，{ $name }，目标 { $target }
row-of = { $row }；出自 { $result }（{ $about }）
latencies-of-syncs = 延迟为同步操作的延迟
about-now = 刚刚测得
run-name = 运行 { $run }
published-state = 设备状态：{ $device_state ->
    [new] 全新
    [used] 用过
   *[unknown] 未知
 }。
source = 来源：{ $source }。
maker-claims = 数值为厂商标称值。
claim-state = { $drive_state ->
    [new] 标称值针对新盘。
   *[sustained] 标称值针对处于稳态的盘。
 }
source-note = 来源的说明：{ $note }。
runs = { $runs } 次运行
period = { $first } 到 { $last }
no-date = 无日期
about-result = { $facts }。

base-mark = （基准）
machines-differ = 主机有差异
plans-differ = 作业有差异
unstated = { $result } 没有说明：{ $facts }
no-common-workload = 各结果没有共同的负载。要比较同一个作业，请用 `fiord run --baseline RESULT JOB`：运行 JOB，并把新的运行与 RESULT 比较。要比较两个不同的作业，请用 `fiord run --vs`。
column-workload = 负载
column-details = 细节
column-direction = 方向
column-metric = 指标
column-result = 结果
column-base = 基准
column-value = 数值
column-ratio = 比值
column-interval = 95% 区间
column-verdict = 判定
column-groups = 分组
legend = 比值：结果 ÷ 基准。容差：{ $margin }%。判定已按比较次数（{ $comparisons }）校正。
legend-ratios = 比值：结果 ÷ 第一个结果。容差：{ $margin }%。
legend-single-numbers = 单个数值：离散度未知，因此 fiord 不作判定。请用 `fiord run --repeat 6 --save NAME JOB` 测量每一方。
legend-single-ladders = 单个数值：离散度未知，因此 fiord 不作判定。请用 `fiord ladder --save NAME` 将每一方测量六次。
legend-single-tools = 单个数值：离散度未知，因此 fiord 不作判定。请将每项测量重复六次或更多。
groups = 分组，最好的在前
legend-groups = 同一组内的结果没有显著差异。同属两组的结果介于两组之间。
alike = { $workload }：所有运行无效的原因都相同（{ $traps }），比值仍比较它们的数值。
excluded = 已排除的运行
excluded-runs = { $result }，{ $workload }：{ $runs } 次运行中排除 { $excluded } 次。排除的第一次：{ $run }（{ $traps }）。
excluded-of-pairs = { $result }，{ $workload }：{ $runs } 次运行中有 { $excluded } 次有效但不计入，因为同一对中的另一次运行无效或缺失。
excluded-run = { $result }，{ $workload }：{ $run }（{ $traps }）。
and-more = 还有 { $more } 个（见 --json）。
claim-notes = { $result }，{ $workload }：{ $notes }
not-stated = 来源未说明 { $options }。
fits-several = 该数值符合 { $workloads } 个负载，与其中最快的比较。
list-and-more = { $list } 以及另外 { $more } 个
only-one-has = { $workloads } 个负载只出现在 { $result } 中：{ $list }。
limit-met = --fail-if { $limit }：条件成立。
limit-met-inconclusive = --fail-if { $limit }：条件成立。至少有一项比较无法判定或无法进行。
limit-not-met = --fail-if { $limit }：条件不成立。
limit-undecided = --fail-if { $limit }：结果未定。增加重复次数或可判定，但数值是公开的、缺失的或无效的时不起作用。

title = 比较：{ $results }
verdict-count = { $verdict } { $count } 个
verdict-counts = { $verdicts }。
what-differs = 差异
head-differs = 差异
groups-heading = 没有显著差异的分组，最好的在前
chart-rates = 速率相对于 { $base } 的比值：越靠右越快，色带为容差
chart-latencies = 延迟相对于 { $base } 的比值：越靠左越快，色带为容差
column-kind = 类型
column-about = 说明
column-runs = 次数
column-since = 起始日期
column-caveats = 注意事项
numbers = 数值

limit-unreadable = { $text }：不是条件；使用 slower:5%、faster:5%、different:5% 或 inconclusive，百分比为 0.1% 到 1000%
margin-unreadable = { $text }：不是容差；使用 0.1% 到 100% 的百分比，例如 5%
one-result = { $name }：只有一个结果，无从比较；请再给出一个（`fiord history`、`fiord compare --list`），或用 --base ROW 将其各行与其中一行比较
base-of-one = --base：比较一个结果的各行；请去掉其他结果
no-such-row = --base { $base }：{ $name } 中没有这一行，或有多行相符；请用以下之一：{ $rows }
one-row = --base：{ $name } 只有一行；请将其与另一个结果比较
catalogue-broken = 公开数值表：{ $problem }
nothing-in-file = { $file }：没有可比较的结果；`fiord import { $file }` 显示其内容
no-such-result = { $name }：没有这个运行、研究、文件或公开数值表条目；用 `fiord history` 和 `fiord compare --list` 列出
no-such-result-no-store = { $name }：没有这个运行、研究、文件或公开数值表条目（{ $problem }）；用 `fiord history` 和 `fiord compare --list` 列出
ambiguous-name = { $name }：有多个结果叫这个名字；使用 { $choices } 之一
record-missing = 运行 { $run }：缺少记录
study-without-runs = 研究 { $study }：还没有运行；`fiord study resume { $study }` 进行测量

key-missing = { $entry }：缺少 { $key }
caveat-no-text = { $entry }：注意事项必须是字符串
result-no-table = { $entry }：结果必须是表
key-unknown = { $entry }：`{ $key }` 不是有效的键；使用 { $allowed } 之一
size-wrong = { $entry }：bs={ $size } 不是大小；使用 4k 这样的值
number-missing = { $entry }：有一个结果缺少数值；添加 iops、bandwidth 或 mean_latency

reason-too-few = { $samples ->
    [runs] 每个结果至少需要 { $needed } 次运行
    [pairs-of-runs] 至少需要 { $needed } 对运行
   *[pairs-of-turns] 至少需要 { $needed } 对片段
 }
missed = { $samples ->
    [runs] 每个结果 { $runs } 次运行，可能漏掉小于 { $difference }% 的差异。
    [pairs-of-runs] { $runs } 对运行可能漏掉小于 { $difference }% 的差异。
   *[pairs-of-turns] { $runs } 对片段可能漏掉小于 { $difference }% 的差异。
 }
missed-unequal = 基准 { $base_runs } 次、该结果 { $runs } 次运行，可能漏掉小于 { $difference }% 的差异。
would-show = { $samples ->
    [runs] 每个结果约需 { $needed } 次运行才能看出 { $margin }% 的差异。
    [pairs-of-runs] 约需 { $needed } 对运行才能看出 { $margin }% 的差异。
   *[pairs-of-turns] 约需 { $needed } 对片段才能看出 { $margin }% 的差异。
 }
many-would-show = { $samples ->
    [runs] 每个结果需要超过 { $most } 次运行才能看出 { $margin }% 的差异。
    [pairs-of-runs] 需要超过 { $most } 对运行才能看出 { $margin }% 的差异。
   *[pairs-of-turns] 需要超过 { $most } 对片段才能看出 { $margin }% 的差异。
 }
medians-disagree = { $samples ->
    [runs] 中位数之比不同（{ $medians }×）。显示的比值使用全部运行。
    [pairs-of-runs] 中位数之比不同（{ $medians }×）。显示的比值只比较同一对中的运行。
   *[pairs-of-turns] 中位数之比不同（{ $medians }×）。显示的比值只比较同一对中的片段。
 }
pairs-of-turns = { $pairs } 对片段
legend-rank-sums = 比值是所有运行组合的 Hodges-Lehmann 估计。各数值是中位数。
legend-ratio-of-medians = 两个结果的离散度不同时，比值是中位数之比。
legend-signed-ranks = 比值是各对内比值的 Hodges-Lehmann 估计。各数值是中位数。
legend-occasions = 这些结果在不同时间测得：比值包含期间的一切变化。`fiord run --vs` 交替测量两个作业。
legend-rows = 各行出自同一结果。每次比较都使用所比两行的各次重复运行。

kind-runs = 运行
kind-study = 研究
kind-document = 文档
kind-import = 导入
kind-catalogue = 公开数值表
kind-sheet = 规格书

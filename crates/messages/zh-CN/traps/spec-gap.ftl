plan-title = 拿规格书数值与另一种负载比较
plan-why = 规格书上的数值大多针对新盘和大队列深度：吞吐量用大块，IOPS 用 4k 块。如果作业不同，达到这个数值的百分之几并不能说明盘的好坏。
plan-advice = 按标称值的负载运行，并使盘处于标称值所述的状态。
plan-example =
    fio --name=r --filename=cold --rw=read --bs=4k --direct=1 --size=2G
    用 `--spec` 给出的规格书标称：新盘，队列深度 32，128 KiB 读 2,200 MB/s。该作业以队列深度 1 读 4 KiB 的块，达到该数值的百分之几说明不了什么。

run-title = 拿规格书数值与另一种负载比较
run-why = 只有块大小、队列深度、I/O 路径和盘的状态都与标称值一致时，达到标称值的比例才能说明盘的性能。
run-advice = 按标称值的负载运行，并使盘处于标称值所述的状态。
run-example = 读达到规格书标称值的 76.5%：1,682 MB/s（8 MiB，在途 I/O 1 个），标称值为 2,200 MB/s（128 KiB，队列深度 32，新盘）。两者不可比：块大小为 8 MiB 而非 128 KiB、在途 I/O 为 1 个而非 32 个、标称值针对新盘。

nearest = { $drive } 的标称值中，最接近的是 { $claim }。
matches = 该作业与标称值的条件一致。
differs = 该作业的结果与标称值不可比：{ $differences }。
unclaimed = { $drive } 的规格书没有 { $workload } 的标称值。
other-claims = 规格书有以下负载的标称值：{ $workloads }。
ratio = { $ddir ->
    [read] 读
   *[write] 写
 }达到 { $drive } 最接近的一项标称值的 { $share }：{ $rate }（{ $blocks }，在途 I/O { $in_flight } 个），标称值为 { $claim }。
ratio-depth-unknown = { $ddir ->
    [read] 读
   *[write] 写
 }达到 { $drive } 最接近的一项标称值的 { $share }：{ $rate }（{ $blocks }，队列深度未知），标称值为 { $claim }。
not-comparable = 两者不可比：{ $differences }。

claim = { $workload } { $rate }（{ $blocks }，队列深度 { $depth }，{ $drive_state ->
    [new] 新盘
   *[sustained] 持续性能
 }）
claim-without-depth = { $workload } { $rate }（{ $blocks }，未注明队列深度，{ $drive_state ->
    [new] 新盘
   *[sustained] 持续性能
 }）
claim-without-blocks = { $workload } { $rate }（未注明块大小，队列深度 { $depth }，{ $drive_state ->
    [new] 新盘
   *[sustained] 持续性能
 }）
claim-bare = { $workload } { $rate }（未注明块大小和队列深度，{ $drive_state ->
    [new] 新盘
   *[sustained] 持续性能
 }）

blocks-unclaimed = 规格书未注明块大小
blocks = 块大小为 { $own } 而非 { $claimed }
blocks-range = 块大小从 { $least } 到 { $most }，而非 { $claimed }
depth-unclaimed = 规格书未注明队列深度
depth = 在途 I/O 为 { $in_flight } 个而非 { $claimed } 个
buffered = I/O 经过页缓存（direct=0）
new-drive = 标称值针对新盘
mixed = 读和写共用设备
synced = 写入会同步（sync）
held-back = 作业设置了限速（rate、thinktime）
company = 同时有其他作业运行

why-slower = 块大小、队列深度和 I/O 路径都与标称值一致。盘本身、盘的状态或链路比规格书所说的慢。
why-faster = 盘很少超过规格书的数值。这种结果通常来自缓存或从未写入的块。
why-match = 块大小、队列深度和 I/O 路径都与标称值一致。
advice-compare = 要与标称值比较，用 { $options } 运行 fio。
advice-after-run = 运行结束后，查看结果与标称值的比例。
advice-slower = 运行 `fiord doctor`，检查链路、温度、磨损和限制。然后对盘做预处理，并延长测量时间。
advice-faster = 检查数据来源：缓存、全零数据，或从未写入的块。
advice-match = 无需修改。

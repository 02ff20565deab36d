plan-title = 写入量没有超出盘内缓存
plan-why = 消费级闪存盘可以按缓存的速度接收几十 GB，之后会慢几倍。全新的盘和整盘丢弃（trim）过的盘比用过的盘快。
plan-advice = 先预处理（写入两倍容量），或写得足够久，直到测到下降后的速率。请注明测得的是下降前还是下降后的速率。
plan-example =
    fio --name=w --filename=on-nvme --rw=write --direct=1 --bs=1m --size=8G --iodepth=32 --ioengine=libaio
    8 GiB 放得进大多数消费级盘的 SLC 缓存。

run-title = 运行中速率发生变化
run-why = 平均值混合了设备的两种或多种状态。一次运行表现出哪些状态，取决于此前对设备的 I/O。
run-advice = 先预处理设备，再延长运行时间。每种状态分别报告。
run-example = 前 48 s 为 1,900 MB/s，之后为 430 MB/s：写入 85 GiB 后，高速缓存已满。

planned = 作业写入 { $written }，占盘容量的 { $share }。盘内写缓存可能全部容纳。
cliff = 运行 { $seconds } 秒、传输 { $moved } 后，速率降到原来的 { $share }：从 { $before } 降到 { $after }。
warm-up = 前 { $seconds } 秒是预热阶段，之后速率从 { $before } 升到 { $after }。
rise = 运行 { $seconds } 秒后，速率从 { $before } 升到 { $after }。
credits = 运行 { $seconds } 秒后，速率从 { $burst } 降到平稳的 { $baseline } IOPS。限速器的突发额度用完时可能出现这种情况（额度约 { $credits } 个 I/O）。
byte-credits = 运行 { $seconds } 秒后，吞吐量从 { $burst }/s 降到平稳的 { $baseline }/s。限速器的突发额度用完时可能出现这种情况（额度约 { $credits }）。
or-full-cache = 设备的写缓存写满时也是同样的现象。
by-chance = 这个平稳的速率恰好是一个整齐的数字。不过速率即使任意取值，也有 { $share } 会是整齐的数字。
saw-tooth = 速率每 { $seconds } 秒升降一次，呈锯齿形。垃圾回收或过热降速可能造成这种现象。
drift = 速率每秒漂移 { $percent }%。
unsteady = 速率不稳定，有 { $levels } 个没有规律的水平（{ $rates }）。
latency-step = { $rose ->
    [yes] 运行 { $seconds } 秒后，平均延迟从 { $before } 升到 { $after }。
   *[no] 运行 { $seconds } 秒后，平均延迟从 { $before } 降到 { $after }。
 }
latency-unsteady = 每秒的平均延迟在 { $least } 和 { $most } 之间，没有稳定的水平。

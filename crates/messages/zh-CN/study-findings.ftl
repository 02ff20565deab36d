at-levels = { $levels }：{ $finding }
of-response = { $job } { $direction }：{ $finding }
interval = 95% 置信区间 { $low } 至 { $high }
no-comparison = 这些运行不足以作出比较。
no-conclusion = 这些运行不足以得出结论。

ratio = { $speed ->
    [faster] { $level } 比 { $than } 快
    [slightly-faster] { $level } 比 { $than } 略快
    [slightly-slower] { $level } 比 { $than } 略慢
    [slower] { $level } 比 { $than } 慢
   *[as-fast] { $level } 与 { $than } 一样快
 }：比值 { $times }（{ $interval }，容差 { $margin }%）。
ratio-amplification = { $speed ->
    [faster] { $level } 的写放大低于 { $than }
    [slightly-faster] { $level } 的写放大略低于 { $than }
    [slightly-slower] { $level } 的写放大略高于 { $than }
    [slower] { $level } 的写放大高于 { $than }
   *[as-fast] { $level } 与 { $than } 的写放大相同
 }：比值 { $times }（{ $interval }，容差 { $margin }%）。
ratio-lifetime = 直到磨损殆尽，{ $level } 可写入的数据{ $speed ->
    [faster] 多于
    [slightly-faster] 略多于
    [slightly-slower] 略少于
    [slower] 少于
   *[as-fast] 等于
 } { $than }：{ $times } 倍（{ $interval }，容差 { $margin }%）。
ratio-open = { $level } 与 { $than } 没有显著差异：比值 { $times }（{ $interval }，容差 { $margin }%）。
ratio-seen = { $level } 与 { $than } 的比值为 { $times }。
ratio-seen-in-few = { $level } 与 { $than } 之比为 { $times }（运行轮数太少，没有置信区间）。
ratio-too-few = { $level } 与 { $than } 成对的运行太少，无法比较。

gain = { $gain ->
    [more] { $span } 带来的提升大于 { $than }
    [slightly-more] { $span } 带来的提升略大于 { $than }
    [slightly-less] { $span } 带来的提升略小于 { $than }
    [less] { $span } 带来的提升小于 { $than }
   *[as-much] { $span } 与 { $than } 带来的提升相当
 }：比值 { $times }（{ $interval }）。
gain-open = { $span } 与 { $than } 带来的提升没有显著差异：比值 { $times }（{ $interval }）。
gain-seen = { $span } 带来的提升是 { $than } 的 { $times } 倍。

knee = { $factor } { $seen } 是结果达到最佳值 { $share }% 的最低水平。
knee-seen = 在这些运行中，{ $factor } { $seen } 是结果达到最佳值 { $share }% 的最低水平。
knee-not-found = 低于最高水平 { $factor } { $farthest } 的各水平都达不到最佳值的 { $share }%，因此更高的水平可能还会提升。

gap-within = 从 { $along } { $seen } 起，{ $level } 与 { $than } 相差不超过 { $margin }%。
gap-apart = 即使在最高的水平 { $along } { $farthest }，{ $level } 与 { $than } 仍相差 { $margin }% 以上。
gap-not-within = 直到 { $along } { $farthest }，没有找到一个水平，从它起 { $level } 与 { $than } 相差始终不超过 { $margin }%。
gap-seen = 在这些运行中，从 { $along } { $seen } 起，{ $level } 与 { $than } 相差不超过 { $margin }%。
gap-nowhere = 没有找到一个水平，从它起 { $level } 与 { $than } 相差始终不超过 { $margin }%。

level-between = 该水平的 95% 置信区间为 { $first } 至 { $last }。
level-or-above = 该水平为 { $first } 或更高，置信度 95%。
level-above = 该水平的 95% 置信区间高于 { $farthest }。

share-of-claim = { $cell }：达到 { $drive } 标称值的 { $share }（95% 置信区间 { $low } 至 { $high }）。标称值为 { $claim }。
share-of-claim-without-interval = { $cell }：达到 { $drive } 标称值的 { $share }（没有置信区间）。标称值为 { $claim }。
not-comparable = 这些数值不可比：{ $differences }。
differs-block-size = 块大小不同
differs-depth = 队列深度不同
differs-page-cache = I/O 经过页缓存
differs-drive-state = 标称值针对新盘
differs-mixed-directions = 读写混合
differs-syncs = 写入带同步
differs-rate = 设置了限速
differs-other-jobs = 同时有其他作业运行

steady-first-after = 按 SNIA 的标准已达到稳态，首次出现在第 { $round } 轮之后。
steady = 按 SNIA 的标准已达到稳态。
not-steady = 按 SNIA 的标准未达到稳态（要求极差至多 20%，斜率至多 10%）。
last-rounds = 共 { $rounds } 轮，最后五轮的极差为平均值的 { $range }，斜率为平均值的 { $slope }。

best = 最佳：{ $seen }，置信度 95%。
best-of-several = 最佳：{ $cells } 个组合之一（{ $members }）。在这些运行中，{ $seen } 的结果最好。
best-seen = { $seen } 的结果最好。

wrong = { $cell } 的 { $runs } 次运行中有 { $bad } 次无效（等级 D）。原因见 `fiord report { $run }`。
wrong-in-cells = { $cells } 个组合含有无效的运行（等级 D，{ $runs } 次中有 { $bad } 次）：{ $list }。第一次的原因见 `fiord report { $run }`。
left-out = { $cell } 的 { $runs } 次运行中有 { $bad } 次无效（等级 D），不计入结果。原因见 `fiord report { $run }`。
left-out-in-cells = { $cells } 个组合含有无效的运行（等级 D，{ $runs } 次中有 { $bad } 次），不计入结果：{ $list }。第一次的原因见 `fiord report { $run }`。
drift = { $cell } 的结果随运行次序漂移。
drift-in-cells = { $cells } 个组合的结果随运行次序漂移：{ $list }。
two-states = { $cell } 的结果分成两组。
two-states-in-cells = { $cells } 个组合的结果各分成两组：{ $list }。
wide = { $cell } 的精度低于要求。
wide-in-cells = { $cells } 个组合的精度低于要求：{ $list }。
few-blocks = 完整的运行只有 { $blocks } 轮，不足以得出置信区间。
disturbed = 受干扰的运行：{ $disturbed } 次（{ $rules }）。这些运行计入结果，所以区间包含干扰的影响。
disturbed-share = { $rule } { $runs } 次，最多占一次运行的 { $share }
disturbed-rule = { $rule } { $runs } 次
one-unit = 结论只适用于这台机器上的这块盘，不代表该型号。
simulated = 结论来自模拟盘：它们由模型得出，不是对硬件的测量。
estimator = 比值是各轮内比值的 Hodges-Lehmann 估计；轮数较少时是几何平均。表中的数值是中位数。
these-hosts = 结论只适用于这些主机及其存储，不适用于其他主机。
list-and-more = { $list }，另有 { $more } 个

mark-wrong = D
mark-left-out = 已排除
mark-drift = 漂移
mark-two-states = 双态
mark-wide = 精度不足
mark-failed = 失败
legend-wrong = D：运行无效。
legend-left-out = 已排除：少数运行无效，不计入结果。
legend-drift = 漂移：数值随运行次序变化。
legend-two-states = 双态：结果分成两组，中位数落在其中一组或两组之间。
legend-wide = 精度不足：精度低于要求。
legend-failed = 失败：有运行因错误结束，该组合不再重复。
legend-precise = { $cells } 个组合中有 { $precise } 个达到要求的精度（± { $half_width } 以内）。
legend-runs-needed = 其余组合的结果波动较大，要达到该精度，每个组合约需 { $runs } 次运行。

inside-units = 盘内部：至少有 { $least ->
    [one] 1 个单元（die、磁盘或某一层的线程）处理读请求
   *[other] { $least } 个单元（die、磁盘或某一层的线程）同时处理读请求
 }。深度为 1 时，一次读需 { $latency }。深度 { $depth } 的 IOPS 是深度 1 的 { $gain } 倍，而一个单元最多能重叠两次读。
inside-about = 曲线的形状与随机读分散到 { $low } 至 { $high } 个单元时的预期相符。
inside-rises = 深度为 { $depth } 时曲线仍在上升，所以单元可能更多。
inside-limit = 单元总数未知，因为通道、链路或 CPU 也可能限制 IOPS。
inside-arm = 盘内部：机械硬盘。一次随机读需 { $latency }，与寻道加半圈旋转的时间相符；顺序读的 IOPS 是随机读的 { $times } 倍。
inside-slow = 盘内部：不像机械硬盘。一次随机读需 { $latency }，与机械硬盘相同，但顺序读并没有快很多，或者队列加深后 IOPS 的提升超过机械硬盘。这样的延迟可能来自限速或网络。
inside-maybe-arm = 盘内部：一次随机读需 { $latency }，与机械硬盘相同。限速或网络也可能造成同样的延迟；测量相同大小的顺序读可以区分它们。
inside-cache-end = 盘内部：写入 { $least } 到 { $most } 之后，写速率从 { $before } 降到 { $after }。原因可能是 SLC 缓存或带突发额度的限速。
inside-cache-end-alone = 盘内部：写入 { $least } 到 { $most } 之后，写速率从 { $before } 下降。原因可能是 SLC 缓存或带突发额度的限速。
inside-no-cache-end = 盘内部：写入 { $written } 期间，写速率没有下降。如果有 SLC 缓存或突发额度，其容量更大。

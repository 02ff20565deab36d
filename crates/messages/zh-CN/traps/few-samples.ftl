plan-title = I/O 太少，百分位不可靠
plan-why = n 个 I/O 中有 n × (1 − p) 个超过百分位 p。超过某个百分位的 I/O 只有 10 个时，各次运行之间这个数目的变化约为三分之一（一个标准差）；一个也没有时，该百分位就是最大值。
plan-advice = 使超过该百分位的 I/O 达到 100 个：p99 需要 10,000 个 I/O，p99.9 需要 100,000 个，p99.99 需要 1,000,000 个。
plan-example =
    fio --name=etcd --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300
    共 10,029 次写入：超过 p99 的有 100 次，超过 p99.9 的有 10 次，超过 p99.99 的有 1 次。

run-title = 百分位的样本太少
run-why = 超过某个百分位的 I/O 不足 100 个时，这个数目的不确定度超过 10%；尾部很长时，百分位的值更不确定。不足 10 个时，其值取决于偶然。
run-advice = 延长运行时间，或去掉这些百分位（percentile_list）。
run-example = 2,500 个 I/O 的 p99.9 就是其中第三大的值。

count-above = 超过 { $percentile } 的有 { $count } 个
planned = 作业只做 { $ios } 个 I/O，百分位不可靠：{ $counts }。
planned-of-direction = 在 I/O 最少的方向上，作业只做 { $ios } 个 I/O，百分位不可靠：{ $counts }。
got = { $samples } 个 I/O 中超过 { $first } 的只有 { $beyond } 个：{ $first } 及更高的百分位不可靠。
got-chance = { $samples } 个 I/O 中超过 { $first } 的只有 { $beyond } 个：{ $first } 及更高的百分位不可靠，而且超过最高百分位的 I/O 不足 10 个。

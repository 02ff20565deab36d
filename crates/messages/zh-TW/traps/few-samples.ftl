plan-title = I/O 太少，百分位不可靠
plan-why = n 個 I/O 中有 n × (1 − p) 個超過百分位 p。超過某個百分位的 I/O 只有 10 個時，各次執行之間這個數目的變動約為三分之一（一個標準差）；一個也沒有時，該百分位就是最大值。
plan-advice = 讓超過該百分位的 I/O 達到 100 個：p99 需要 10,000 個 I/O，p99.9 需要 100,000 個，p99.99 需要 1,000,000 個。
plan-example =
    fio --name=etcd --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300
    共 10,029 次寫入：超過 p99 的有 100 次，超過 p99.9 的有 10 次，超過 p99.99 的有 1 次。

run-title = 百分位的樣本太少
run-why = 超過某個百分位的 I/O 不到 100 個時，這個數目的不確定度超過 10%；尾端很長時，百分位的值更不確定。不到 10 個時，數值取決於偶然。
run-advice = 延長執行時間，或移除這些百分位（percentile_list）。
run-example = 2,500 個 I/O 的 p99.9 就是其中第三大的值。

count-above = 超過 { $percentile } 的有 { $count } 個
planned = 工作只做 { $ios } 個 I/O，百分位不可靠：{ $counts }。
planned-of-direction = 在 I/O 最少的方向上，工作只做 { $ios } 個 I/O，百分位不可靠：{ $counts }。
got = { $samples } 個 I/O 中超過 { $first } 的只有 { $beyond } 個：{ $first } 及更高的百分位不可靠。
got-chance = { $samples } 個 I/O 中超過 { $first } 的只有 { $beyond } 個：{ $first } 及更高的百分位不可靠，而且超過最高百分位的 I/O 不到 10 個。

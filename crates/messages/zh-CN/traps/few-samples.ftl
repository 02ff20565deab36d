run-title = 百分位数的样本太少
run-advice = 延长运行时间，或去掉这些百分位（percentile_list）。
got = { $samples } 个 I/O 中超过 { $first } 的只有 { $beyond } 个：{ $first } 及更高的百分位不可靠。

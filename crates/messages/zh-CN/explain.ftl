no-job = explain：没有作业；使用作业文件或 fio 选项
runs-nothing = --{ $option }：`fiord explain` 不运行任何作业；去掉该选项，或去掉 `explain`
not-plain = 只能是一条普通命令，不能含有 `{ $character }`
quote-not-closed = 引号没有闭合
not-a-result = 应为文件、管道，或表示标准输入的 -
zero-byte = 偏移量 { $offset } 处的字节为零；应为文本，例如 fio 的 JSON
missing-cpu = { $job }：该作业使用的 CPU { $cpu } 在本机不存在（本机有 { $cpus } 个 CPU，从 CPU 0 编号）。在本机运行会被拒绝。
too-large = 大于 { $limit } MiB；只使用 fio 或 fiord 的一份结果
pipe-too-large = 大于管道的上限 { $limit } MiB；改用文件

heading-machine = 主机
heading-corrected = 更正后
names-and-more = { $names } 以及另外 { $more } 个
jobs-alike = （{ $jobs } 个相似作业，以 { $job } 为例）
changes = 更改：{ $changes }
not-corrected = 未更正：{ $rules }。
jobs-not-corrected = { $jobs } 中未更正：{ $rules }。
no-problems = 未发现问题。

place-line = { $kind }，第 { $line } 行
place-lines = { $kind }，第 { $first } 到 { $last } 行
place-jobs = { $version }，{ $jobs } 个作业
not-judged = 未作判定：
without-counters = 没有内核计数器
without-series = 没有时间序列
without-histogram = 没有直方图（--output-format=json+ 会写出直方图）
without-direct = 没有 direct 的值（direct=0 时数据可能来自页缓存）
without-options = 没有 { $options } 的值
note = 备注：{ $note }
in-flight-only = { $job }：平均 { $depth } 个在途 I/O。
in-flight = { $job }：平均 { $depth } 个在途 I/O；iodepth × 工作线程数为 { $asked }。
seen-without-job = --seen：{ $text } 没有说明结果由哪个程序产生；请加上产生该结果的作业

# Names of topics and rules.
unknown-name = { $name }：没有这个名字的专题、结论规则或文件；`fiord explain --list` 列出全部名字
unknown-name-near = { $name }：没有这个名字的专题、结论规则或文件；是否想用 `fiord explain { $near }`？
only-jobs = --{ $option }：该选项需要作业；要解释一个名字，请去掉它
# After the help of the verb. $names: names of topics.
help-blocks = fiord 对每个作业最多抽读 64 个 4 KiB 的块。
help-topics = 专题：{ $names }。

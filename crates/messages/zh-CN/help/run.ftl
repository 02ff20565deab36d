about = 运行 fio 命令行或作业文件，检查结果并给出判定
words = 作业文件和 fio 选项，写法与 fio 命令行相同，也可与下列选项混用
verbose = 显示所有结论及其原因和来源，以及稳态
strict = 等级为 C 或 D 时，退出码为 1
allow-destroy = 允许覆盖此块设备，包括分区和签名
self-cost = 测量 fiord 对每个 I/O 的开销：用 null 引擎运行这些选项
evidence = 同时将该次运行的 JSON 文档写入 FILE
repeat = 运行 N 次并报告中位数，N 不小于 6 时附置信区间；--json 包含所有运行的文档
baseline = 持续运行，直到与 RESULT 的比较可以判定，最多 40 次（--repeat N：最多 N 次）。RESULT 是名称、编号或文件，同 `fiord compare`
vs = 交替运行此作业和 JOB（放在引号中的命令行），直到比较可以判定；--repeat 限制最多的对数
limits = 若比较符合条件（slower:5%、faster:5%、different:5% 或 inconclusive），退出码为 1；结果未定时为 3
expectations = 检查断言，例如 read.p99<1ms、iops>5000、write.bw>=100MB/s 或 sync.p99.9<10ms（docs/checks.md）；使用 --repeat 时由置信区间判定
reports = 报告断言：junit:FILE、github（写到标准错误）或 github:FILE
layers = 在运行的随机时间片中跟踪内核，按层显示延迟（root；docs/layers.md）；--layers=all 跟踪整次运行
layers-buffer = 同 --layers，每个 CPU 的内核缓冲区为此大小
spread = 与 --hosts 合用：same（所有 rank 使用作业的文件，默认）、files（每个 rank 一个文件）、stripes（每个 rank 使用文件的一部分）
shift-reads = 与 --hosts 合用：让只读的作业使用下一台主机上某个 rank 的数据
wear-out = 与 --hosts 合用：运行时间结束后继续，直到每个工作线程的 I/O 量都达到最快的工作线程在运行时间结束时的 I/O 量
after = 退出码：0 完成，1 作业失败、断言未通过、符合 --fail-if 的条件，或等级为 C 或 D（--strict），2 请求有误，3 断言或条件未定，128 已中断。

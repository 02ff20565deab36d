about = 检查磁盘是否满足 etcd、PostgreSQL、视频录制等用途的要求
recipe = 内置方案，或方案文件（docs/checks.md）[默认：列出方案]
path = 存放测试文件的目录（测试后删除）；或设备（方案写入时会被覆盖，需要 --allow-destroy）。含有 fresh-file、precondition 或 trim 步骤的方案需要目录。模拟引擎两者都不需要
expectations = 检查这些阈值，代替方案自带的阈值：read.p99<1ms、iops>5000
most = 设置最多运行次数，用于方案的上限不足以判定的情况
seed = 设置偏移量的随机种子

result = 判断已有的结果而不测量：结果库中的名称或编号，或 fiord import 能读取的任何文件
needs = 检查应用的需求：commits=500/s、p99=5ms、bw=200MB/s。与 --expect 同时使用时，两者都检查
slo = 查找方案的 I/O 满足此延迟限值（例如 p99<5ms）的最高速率（提交的延迟包含其 sync）。--need commits=500/s 检查该速率是否不低于 500/s

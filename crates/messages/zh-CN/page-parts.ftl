findings = 发现的问题
why = 原因：{ $text }
advice = 建议：{ $text }
unknown = 未知

bandwidth = 带宽
max = 最大
mean = 平均
spread = 离散度

layers = 存储层
kernel = 内核
distribution = 发行版
hypervisor = 虚拟机监控程序
container = 容器
cpu = CPU
cpus = CPU 数
memory = 内存

columns-not-shown = 此宽度下未显示：{ $columns }。
more-columns-not-shown = 此宽度下未显示：{ $columns }，以及另外 { $more } 列。

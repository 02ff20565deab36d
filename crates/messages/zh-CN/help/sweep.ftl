about = 扫描块大小、队列深度或作业数；找出收益开始递减的点
bs = 设置块大小：列表（如 4k,64k,1m）或逐次翻倍的范围（如 4k..1m）
iodepth = 设置队列深度（iodepth）；未另设引擎时使用 libaio
numjobs = 设置工作线程数（numjobs）
rw = 设置 I/O 模式，例如 randread,randrw；只有一个时用于所有运行
rwmixread = 设置读的百分比，例如 70,50；只有一个时用于所有运行
slo = 查找满足此延迟限值（例如 p99<5ms）的最高到达速率。多个限值请重复此选项
blocks = 运行 N 轮：每个组合（各因子取值的搭配）每轮运行一次
in-turns = 每轮只做一次运行，各个组合在其中轮流测量，每段 0.25 秒，使磁盘上的其他负载对所有组合影响相同
no-store = 不存储结果。这样的扫描中断后无法继续
words = 目录、文件或设备，之后是因子（--bs、--depth、--jobs）和任意 fio 选项
after =
    PATH 是目录、文件或设备。如果是目录，fiord 在其中创建测试文件，结束后删除；如果是文件，fiord 只读取该文件。含写入的扫描会覆盖没有数据且未被使用的设备。
    FIO OPTIONS 是 fio 的选项，例如 --rw=randwrite --runtime=10s。默认为 --rw=randread --bs=4k --direct=1 --size=1g --runtime=2s。
    --slo 先不限速运行每个组合，再按 fiord 选定的速率运行（I/O 随机到达，泊松过程），最后在满足限值的最高速率的 50%、80% 和 95% 下运行。未另设时使用 libaio 和队列深度 128。
    用 `fiord study resume` 继续中断的扫描。如果扫描跨多台主机，用 `fiord study resume --hosts`。

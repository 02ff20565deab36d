plan-title = 同一设置给了两次：direct 和 buffered
plan-why = 这两个选项互为取反，以排在后面的选项为准。同时改变二者的测试矩阵其实只有两种配置，每种测了两遍。
plan-advice = 去掉 buffered，把 direct 设为想要的值。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --bs=4k --direct=1 --buffered=1 --rw=randrw --size=2G --iodepth=64 --runtime=60
    这是缓冲 I/O：buffered=1 出现在后。

agree = 同时给出 { $direct } 和 { $buffered }，含义相同。作业按 direct={ $used } 运行。
contradict = 同时给出 { $direct } 和 { $buffered }，互相矛盾。以靠后的一个为准：作业按 direct={ $used } 运行。

plan-title = 多个作业同时使用同一个文件或设备
plan-why = 这些作业共用设备，每个作业的结果都包含其他作业的负载。没有 stonewall 或 wait_for 分隔的作业会同时启动。
plan-advice = 在每个作业中设置 stonewall，使作业依次运行。如果这些作业是同一个负载的各个部分，则无需修改。
plan-example =
    fio --filename=cold --ioengine=libaio --iodepth=32 --direct=1 --bs=4k --runtime=60 --time_based --name=reads --rw=randread --name=writes --rw=randwrite
    没有 stonewall，两个作业同时运行：两个结果都不是作业单独运行的结果。

shared = 另外 { $count } 个作业（{ $jobs }）同时使用 { $path }。
shared-with-many = 另外 { $count } 个作业同时使用 { $path }。

why-mix = 每个作业的结果是它在总负载中的部分。
advice-mix = 只与同一组作业的运行比较作业的结果。

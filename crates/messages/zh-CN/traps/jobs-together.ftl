plan-title = 多个作业同时使用同一个文件或设备
plan-why = 这些作业共用设备，每个作业的结果都受其他作业的负载影响。没有 stonewall 或 wait_for 分隔的作业会同时运行。
plan-advice = 在每个作业中设置 stonewall，使作业依次运行。如果这些作业是同一个负载的各个部分，则无需修改。
plan-example =
    fio --filename=cold --ioengine=libaio --iodepth=32 --direct=1 --bs=4k --runtime=60 --time_based --name=reads --rw=randread --name=writes --rw=randwrite
    没有 stonewall，两个作业同时运行：两个结果都不是作业单独运行的结果。

shared = 另有 { $count } 个作业（{ $jobs }）与此作业同时使用 { $path }。
shared-with-many = 另有 { $count } 个作业与此作业同时使用 { $path }。

why-mix = 从选项看，这些作业是同一个负载的各个部分。每个结果反映的是一个作业在总负载下的表现。
advice-mix = 作业的结果只能与同一组作业的其他结果比较。

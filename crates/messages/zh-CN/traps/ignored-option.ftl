plan-title = 选项不起作用
plan-why = 实际运行的作业与命令行描述的不一致。
plan-advice = 去掉该选项，或修改使它失效的设置。
plan-example =
    fio --name="EBS 4K randwrite test" --filename=warm --ioengine=libaio --bs=4k --direct=1 --rw=randwrite --rwmixread=70 --size=16G --iodepth=64 --runtime=60
    randwrite 不混合读写：该作业没有读操作。

no-effect = `{ $option }` 在这里不起作用。

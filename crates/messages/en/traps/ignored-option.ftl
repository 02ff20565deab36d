plan-title = Option without effect
plan-why = The job is not the one that its command line describes.
plan-advice = Remove the option, or change the setting that disables it.
plan-example =
    fio --name="EBS 4K randwrite test" --filename=warm --ioengine=libaio --bs=4k --direct=1 --rw=randwrite --rwmixread=70 --size=16G --iodepth=64 --runtime=60
    randwrite does not mix reads and writes: the job does not read.

no-effect = `{ $option }` has no effect here.

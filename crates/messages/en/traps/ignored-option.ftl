plan-title = an option that has no effect here
plan-why = the job is not the one that its command line describes
plan-advice = leave the option out, or change what makes it idle
plan-example = 
    fio --name="EBS 4K randwrite test" --filename=warm --ioengine=libaio --bs=4k --direct=1 --rw=randwrite --rwmixread=70 --size=16G --iodepth=64 --runtime=60
    randwrite does not mix: there is not one read in it.

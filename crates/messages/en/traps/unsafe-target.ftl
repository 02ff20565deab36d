plan-title = the job would destroy data
plan-why = what is overwritten is gone; a write test has no way back
plan-advice = write to a file on the file system to be tested, or to a device that holds nothing; to destroy a device on purpose name it: --allow-destroy=DEVICE (refused while anything on it is in use)
plan-example = 
    fio --name=/dev/sdb --rw=write --bs=1m --size=1G
    The job is named like a device, which fio takes as its target.

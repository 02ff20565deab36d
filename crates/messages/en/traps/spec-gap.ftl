plan-title = a spec sheet's number next to another workload
plan-why = sheets are for new drives, deep queues and large blocks; another job's share of such a number says nothing about the drive
plan-advice = run the job that the claim is about, on a drive in the state that it is about
plan-example = 
    fio --name=r --filename=cold --rw=read --bs=4k --direct=1 --size=2G
    With `--spec` and a sheet of 2,200 MB/s for reads of 128 KiB with 32 in flight on a new drive: this job has blocks of 4 KiB and one in flight, so its share of that number says nothing.
run-title = a spec sheet's number next to another workload
run-why = a share of a claim says something about the drive only where block size, depth, path and the drive's state are the claim's
run-advice = run the job that the claim is about, on a drive in the state that it is about
run-example = 1,682 MB/s read (8 MiB, 1 in flight) are 76.5 % of the 2,200 MB/s claimed for 128 KiB with 32 in flight: not comparable, blocks of 8 MiB, not 128 KiB, 1 in flight, not 32, the claim is for a new drive.

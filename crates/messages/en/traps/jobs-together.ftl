plan-title = Several jobs on one file or device at the same time
plan-why = The jobs share the device. The result of each job includes the load of the other jobs. Jobs start at the same time unless stonewall or wait_for separates them.
plan-advice = Set stonewall in each job to measure one job after the other. If the jobs are parts of one load, change nothing.
plan-example =
    fio --filename=cold --ioengine=libaio --iodepth=32 --direct=1 --bs=4k --runtime=60 --time_based --name=reads --rw=randread --name=writes --rw=randwrite
    Without stonewall, both jobs run at the same time: neither result is that of the job alone.

# $jobs: names of other jobs.
shared = { $count ->
    [one] Job { $jobs } uses { $path } at the same time.
   *[other] Jobs { $jobs } use { $path } at the same time.
 }
shared-with-many = { $count ->
    [one] 1 other job uses { $path } at the same time.
   *[other] { $count } other jobs use { $path } at the same time.
 }

why-mix = The result of each job is its part of the total load.
advice-mix = Compare the result of a job only with runs of the same set of jobs.

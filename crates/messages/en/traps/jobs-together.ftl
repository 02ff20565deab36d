plan-title = Several jobs on one file or device at the same time
plan-why = The jobs share the device, so the load of the other jobs changes the result of each job. Jobs run at the same time unless stonewall or wait_for separates the jobs.
plan-advice = Set stonewall in each job to measure one job after the other. If the jobs are parts of one load, change nothing.
plan-example =

    fio --filename=cold --ioengine=libaio --iodepth=32 --direct=1 --bs=4k --runtime=60 --time_based --name=reads --rw=randread --name=writes --rw=randwrite
    Without stonewall, both jobs run at the same time. Neither result shows the performance of one job alone.

# $jobs: names of other jobs.
shared = { $count ->
    [one] Job { $jobs } uses { $path } at the same time.
   *[other] Jobs { $jobs } use { $path } at the same time.
 }
shared-with-many = { $count ->
    [one] 1 other job uses { $path } at the same time.
   *[other] { $count } other jobs use { $path } at the same time.
 }

why-mix = The options suggest that the jobs are parts of one load. Each result shows one job under the load of all jobs.
advice-mix = Compare the result of a job only with results from the same set of jobs.

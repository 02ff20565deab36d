plan-title = Runtime cut short by the size
plan-why = If the size ends the job, the run takes as long as the device needs: a fast device is measured for a shorter time than a slow one.
plan-advice = Set time_based and runtime. Or remove runtime, and set an io_size that takes as long as you want.
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --rw=randread --size=2G --iodepth=64 --runtime=60
    At 36 MB/s or more, the job reads its 2 GiB in less than 60 s.

run-title = Run ended before its runtime
run-why = Without time_based a job ends when it has transferred all its data (size). The run was shorter than requested.
run-advice = Set time_based.
run-example = runtime=60 size=1G: the job read 1 GiB in 2.1 s and ended.
advice-wears-out = Set a size so large that no worker finishes it before the runtime is over. --wear-out does not support time_based.

no-runtime = Without runtime, time_based has no effect: the job ends when it has transferred all its data (size).
# $runtime: seconds. $slowest: the time on a slow device.
planned-never = Without time_based the runtime of { $runtime } s is never reached. Even at 100 MB/s and 2 ms per I/O, the job transfers { $total } in about { $slowest }.
# $rate: bytes per second. $runtime: seconds.
planned = Without time_based the size can end the job. Above { $rate }/s ({ $iops } IOPS), the job transfers { $total } before the runtime of { $runtime } s is over.
# $lasted: a time with its unit. $runtime: seconds.
ended = The job ended after { $lasted } instead of { $runtime } s, when it had transferred all its data (size).
ended-by-ios = The job ended after { $lasted } instead of { $runtime } s, when its { $count } I/Os (number_ios) were done.
ended-steady = The job ended after { $lasted } instead of { $runtime } s, when it reached its steady state.
ended-by-another = The job ended after { $lasted } instead of { $runtime } s. Another job has exitall, which ends all jobs.
why-ended = The run was shorter than requested.
advice-ios = Remove number_ios and set time_based to run for the whole runtime.
advice-steady = Remove steadystate to run for the whole time.
advice-another = Remove exitall, or use only the results of the time in which all jobs ran.

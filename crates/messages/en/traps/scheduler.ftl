machine-title = I/O scheduler between the job and the disk
machine-why = The scheduler reorders, merges and delays requests, and costs CPU time for each. The measurement includes the scheduler even if the disk schedules by itself or is virtual.
machine-advice = Set the scheduler to `none` while measuring, or report the scheduler with the result.
machine-example = vda, a virtual disk, uses the I/O scheduler mq-deadline.

unknown = The I/O scheduler of { $device } is unknown.
straight = { $device } uses no I/O scheduler.
with-scheduler = { $device } uses the I/O scheduler { $scheduler }.

why-on-rotating = A rotating disk usually has a scheduler, which reorders and merges requests.
advice-on-rotating = Do not change the scheduler of a rotating disk, and report it with the result.

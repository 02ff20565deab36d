# Why an option has no effect.
unmixed = rw={ $mode } does not mix reads and writes.
sequential = rw={ $mode } is sequential.
one-job = The job has only one worker, and the first worker starts without the increment.
mix-is-one-way = The option affects only one direction, and rwmixread or rwmixwrite leaves no I/O in this direction.
one-file = Each worker has only one file.
files-named = The files are named by filename.
first-file-only = With time_based and one file at a time, random I/O stays in the first file. Set file_service_type=random, and do not set openfiles.
on-device = The target is a device.
until-time = With time_based the job ends with its runtime.
one-at-a-time = ioengine={ $engine } does one I/O at a time.
above-depth = The value is reduced to iodepth={ $depth }.
depth-no-higher = iodepth={ $depth } is not higher than this value.
no-poll-queue = The device has no queue to poll.
writes-nothing = rw={ $mode } does not write.
reads-nothing = rw={ $mode } does not read.
direct-skips-cache = direct=1 does not read the pages that pre_read cached.
no-runtime = The job has no runtime.
no-rate = The job has no rate.
no-thinktime = The job has no thinktime.
no-log = The job writes no log (write_bw_log, write_lat_log, write_iops_log, write_hist_log).
no-partner = The job does not use { $option }.
done-long-before = The job ends long before its runtime, even on a slow device.
# $reason: the reason in the table of options, a clause.
accepted = fiord accepts this option, but it has no effect: { $reason }.
not-needed = fiord does not need this option.

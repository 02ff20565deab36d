run-title = Other load on the device, according to the report itself
run-why = Other I/O used part of the time of the device. Without that load the job would have been faster, by an unknown amount.
run-advice = Stop the other load, and repeat the run. Do not compare the old result with runs on an idle device.
run-example =
    fiord import report.md
    iostat in the report shows the device at 10,638 writes per second before the job began.

# $rate: MB/s. $line: of the report.
before = { $device } did { $reads } reads and { $writes } writes per second ({ $rate } MB/s) before the runs (iostat in line { $line }).
# By fio's disk statistics. $completed, $issued: I/Os of the direction.
table = { $device } completed { $completed } { $ddir ->
    [read] reads
    [write] writes
   *[trim] trims
 }, but the job issued only { $issued } (fio's disk statistics).

plan-title = Unit that fio reads differently
plan-why = fio accepts the unit silently and runs another job: 30sec is 30 microseconds, 4KiB is 4000 bytes.
plan-advice = Use k, m, g, t for powers of 1024, and us, ms, s, m, h, d for times.
plan-example =
    fio --name=r --filename=warm --rw=randread --bs=4k --direct=1 --size=2G --runtime=30sec --time_based
    This job runs for 30 microseconds.

run-title = Latency in the wrong unit
run-why = IOPS times mean latency is the number of I/Os in flight (Little's law). This number cannot exceed the queue depth of the job. If the numbers break this rule, at least one of them is wrong.
run-advice = Check the unit in fio's own output. The heading of each latency line has the unit, which changes from run to run.
run-example =
    fiord explain --seen iops=4312+1852,lat=7-10us fio --name=m --filename=cold --ioengine=libaio --direct=1 --iodepth=64 --rw=randrw --rwmixread=70 --bs=4k --size=2G
    6,164 IOPS with 64 I/Os in flight need a mean latency of 10.4 ms. The latency was probably 7 to 10 ms, read as µs.

option-read = fio reads { $option }={ $written } as { $read }.
swapped-base = For fio `kib` is 1000 and `k` is 1024.
fraction = fio stops reading at the decimal point and ignores the unit.
hex-unit = Units after hexadecimal numbers are ignored.
ignored = Text after the number is ignored.
time-unit = fio does not know this unit of time and reads the number as microseconds.

# $depth: the I/Os in flight that the job asked for; $held: those that rate and latency make.
contradiction = { $iops } IOPS with { $depth } I/Os in flight need a mean latency of { $needed }. The given latency of { $given } means { $held } I/Os in flight.
probably-unit = The latency was probably { $meant } ({ $unit } read as { $typed }). With that latency, { $held } I/Os were in flight.
probably-longer = The latency was probably { $meant }: the given one is in a unit { $factor } times too small. With { $meant }, { $held } I/Os were in flight.
probably-shorter = The latency was probably { $meant }: the given one is in a unit { $factor } times too large. With { $meant }, { $held } I/Os were in flight.

# $implied: bandwidth divided by IOPS.
blocks = Bandwidth ÷ IOPS is { $implied } per I/O. The blocks of the job are { $own }.
bytes-as-bits = Bytes were probably read as bits.
bits-as-bytes = Bits were probably read as bytes.
thousand-too-small = Probably MB/s were read as kB/s, or thousands of IOPS as IOPS.
thousand-too-large = Probably kB/s were read as MB/s, or IOPS as thousands of IOPS.

why-blocks = Bandwidth is IOPS times block size. If the numbers break this rule, at least one of them is wrong.

advice-option = Set { $option }={ $meant }.
advice-no-unit = Check that both numbers are means of the same run, over all its workers and directions. No single unit explains the difference.
advice-blocks = Check both numbers in fio's own output. Check that both are for the same direction (read or write).

plan-title = Run too short
plan-why = In the first seconds caches, start-up and chance decide the result. A disk reaches its steady state only after minutes.
plan-advice = Set time_based with runtime=60 or more (SNIA measures rounds of one minute), and repeat the run several times.
plan-example =
    fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=50M --rw=randread
    12,800 reads take a second on a fast disk.

run-title = Run too short
run-why = Caches, burst credits and background work of devices change over seconds to minutes. The start is not typical.
run-advice = Set runtime=60 and time_based.
run-example = size=100M at 800 MB/s takes 0.13 s.

planned-certain = The job takes at most { $time }.
planned = The job takes about { $fast } on a fast SSD.
planned-total = The job moves { $total } in all and takes about { $fast } on a fast SSD.
# $slow: at 100 MB/s and 2 ms per I/O.
planned-slow = The job takes about { $slow } at 100 MB/s and 2 ms per I/O, and { $fast } on a fast SSD.
planned-slow-total = The job moves { $total } in all. This takes about { $slow } at 100 MB/s and 2 ms per I/O, and { $fast } on a fast SSD.
took = The run took { $time }.
ran = The run took { $time } ({ $ios ->
    [one] 1 I/O
   *[other] { $ios } I/Os
 }).

advice-wears-out = Set runtime=60 or more as the deadline, and a size that takes longer. --wear-out does not support time_based.

plan-title = One setting given twice: direct and buffered
plan-why = Each option is the negation of the other, and the later one wins. A test matrix that varies both options has only two different configurations, and measures each of them twice.
plan-advice = Remove buffered, and set direct to the intended value.
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --bs=4k --direct=1 --buffered=1 --rw=randrw --size=2G --iodepth=64 --runtime=60
    This is a buffered run: buffered=1 came last.

# $direct, $buffered: the options as given, `direct=1`. $used: 0 or 1.
agree = Both { $direct } and { $buffered } are set and mean the same. The job runs with direct={ $used }.
contradict = Both { $direct } and { $buffered } are set and contradict each other. The later one wins: the job runs with direct={ $used }.

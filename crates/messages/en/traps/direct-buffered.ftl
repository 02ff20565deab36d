plan-title = direct and buffered are one setting
plan-why = each is the other negated and the later one wins: a table with both as columns holds two configurations, each of them twice
plan-advice = give direct alone, with the value that is meant
plan-example = 
    fio --name=t --filename=warm --ioengine=libaio --bs=4k --direct=1 --buffered=1 --rw=randrw --size=2G --iodepth=64 --runtime=60
    This is a buffered run: buffered=1 came last.

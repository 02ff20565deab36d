run-title = a latency that the prose has in another unit
run-why = fio changes the unit of each latency line with its values; who copies the number alone is wrong by a thousand
run-advice = correct the prose: take the unit from the heading of the latency line
run-example = 
    fiord import report.md
    Line 816 says 7–10 µs; the runs took 10.3 ms.

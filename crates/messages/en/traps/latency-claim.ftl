run-title = Latency quoted in the wrong unit
run-why = fio changes the unit from line to line. A number copied without its unit can be wrong by a factor of 1000.
run-advice = Use the unit in the heading of fio's latency line, and correct the text.
run-example =
    fiord import report.md
    Line 816 says 7–10 µs; the runs took 10.3 ms.

given = Line { $line } gives a latency of { $latency }, but no run in the text has it. The mean of this run is { $measured }: the same number, but the unit is { $factor } times as large.
given-range = Line { $line } gives a latency of { $low } to { $high }, but no run in the text has it. The mean of this run is { $measured }: the same number, but the unit is { $factor } times as large.

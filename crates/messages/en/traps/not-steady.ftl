run-title = Not in a steady state
run-why = A longer run would give a different result.
run-advice = Run longer, with ramp_time over the unsteady start, or measure in steady-state rounds.
run-example = The last five rounds range over 31 % of their mean. SNIA allows 20 %.

# The limits are those of the standard.
snia = SNIA, five rounds of { $round } s: { $steady ->
    [yes] steady
   *[no] not steady
 }, with a range of { $range } (limit 20 %) and a slope of { $slope } (limit 10 %).
fio-slope = fio, iops_slope over { $seconds } s: { $steady ->
    [yes] steady
   *[no] not steady
 }, with { $slope } % per second (limit { $limit } %).
fio-deviation = fio, iops over { $seconds } s: { $steady ->
    [yes] steady
   *[no] not steady
 }, with a deviation of { $deviation } (limit { $limit } %).

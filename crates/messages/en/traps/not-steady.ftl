run-title = Not in a steady state
run-why = A longer run would give a different result.
run-advice = Run longer, and set ramp_time to skip the unsteady start. Or repeat rounds until the rate is steady.
run-example = The last five rounds range over 31 % of their mean. SNIA allows 20 %.

# The limits are those of the standard.
snia = The run was { $steady ->
    [yes] steady
   *[no] not steady
 } by SNIA's rule for five rounds of { $round } s: the range was { $range } (limit 20 %) and the slope { $slope } (limit 10 %).
fio-slope = The run was { $steady ->
    [yes] steady
   *[no] not steady
 } by fio's criterion { $criterion } over { $seconds } s: the slope was { $slope } % per second (limit { $limit } %).
fio-deviation = The run was { $steady ->
    [yes] steady
   *[no] not steady
 } by fio's criterion { $criterion } over { $seconds } s: the deviation was { $deviation } (limit { $limit } %).

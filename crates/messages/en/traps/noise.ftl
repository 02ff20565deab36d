run-title = Repeated runs with different results
run-why = No single one of these runs shows the performance of the device.
run-advice = If the runs drift or form two groups, find the cause first. Then repeat the run ten times or more (`fiord run --repeat 10`), and report the median with its confidence interval.
run-example = Reads ranged from 310 to 520 IOPS in 5 runs (53 % of the median). The standard deviation is about 23 % of the median. In another case, eight runs fall from 500 to 430 IOPS, each lower than the run before. Such a drift can mean that the disk fills or heats up. The ninth run would probably be lower still.

got = { $ddir ->
    [read] Reads
    [write] Writes
   *[trim] Trims
 } ranged from { $least } to { $most } IOPS in { $runs } runs ({ $spread } % of the median). The standard deviation is about { $variation } % of the median.
two-states = The runs form two groups: { $low_runs } near { $low } IOPS and { $high_runs } near { $high } IOPS.
drift-up = The rate rises over the runs (Spearman's rho { $rho }, p { $p }).
drift-down = The rate falls over the runs (Spearman's rho { $rho }, p { $p }).

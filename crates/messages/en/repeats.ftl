nothing-measured = Nothing was measured.
all-passed = { $runs ->
    [one] Every check passed in 1 run.
   *[other] Every check passed in { $runs } runs.
 } Grade A needs ten runs on two days.
runs-differ = The runs differ (noise).
worst-runs = { $runs ->
    [one] In { $count } of 1 run: { $reason }
   *[other] In { $count } of { $runs } runs: { $reason }
 }

# The page.
fewer-runs = Completed: { $done } of { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }.
applies-to = This applies to { $count } of { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }.
median-interval = { $job }, { $direction }: median { $median } IOPS, { $level } % confidence interval { $low } to { $high } ({ $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }), spread { $spread } %.
median-range = { $job }, { $direction }: median { $median } IOPS, { $low } to { $high } in { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }, spread { $spread } %. A { $level } % confidence interval needs { $needed } runs.
head-run = run
head-grade = grade

# The page in a browser. $jobs: a list of names.
page-title = { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 } of { $jobs }
page-interval = { $job } { $direction }: median { $median }, 95 % confidence interval { $low } to { $high }, { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }.
page-no-interval = { $job } { $direction }: median { $median }, too few runs for a confidence interval ({ $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }).
page-chart = Rate of each run, median and confidence interval

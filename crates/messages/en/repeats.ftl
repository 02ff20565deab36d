nothing-measured = Nothing was measured.
all-passed = { $runs ->
    [one] Every check passed in 1 run.
   *[other] Every check passed in { $runs } runs.
 } An A takes ten runs on two days.
runs-differ = The runs differ (noise).
worst-runs = { $runs ->
    [one] In { $count } of 1 run: { $reason }
   *[other] In { $count } of { $runs } runs: { $reason }
 }

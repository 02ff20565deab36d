run-title = Worker that ended with an error
run-why = The results cover only the part before the error.
run-advice = Fix the cause, and repeat the run.
run-example = No space left on device after 16 of 64 MiB.

only-worker = The worker failed: { $error }.
some-workers = { $failed } of { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
 } failed: { $error }.

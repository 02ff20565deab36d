run-title = two kinds of latency under one mean
run-why = the mean describes neither kind; often one of them is a cache
run-advice = look at the two kinds and their shares instead of the mean; find out what makes the fast one fast
run-example = 12 % of the reads take 6 µs, the rest 90 µs: a cache answers every eighth.

about = Check whether a disk is good enough for etcd, PostgreSQL, recording video and the like
recipe = Built-in recipe, or a recipe file (docs/checks.md) [default: list the recipes]
path = Directory for the test files, which are deleted afterwards; or a device, which is overwritten if the recipe writes (needs --allow-destroy). A recipe with fresh-file, precondition or trim needs a directory. Simulated engines need neither
result = Judge an existing result instead of measuring: a stored one by its name or id, or a file in any format that fiord import reads
expectations = Check these thresholds instead of the recipe's: read.p99<1ms, iops>5000
needs = Check the needs of your application: commits=500/s, p99=5ms, bw=200MB/s. With --expect, both are checked
most = Set the maximum number of runs, if the recipe's limit is too low to decide
seed = Set the seed of the offsets
slo = Find the highest rate of the recipe's I/Os that meets this latency limit, such as p99<5ms (a commit's latency includes its sync). --need commits=500/s checks that this rate is at least 500/s

# Errors of `fiord sweep`.
not-an-option = { $argument }: an unknown option or a second path; use one PATH, and write options as --NAME=VALUE in UTF-8
only-run-hosts = --{ $option }: not supported by a sweep; remove it, or use `fiord run --hosts`
cells-named = --name: not supported by a sweep, which names each combination by its values; remove it
not-saved = --save: not supported by a sweep, which is stored as a study; use `--tag { $name }`, and find it with `fiord history --tag { $name }`
nothing-varied = sweep: nothing to vary; add --bs, --depth or --jobs, such as --bs 4k..1m
not-a-size = --bs: { $size } is not a size; use a size such as 4k or 1m
title = A sweep from the command line
title-slo = Highest arrival rate that meets the latency limit

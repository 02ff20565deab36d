# Errors of `fiord sweep`.
not-an-option = { $argument }: an unknown option or a second path; use one PATH, and options in UTF-8
only-run-hosts = --{ $option }: not supported by a sweep; remove it, or use `fiord run --hosts`
cells-named = --name: a sweep names its cells by their levels; remove it
nothing-varied = sweep: nothing to vary; add --bs, --depth or --jobs, such as --bs 4k..1m
title = A sweep from the command line

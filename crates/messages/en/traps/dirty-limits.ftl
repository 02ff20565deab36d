machine-title = memory takes buffered writes first
machine-why = up to the dirty limit a buffered write only changes memory; the disk's speed shows after that
machine-advice = set direct=1, or end_fsync=1 with much more than the limit
machine-example = buffered writes up to 3.2 GiB stay in memory

# Files that studies, surveys and checks work on.
no-target = the study needs a target; use a directory for its files, a file that it only reads, or a block device
needs-own-files = { $path }: `{ $step }` in `between` works only on files that the study creates; use a directory
not-written = { $path }: a study that writes never uses an existing file; use a directory for its files
not-a-target = { $path }: not a directory, file or block device; use one of these
needs-file-per-worker = { $path }: each worker of this study needs a separate file; use a directory
too-small = { $path }: too small ({ $held }, the study needs { $needed }); use a larger one, or a directory
job-size-missing = job { $job }: the size is not in bytes; set size to a number of bytes
file-size-missing = file { $file }: the jobs that use it have no size in bytes; set size in one of these jobs
no-room = { $directory }: the study needs { $needed }, more than { $percent } % of the free space ({ $free }); free some space
no-room-for-ranks = { $directory }: { $ranks } ranks need { $needed } each, together more than { $percent } % of the free space ({ $free }); free some space
name-taken = another file has this name now
not-idle = The disks were not idle within { $seconds } s. The study continues.
survey-too-small = { $path }: too small ({ $held }); use { $least } or more, or a directory
no-file-there = { $directory }: no file can be created there
survey-no-room = { $free } is free, but a survey needs { $needed }; free some space (the test file needs at least { $least }, and may use only a tenth of the free space)

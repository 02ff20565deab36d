# Files that studies, surveys and checks work on.
no-target = the study needs a target; name a directory for its files, or a file or device that it reads
needs-own-files = { $path }: between = { $step } needs files that the study made; name a directory
not-written = { $path }: the study writes, and it never writes to an existing file; name a directory for its files
not-a-target = { $path }: not a directory, file or block device; name one of these
needs-file-per-worker = { $path }: the workers of this study have files of their own; name a directory
too-small = { $path }: has { $held }, the study needs { $needed }; name a larger one, or a directory
job-size-missing = job { $job }: the size is not in bytes; set size to a number of bytes
file-size-missing = file { $file }: no job has a size in bytes; set the size of one of its jobs
no-room = { $directory }: the study needs { $needed }, more than { $percent } % of the free { $free }; free some space
no-room-for-ranks = { $directory }: { $ranks } ranks need { $needed } each, more than { $percent } % of the free { $free }; free some space
name-taken = another file has taken the name
not-idle = The disks were not idle within { $seconds } s. The study goes on.
survey-too-small = { $path }: has { $held }; use { $least } or more, or a directory
no-file-there = { $directory }: no file can be created there
survey-no-room = { $free } are free, and a survey needs { $needed }; free some space (its file takes a tenth, { $least } or more)

## A file that is replaced as a whole. The option with its path comes before.

not-replaceable = not a regular file; use a regular file, because fiord replaces the whole file
no-file-name = no file name; use the name of a file

## Why a run has no layers. Stored with the run.

layers-no-memory = no memory for the timestamps of the workers
layers-no-thread = no thread to read the trace: { $error }
layers-thread-ended = the thread that read the trace ended early
layers-no-device = no block device of this machine was found below the targets
layers-no-events = trace events cannot be enabled: { $error }
layers-no-trace = the trace cannot be read: { $error }

## Jobs that take turns. Stored with the run.

turns-not-started = The thread that alternates the jobs could not be started ({ $error }). No turn was measured.

## Job files
cannot-read = job file `{ $path }`: cannot be read ({ $reason }); use a readable job file, or write the job as options (--name=NAME --rw=read …)
line-too-long = a line of { $bytes } bytes is too long; at most { $most }
section-in-include = an included file cannot begin a section
section-not-closed = the section's line does not end with `]`; fio reads its name as `{ $name }`
option-lines = write each option on its own line
byte-order-mark = the file begins with a byte order mark; save it without one
begin-section = begin with a line such as [global] or [job]
before-section = an option comes before the first section
set-again = `{ $first }`: no effect, because `{ $last }` in { $file }:{ $line } follows in the same section
keep-one-line = remove one of the two lines
includes-itself = `{ $path }` includes itself
include-too-deep = include: `{ $path }` is nested too deeply; at most { $most } files within each other
too-many-includes = include: too many files; at most { $most }
no-variable = environment variable `{ $name }`: not set; read as empty
divides-by-zero = `{ $sum }` divides by zero
not-a-sum = `{ $sum }` is not a valid expression
blank-kept = fio keeps the blank after `=` as part of the value
unit-after-blank = fio sees no unit in a value that begins with a blank: it reads `{ $number }` as { $digits }
write-option = write { $option }={ $value }
too-many-lines = job file `{ $path }`: { $lines } lines are too many; split it into files of at most { $most } lines
too-many-sections = job file `{ $path }`: { $sections } sections are too many; split it into files of at most { $most } sections
too-many-options = global options times jobs: more than { $most } options in all; split the job file
no-job = no job is defined
define-job = add a job file, or begin a job with --name=NAME
readonly = job `{ $job }`: writes or trims, which --readonly forbids
waits-for-none = job `{ $job }`: waits for `{ $other }`, but no earlier job has that name
wait-for-earlier = a job can wait only for earlier jobs
group-differs = lat_percentiles: job `{ $job }` differs from the jobs that are reported with it
one-setting = use one setting for the whole group, or new_group

## The command line
dashes-missing = an option begins with dashes: --{ $word }
value-after-equals = `{ $flag }` takes a value only as --{ $flag }={ $value }
takes-no-value = `{ $option }` takes no value
write-in-full = write { $option } in full
ambiguous = `{ $name }` could be several options
belongs-after-engine = an option of { $engines }; use it after --ioengine
cli-not-supported = `--{ $option }`: not supported: { $reason }
debug-lacking = `--debug={ $word }`: not supported, because it shows internals of fio; use { $known } or all
debug-unknown = `--debug={ $word }`: no such category; use { $known } or all
debug-near = `--debug={ $word }`: no such category; did you mean `{ $near }`? Use { $known } or all
no-network = fiord has no client/server mode; start it on the other machine, for example with ssh
latency-log-gone = fio removed it too; write_lat_log=PREFIX logs the latencies of a job
no-built-in-profile = fiord does not have fio's built-in profiles (tiobench, act)
not-a-format = `{ $name }`: not an output format; use normal, terse, json or json+
not-an-eta = `{ $value }` is not one of always, never, auto; auto is used
eta-interval-least = the time between two progress lines must be at least 250 ms
not-a-time = `{ $value }`: not a time; use for example 30, 90s or 5m
global-not-selected = global sections are always read and cannot be selected
terse-versions = the terse report has versions 2 to 5
not-an-idle-prof = `{ $value }` is not one of system, percpu, calibrate
status-interval-least = the time between two reports must be at least 1 ms; a bare number is seconds, and `30sec` is 30 microseconds

## Where and how bad
place-argument = argument { $number }
level-note = note: { $message }
level-warning = warning: { $message }
file-too-large = larger than { $most } MiB
line-not-text = line { $line } is not UTF-8

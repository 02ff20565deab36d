### Options of several verbs. A verb with a message of its own for an option is shown that.

allow-destroy = Allow overwriting this block device
allow-no-flush = Allow write_cache="write through" on this block device, or barrier=0 at this mount point: while it is set, a power failure can lose synced data of any program
journal = Record changes in this file before making them [default: /run/fiord/undo]
commands = Print the commands of the workloads as well
csv = Print the table as CSV
filename-on = With --hosts: use this directory, file or device on HOST instead of the common one; repeat for each host
full = Show fio's report as well
hosts = Measure on all hosts of an MPI launcher together: mpirun -np 4 fiord … --hosts … (docs/many-hosts.md)
html = Write a page to FILE: answer, findings, charts, numbers and data in one file for any browser
json = Print JSON (docs/json.md)
layers = Trace one more run of each workload and report the most expensive kernel layer (root; docs/layers.md)
md = Print Markdown
metrics = Write the numbers to FILE as OpenMetrics, for node_exporter's textfile collector (docs/metrics.md)
no-store = Do not store the results
quick = Run six repeats of one second each, without the levels marked quick = false
reports = Write a machine-readable report: junit:FILE, github (to standard error) or github:FILE
save = Store the result under this name, for `fiord report NAME`
seed = Set the random seed of the run order and of the offsets
spec = Check the result against a data sheet (a TOML file, docs/spec-sheets.md, or a name from `fiord compare --list`)
spread = With --hosts: let all ranks use all of one file or device (same), or one part each (stripes); in a directory each rank has its own files
standard = Use the settings of the study or recipe (the default)
store = Use this store [default: $FIORD_STORE, else fiord/runs.sqlite in $XDG_DATA_HOME or ~/.local/share]
tag = Attach a tag to the stored runs (repeat it, or separate tags by commas); `fiord history --tag` and `fiord serve` show the runs of a tag
thorough = Use 20 to 100 runs of 30 s, until the confidence interval is within ± 2.5 %
verbose = Show all findings, with reasons and sources
live = Write one JSON line per second to standard error (json) or to FILE (json:FILE) while it runs (docs/json.md)
metrics-listen = Serve OpenMetrics at http://ADDRESS:PORT/metrics while it runs (docs/metrics.md); without an address only this machine can read it

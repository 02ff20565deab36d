about = Import results of fio, iostat, dd and other tools; check them for errors; store them
files = Files with results: fio's output in any format, its logs, iostat, ping, scp, dd, hdparm, ioping, sysbench, bonnie++, Markdown tables (docs/import.md); `-` is standard input
verbose = Show each run, each finding with its reason, and all lines that were not understood

about = Explain a job, list its problems and correct it without running it; or explain a topic such as page-cache
verbose = Show the reason and the source of each finding
fix = Print only the corrected job, as a job file or a command line like the one given
result = Check result files instead of jobs: fio's JSON or json+, fiord's JSON, or any text for `fiord import`; `-` is standard input
seen = Check typed numbers such as iops=6164,lat=7-10us or IOPS=651k,BW=2543MiB/s against the number of I/Os that the job can have in flight. Keys: iops, bw, lat or clat, job. Without JOB, use a sentence with the name of the benchmark program, such as "sysbench fileio 11511 MiB/s"
spec = Check the jobs or results against a data sheet (a TOML file, or a name from the catalogue)
strict = Exit with 1 when a finding is `care` or `wrong`
list = List the topics and the rules of findings
jobs = Job files, fio options, or whole commands in quotes; a leading `fio` or `sudo fio` is dropped. Or names: of a topic (page-cache), a rule (cache-read), a recipe (etcd), a study (read-depth) or a stored result. Without an argument, the same as --list

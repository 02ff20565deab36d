# Mistakes in the text of a study or of a recipe: errors, each with help below.
not-a-key-of-study = `{ $name }` is not a key of a study
not-a-key-of-recipe = `{ $name }` is not a key of a recipe
# $table: a table of the text, `budget`.
not-a-key = `{ $name }` is not a key of { $table }
not-a-job = `{ $name }` is not a job of this study
not-a-factor = `{ $name }` is not a factor of this study
not-a-level = `{ $name }` is not a level of { $factor }
not-a-step = `{ $name }` is not a step between runs
not-a-value = `{ $name }` is not a value of { $key }
not-a-kernel-setting = `{ $name }` is not a kernel setting that fiord can set and restore
not-an-option = `{ $name }` is not an option of fio
help-near = did you mean `{ $near }`?
help-known = use one of { $known }

not-in-study = { $name }: not allowed in a study
help-target = set the target when you run the study
help-job-names = set the name of each job in [jobs.NAME]
help-seed = each run has its own seed, derived from the seed of the study
# $command: a command, `fiord --minimal JOB`.
help-own-command = a study cannot set command-line options; for one job run `{ $command }`
not-supported = { $name }: not supported

not-a-scalar = { $key }: expected a string, a number, true or false
not-a-text = { $key }: expected a string in quotes
not-a-truth = { $key }: expected true or false
not-a-whole-number = { $key }: expected a whole number, { $least } or more
not-a-share = { $key }: expected a share such as 0.05 or "5%"
not-a-time = { $key }: expected a time such as "15m"
not-a-size = { $key }: expected a size such as "100G"
not-a-table = { $key }: expected a table
not-tables = { $key }: expected tables, [[{ $key }]]
name-missing = `name` is missing; expected a word such as "read-depth"
report-missing = `report` is missing; expected the name of a report
expectation-missing = `that` is missing; add an expectation such as "read.p99<1ms"

level-twice = factors.{ $factor }: level { $level } is listed twice
levels-missing = factors.{ $factor }: expected a list of levels, or a range such as "4k..1m"
levels-count = factors.{ $factor }: expected 1 to { $most } levels
not-a-range = factors.{ $factor }={ $range }: expected a range such as "4k..1m", or a list
setting-values = setting.{ $name }: expected distinct values, such as ["128", "4096"]
setting-twice = setting.{ $name }: a factor or setting of this name exists; rename or remove one
level-empty = factors.{ $factor }: a level without options
help-level-empty = add options or jobs
not-two-levels = compare.{ $factor }: expected two levels, ["one", "other"]
not-lines = published.lines={ $lines }: expected lines such as "165-182"
stop-no-effect = stop.{ $key } has no effect with stop.repeats
help-stop = remove one of them
no-interval = stop: { $least } to { $most } runs are too few for a 95 % confidence interval
help-more-runs = allow 10 runs or more
too-many-runs = { $key }={ $runs }: at most { $most } runs per cell
expectation-wrong = expect.that={ $problem }
commit-wrong = commit={ $text }: not the median latency of a commit; use sync.p50 or write.p50
measures-wrong = measures={ $problem }
nothing-measured = no expectation or measure is set
help-measures = add [[expect]] with that = "read.p99<1ms", or measures = ["read.p99"]
all-excluded = every cell is excluded; remove an entry of exclude
no-measured-job = cell { $cell }: no job is measured

about = Compare results: runs, studies, files, published numbers; ratios with confidence intervals and verdicts
results = Two results or more; the first is the base. A result is the id or name of runs in the store, a study (study:4, or its name), a file (written by fiord or fio, or any file that `fiord import` reads), or an entry of the catalogue (--list). If a name is ambiguous, prefix it: run:, study:, file:, catalogue:
spec = Compare with a data sheet as well (a TOML file, docs/spec-sheets.md, or a name of the catalogue)
margin = Treat smaller differences as equal
metric = Compare rate, p50, p99 or mean; separate several with commas
fail-if = Exit with 1 if a result meets the condition (slower:5%, faster:5%, different:5% or inconclusive), and with 3 if this is undecided
why = List recorded differences that could explain the ratio of two results, the largest possible effect first, each with commands that test it
list = List the catalogue

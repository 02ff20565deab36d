# After the rule of a finding, in brackets.
from-plan = from the job options
in-runs = { $count } of { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }
all-hosts = all hosts
# In front of what was seen.
of-jobs = [{ $jobs }] { $text }
of-jobs-and-more = [{ $jobs } and { $more } more] { $text }
of-hosts = { $hosts }: { $text }
more-observations = { $observations ->
    [one] 1 more.
   *[other] { $observations } more.
 } --json shows all.
more-findings = { $findings ->
    [one] 1 more finding.
   *[other] { $findings } more findings.
 } -v shows all, with reasons and sources.
more-reasons = -v shows reasons and sources.
why = why:
advice = do:
source = source:
# $counts: a list of `count`. $severity: `wrong`, `care` or `note`.
counted = { $findings ->
    [one] 1 finding
   *[other] { $findings } findings
 }: { $counts }.
count = { $count } { $severity }
# The state of a finding, before its rule.
state-wrong = wrong
state-care = care
state-note = note
state-unknown = unknown
state-fine = fine
# After the findings of a report. $topics: names, as words of the command.
background = Background: `fiord explain { $topics }`.

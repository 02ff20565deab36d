no-rank-reported = No rank reported a result.
reason-of-host = On { $host }: { $reason }
reason-and-rules = { $reason } Findings about all ranks: { $rules }.

# Who took part.
ranks-on-hosts = { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 } on { $hosts ->
    [one] 1 host
   *[other] { $hosts } hosts
 }
headline = { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 } on { $hosts ->
    [one] 1 host
   *[other] { $hosts } hosts
 }.
headline-with-lost = { $reported } of { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 } reported, on { $hosts ->
    [one] 1 host
   *[other] { $hosts } hosts
 }.
headline-none = { $ranks ->
    [one] The only rank did not report.
   *[other] None of the { $ranks } ranks reported.
 }
runs = { $runs ->
    [one] 1 run
   *[other] { $runs } runs
 }.
# $spread: a value of --spread. $library: the name of the MPI library.
data = Data: --spread={ $spread }. { $library }.
data-shifted = Data: --spread={ $spread }; read-only jobs read the data of a rank on the next host. { $library }.
rank-error = rank { $rank } on { $host }: { $error }
all-ranks = All ranks together: counts and histograms are added up. Rates are calculated over the longest run time of any rank.

# Phases and their windows. $jobs: a list of names.
phase = Phase { $phase } of { $phases }: { $jobs }.
phase-began = The phase began { $seconds } s after the start of the first phase.
phase-not-begun = The phase did not begin.
start-skew = Start skew: { $skew } from the start of the first rank to the start of the last.
head-job = job
head-window = window
head-seconds = seconds
window-all-at-work = all ranks running
window-first-done = until first rank ends
window-deadline = until deadline
window-last-done = until last rank ends
window-wear-out = until last rank ends, wear-out
iops-in-window = IOPS, { $window }
megabytes-in-window = MB/s, { $window }

# A job that runs on until each worker has done as much as the farthest.
even-workers = --wear-out: each worker of { $job } moved the same total, { $bytes } bytes.
uneven-workers = --wear-out: each worker of { $job } moved { $least } to { $most } bytes in total.
as-many-as-farthest = The fastest worker had reached this total at the deadline.
farthest = The fastest worker had moved { $bytes } bytes by the deadline.
unfinished = After the deadline, the workers did not finish the remaining work.
readers = Jobs that read only the part that { $job } had written: { $readers }.

# The table of ranks.
head-rank = rank
head-host = host
head-share = share
head-of-others = vs others
head-start = start
head-end = end
straggler = straggler
more-ranks = { $ranks ->
    [one] 1 more rank
   *[other] { $ranks } more ranks
 } of each job. --json shows all.
times = The rate of each rank is calculated over its own run time. Start and end are counted from the agreed start, on the clock of rank 0.
times-of-phase = The rate of each rank is calculated over its own run time. Start and end are counted from the agreed start of the phase, on the clock of rank 0.

# Ranks that were lost.
lost-ranks = These ranks did not report, and the numbers above do not include them. The table below has their I/Os and bytes from the agreed start to their last heartbeat:
head-heard = last heartbeat
head-bytes = bytes

# Clocks. $clocks: a list of `clock`.
clocks = Clock offsets from rank 0: { $clocks }. The error of each offset is at most half of its ping, { $uncertainty } at worst.
clock = rank { $rank } { $offset } (ping { $ping })
clock-with-drift = rank { $rank } { $offset } (ping { $ping }, drift { $drift } by the end)

# The machines. $hosts: names, in the order of the values.
hosts-alike = The hosts do not differ in any known property of their machines.
hosts-differ = The hosts differ ({ $hosts }):
difference = { $property }: { $values }

# Several runs.
one-number-of-each = Each run counts as one sample. Its rates are totals of all ranks in one window. Its percentiles cover the I/Os of all ranks. A { $level } % confidence interval of the median needs { $needed } runs.
cut-short = Run { $run } ended early. The numbers of this run are shown only here:
head-runs = runs
head-mean = mean
head-median = median
head-low = CI from
head-high = CI to
head-spread = spread
head-last-done = IOPS until last rank ends

# The page in a browser.
page-title = Run of { $jobs } over { $hosts ->
    [one] 1 host
   *[other] { $hosts } hosts
 }
page-all-ranks = All ranks together, over the longest run time of any rank
page-each-rank = Each rank over its own run time
page-answer = { $job }: { $bandwidth }, { $iops } while all ranks were running.
page-lost = Rank { $rank } on { $host } is missing. { $reason }
page-chart = Throughput of each rank over its own run time
page-rank = rank { $rank } { $host }

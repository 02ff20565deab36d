# `fiord endurance`: what drives tell of the writes of their life.

# The answer.
used-both = { $name } has used { $used } % of its life by its own estimate, and { $share } of its TBW.
used-by-estimate = { $name } has used { $used } % of its life by its own estimate.
used-by-tbw = { $name } has used { $share } of its TBW.
# $names: a list.
used-unknown = The used share of the life of { $names } is unknown.
# What a data sheet rates. $device: its name there, $daily: bytes, $dwpd: drive writes per day.
rated = { $device } is rated for { $tbw } of host writes.
rated-years = { $device } is rated for { $tbw } of host writes in { $years } years, which is { $daily } per day.
rated-per-day = { $device } is rated for { $tbw } of host writes in { $years } years, which is { $daily } or { $dwpd } drive writes per day.
sheet-has-no-tbw = The data sheet of { $device } does not state the rated writes: no `tbw`, and no `dwpd` with `warranty_years` and a known capacity (`capacity_gb`, or that of a single drive).

# What a drive tells.
host-written = written by hosts
media-written = written to flash
write-amplification = write amplification
life-used = life used
power-on = power-on time
flash-rating = rating of the flash
percent = { $value } %
unknown = unknown
# $why: one of the sentences below.
unknown-log = { $log }: { $why }
why-denied = the kernel denied access to this log. Run `sudo fiord endurance { $device }` (in a container: on the host).
why-no-command = the driver does not support the command.
why-refused = the drive answered with the error { $status }.
why-system = { $error }.
why-not-listed = the drive does not offer this log.
why-other-layout = the layout of this log on the drive is not the public one, so fiord does not read its numbers.
why-all-zero = all counters are 0, as on virtual drives.
why-smart-off = SMART is switched off on this drive.
why-model-unknown = fiord does not know the meaning of the attributes of { $model }.

# The years that are left.
head-drive = drive
head-rate = rate basis
head-per-day = per day
head-until = until
head-years = years left
rate-power-on = { $days } days of power-on time
rate-since-run = since run { $run } ({ $days } d)
rate-last-run = run { $run }, all day
until-tbw = TBW of the data sheet
until-estimate = 100 % of the drive's estimate
until-flash = rating of the flash
more-than = more than { $years }

# What limits the answer.
no-tbw = The TBW is unknown. Use --spec with a data sheet that has `tbw` or `dwpd`.
whole-percents = Drives report life used in whole percent, so the years until 100 % are a range.
years-powered-on = In rows with a rate per day of power-on time, the years left are years of power-on time, not calendar years.
last-run-all-day = The rate of a run is the rate at which its drive was written during the run. The years are valid only if this workload never ends.
below-one = A write amplification below 1 can come from compression in the drive, from data overwritten in its cache, or from counters that did not start together.
too-short-for-a-rate = The counters of a drive give no rate if the drive was on for less than a day, reports no power-on time, or has no writes.
rotates = The kernel reports { $name } as rotational. Writes do not wear hard disks as they wear flash.
is-memory = { $name } is { $transport }, without flash that wears.
not-asked = fiord reads the wear only of NVMe and SATA drives, not of { $name } ({ $transport }). `smartctl -x /dev/{ $name }` may show more.
drive-is-elsewhere = { $name } ({ $transport }): the drive belongs to another machine or controller, and its wear cannot be read here. Run `fiord endurance` on that machine, or use the tool of the controller.

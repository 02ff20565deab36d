machine-title = Hot, worn or failing disk
machine-why = A hot disk throttles itself. A worn disk corrects errors while it serves I/O.
machine-advice = Cool the disk, or use another one. `nvme smart-log` and `smartctl -x` show more.
machine-example = nvme0n1 is at 84 °C (warning at 83 °C).
why-no-smart-log = Reading the SMART log needs root, and some virtual disks have no SMART log.
why-below-warning = A long test can heat the disk up to its warning temperature, and the disk then throttles itself.

# °C.
temperature = { $device } is at { $temperature } °C.
# °C.
temperature-warning = { $device } is at { $temperature } °C (warning at { $warning } °C).
# $warnings: a list.
critical-warning = { $device } reports a critical warning: { $warnings }.
media-errors = { $device } reports { $errors ->
    [one] 1 media error
   *[other] { $errors } media errors
 }.
# Of the SMART log, in percent.
wear = { $device } has used { $used } % of its life and has { $spare } % of its spare blocks left.
no-smart-log = The SMART log of { $device } could not be read.
ask-smartctl = The SMART data of { $device } was not read: use smartctl -x to see it.

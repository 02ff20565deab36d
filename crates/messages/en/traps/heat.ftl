run-title = Heat, throttling or errors of a disk
run-why = A hot drive throttles itself, and a drive that corrects errors repeats reads. The result is valid only for that state, which depends on the room temperature and on earlier runs.
run-advice = Cool the drive, repeat when it is cold, and check the rate over time. After errors, check the drive first (nvme smart-log, smartctl -x).
run-example = A drive that warns at 84 °C is at 61 °C before ten minutes of writing and at 86 °C afterwards. In this time its SMART log counts 240 s of thermal throttling. The mean mixes a cold and a throttled drive.

got-hot = { $device } got hot: { $before } °C at the start, { $after } °C at the end. The drive warns at { $limit } °C.
was-hot = { $device } was already hot: { $before } °C at the start, { $after } °C at the end. The drive warns at { $limit } °C.
cooled-down = { $device } cooled down from its warning limit: { $before } °C at the start, { $after } °C at the end. The drive warns at { $limit } °C.
# $warnings: a list of warnings.
critical-warning = { $device } raised a critical warning ({ $warnings }).
slowed = { $device } throttled itself for { $seconds } s because of its temperature.
critical-minutes = { $device } was above its critical temperature for { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
 }.
warning-minutes = { $device } was above its warning temperature for { $minutes ->
    [one] 1 minute
   *[other] { $minutes } minutes
 }.
media-errors = { $device } counted { $errors ->
    [one] 1 media error
   *[other] { $errors } media errors
 }.
spare-lost = { $device } lost { $percent } % of its spare blocks.
life-used = { $device } used { $percent } % of its rated life during the run, and { $total } % in total.

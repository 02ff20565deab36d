run-title = the disk got hot, slowed down or counted errors
run-why = a hot drive slows itself down, and one that corrects errors reads again: the number is of that state, and it depends on the room and on what ran before
run-advice = cool the drive, wait until it is cold, and look at the rate over time; on errors look at the drive first (nvme smart-log, smartctl -x)
run-example = A drive that warns at 84 °C has 61 °C when ten minutes of writing begin and 86 °C when they end, and its SMART log counts 240 s more of slowing down for heat: the mean is of a cold and of a throttled drive.

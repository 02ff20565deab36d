run-title = repeats disagree
run-why = a single one of these runs is not the device's number
run-advice = repeat ten times or more (`fiord run --repeat 10`) and report the median with its interval; look for the cause of a drift or of two states first
run-example = Five repeats of one job give 310, 355, 400, 470 and 520 I/Os per second: they differ by 53 % of their median, with a standard deviation of about 23 % of it. Eight that fall from 500 to 430, each below the one before, drift: the disk is being filled or heats up, and the ninth would be lower still.

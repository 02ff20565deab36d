title = Noise and repeats
text =
    The same command gives a different number each time. Other processes, free blocks in the drive, temperature and the position of the file all change it.
    One number does not show its uncertainty. The median of several runs with an interval does. With 6 runs, minimum to maximum contains the true median with 97 % confidence.
    Measure A and B alternately. If all runs of A come first, a drift of the machine looks like a difference between A and B.
measuring = Set `--repeat 6` or more, and report the median with its interval. Compare two jobs with `--vs`. If the interval of the ratio contains 1, the difference is not significant. The seconds of one run do not replace repeats, because successive seconds resemble each other.
shows = Six runs of one second, with their median and its interval.

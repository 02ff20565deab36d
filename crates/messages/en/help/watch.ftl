about = Show live disk statistics as in iostat -x, with stacked devices, control group limits and pressure
words = Devices (vda, dm-0) or paths on them, all devices by default; then the interval in seconds (1 by default) and the number of intervals
json = Print one line of JSON per interval
csv = Print CSV: one line per device and interval
all = Show idle devices too
pid = Show reads, writes and limits of this process instead of fiord's
after = Columns and definitions are those of iostat -x (sysstat 12). Rates are per second, averaged over the interval. Waits are in milliseconds per request, and 1 kB is 1024 bytes. svctm is not shown: it cannot be measured.

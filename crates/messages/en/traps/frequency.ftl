machine-title = CPU below its maximum frequency
machine-why = Latency and IOPS of fast disks depend on the CPU frequency.
machine-advice = Remove the limit (`cpupower frequency-set -u` with the highest frequency of the CPU), use AC power, and allow turbo. Otherwise report the limit with the result.
machine-example = The CPU is limited to 3.4 of 4.2 GHz.
why-turbo-off = Without turbo the CPU is slower but steadier.
why-on-battery = CPU, PCIe link and disk save power.
advice-on-battery = Connect AC power.

# GHz.
limit = The CPU is limited to { $limit } of { $maximum } GHz.
# GHz.
no-limit = The CPU runs at up to { $maximum } GHz.
turbo-off = Turbo is off.
on-battery = The machine runs on battery power.

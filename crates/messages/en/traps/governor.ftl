machine-title = CPU frequency that follows the load
machine-why = A job that waits for I/O looks idle, so the CPU frequency drops and each I/O takes more time.
machine-advice = Run `cpupower frequency-set -g performance` while measuring.
machine-example = The CPU frequency governor is powersave.

unknown = The CPU frequency governor is unknown.
host-decides = The host of this virtual machine sets the CPU frequency.
governor = The CPU frequency governor is { $governor }.
governors = The CPU frequency governors are { $governors }.
driver = The driver is { $driver }.

machine-title = tasks wait for I/O or memory
machine-why = the machine is already short of what is to be measured
machine-advice = find who waits (iotop, top), and repeat when it is calm
machine-example = some task waited for I/O 34 % of the last 10 s

machine-title = Tasks that wait for I/O or memory
machine-why = The machine is already short of the I/O capacity or memory that the job will use.
machine-advice = Use iotop or top to find the tasks that wait. Repeat when the load is gone.
machine-example = At least one task waited for I/O during 34 % of the last 10 s.

unknown = I/O pressure is not available.
io = At least one task waited for I/O during { $percent } % of the last 10 s.
memory = At least one task waited for memory during { $percent } % of the last 10 s.

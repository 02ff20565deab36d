run-title = an output that contradicts itself
run-why = fio prints each bandwidth in two units and next to the bytes and the time that make it: where they disagree, the text was changed after fio printed it
run-advice = look the number up in the original output, or measure again; use none of the numbers that disagree
run-example = 
    fiord import report.md
    READ: bw=327MiB/s (93.3MB/s), … io=64.0MiB, run=719msec: 64 MiB in 719 ms are 93 MB/s.

run-title = a neighbour on the device, by the text's own numbers
run-why = the device shared its time with others: alone it would have been faster, and by how much is unknown
run-advice = stop the other load, then run again; compare with runs on an idle device only when that is done
run-example = 
    fiord import report.md
    iostat in the text shows the device at 10,638 writes per second before the job began.

machine-title = an I/O scheduler stands between the job and the disk
machine-why = it reorders, merges and holds back requests and costs CPU time for each; a disk that schedules by itself, or a virtual one, is measured through it
machine-advice = choose `none` while measuring, or say with the result which scheduler ran
machine-example = a virtual disk with mq-deadline: vda: scheduler mq-deadline

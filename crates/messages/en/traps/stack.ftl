plan-title = a layer that sends one file to one disk, or costs by itself
plan-why = the result is that of the layer with this job on it, not of the disks below
plan-advice = measure the disks one by one; over a linear volume use files (or offsets) on each part
plan-example = 
    fio --name=w --filename=on-linear-lvm --rw=randwrite --direct=1 --bs=4k --size=4G
    Of the two NVMe disks of the volume one stood idle: a linear volume fills one after the other.
machine-title = a layer between file and disk changes the answer
machine-why = the number is that of the layer and the disks together
machine-advice = name the layer with the result, or measure a disk below it
machine-example = dm-0 is linear over nvme0n1 and nvme1n1: any place lies on one of them
run-title = the layers between used the disks unevenly
run-why = a linear volume, or a file in one piece, uses one disk at a time, so the result is that of one disk
run-advice = use a striped volume, or say that it is one disk's number
run-example = A linear volume of two NVMe disks: nvme0n1 did 0 % and nvme1n1 100 % of 4 GiB.

machine-title = blocks or partitions do not line up with the medium
machine-why = a write that covers part of a physical block makes the disk read it first
machine-advice = use bs and blockalign that are multiples of the physical block; start partitions at 1 MiB
machine-example = sda1 starts at byte 32256, in the middle of a 4 KiB block

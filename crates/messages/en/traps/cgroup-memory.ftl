machine-title = Memory limit of a control group
machine-why = The page cache of the group's processes counts towards the limit. Less is cached than the machine's memory allows.
machine-advice = Choose the file size of buffered tests by this limit, not by the machine's memory.
machine-example = The control group /kubepods/pod1 limits memory to 1 GiB.

max = The control group { $group } limits memory to { $limit }.
high = The kernel slows down the processes of the control group { $group } when their memory exceeds { $limit } in total.
# Added to both.
hits = The limit was hit { $hits ->
    [one] once
   *[other] { $hits } times
 }.

plan-title = Write test on the file of the previous run
plan-why = The first run created and allocated the file, but this run overwrites it. The two runs are then different tests, so their results are not comparable. The old data of the file is lost.
plan-advice = Set unlink=1, or remove the file before each run. To overwrite on purpose, create the file once and set overwrite=1.
plan-example =
    fio --name=w --filename=warm --rw=write --ioengine=sync --direct=0 --end_fsync=1 --size=200M --bs=4k
    The file exists from the previous run. In later tests the author of this command removed the file before each run.

exists = { $path } exists already ({ $size }) and is overwritten.
exist = { $path } and { $more ->
    [one] 1 more file
   *[other] { $more } more files
 } exist already ({ $size }) and are overwritten.

about = Storage benchmarks that check themselves: run fio jobs and report whether they really measured the disk
lang = Language of the messages [default: $FIORD_LANG, else that of the locale]
# Commands and their options are not translated.
after =
    fio's command line works unchanged (exceptions: docs/fio-differences.md),
    and a link named `fio` behaves as fio:
      fiord --name=r --rw=randread …   run a job, print what fio prints
      fiord job.fio                    likewise, from a job file
      fiord help fio                   the options of fio's command line
      fiord --cmdhelp                  all options of jobs; --cmdhelp=NAME explains one
      fiord --enghelp                  the I/O engines
    Exit codes: 0 ok, 1 a check failed, 2 the request was wrong, 3 a check is undecided, 128 interrupted.

    Exit codes: 0 ok, 1 a check failed, 2 the request was wrong, 3 a check is undecided, 128 interrupted.

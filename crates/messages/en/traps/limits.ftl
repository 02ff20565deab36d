machine-title = Low limit of the process or the kernel
machine-why = A job with a high queue depth, many files or registered buffers can exceed a limit of the system and then fail.
machine-advice = Set a higher limit with ulimit or sysctl before the run.
machine-example = This process can lock at most 64 KiB of memory.

unknown = The limits are unknown.
little-locked-memory = This process can lock at most { $limit } of memory.
few-aio = Only { $left } of { $max } AIO requests remain.
few-open-files = This process can open at most { $files } files.
small-files = This process can write files of at most { $limit }.
# $limits: a list of `locked-memory`, `aio` and `open-files`.
enough = These limits are high enough: { $limits }.
locked-memory = { $limit } of locked memory
locked-memory-unlimited = unlimited locked memory
aio = { $left } AIO requests
open-files = { $files } open files
open-files-unlimited = unlimited open files

advice-little-locked-memory = Run `ulimit -l unlimited` before jobs with lockmem or fixedbufs.
advice-few-aio = Use sysctl to set a higher fs.aio-max-nr before jobs with ioengine=libaio.
advice-few-open-files = Set a higher limit with `ulimit -n`.
advice-small-files = Run `ulimit -f unlimited`.

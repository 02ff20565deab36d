machine-title = a limit of the process or the kernel is low
machine-why = a job with a deep queue, many files or registered buffers fails or falls back
machine-advice = raise it with ulimit or sysctl before the run
machine-example = 64 KiB may be locked in memory

machine-title = Memory reserved for huge pages
machine-why = Reserved pages cannot hold the page cache, and jobs with iomem=…huge need them.
machine-advice = Set vm.nr_hugepages to the number that the jobs need.
machine-example = Half of the memory is reserved for huge pages.

unknown = The memory reserved for huge pages is unknown.
reserved = Huge pages reserve { $reserved } of memory.
# $mode: as in the kernel's file: always, madvise or never.
transparent = The mode of transparent huge pages is { $mode }.
transparent-unknown = The mode of transparent huge pages is unknown.

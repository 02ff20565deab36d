machine-title = Memory reserved for huge pages
machine-why = Memory reserved for huge pages is not available to the page cache. Jobs with iomem=…huge need huge pages.
machine-advice = Set vm.nr_hugepages to the number that the jobs need.
machine-example = Half of the memory is reserved for huge pages.

unknown = The memory reserved for huge pages is unknown.
reserved = { $reserved } of memory is reserved for huge pages.
# $mode: as in the kernel's file: always, madvise or never.
transparent = The mode of transparent huge pages is { $mode }.
transparent-unknown = The mode of transparent huge pages is unknown.

machine-title = memory is set aside for huge pages
machine-why = pages set aside cannot hold the page cache, and jobs with iomem=…huge need them
machine-advice = set vm.nr_hugepages to what the jobs need
machine-example = half of the memory is set aside

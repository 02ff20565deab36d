machine-title = Little free memory
machine-why = The kernel reclaims pages during the test and swaps programs out.
machine-advice = Stop the programs that use the memory, or wait.
machine-example = 1 % of 16 GiB is available.

unknown = The available memory is unknown.
little = { $available } of { $total } memory is available ({ $share }).
enough = { $available } of { $total } memory is available ({ $share }). Buffered tests need a file of at least { $twice }.

### Headings of groups of options.

assertions = Assertions
hosts = Many hosts
layers = Kernel layers
live = While it runs
output = Output
repeats = Repeats and comparison
store = Store

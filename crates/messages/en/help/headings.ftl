### Headings of groups of options.

assertions = Assertions
hosts = Many hosts
layers = Kernel layers
output = Output
repeats = Repeats and comparison
store = Store

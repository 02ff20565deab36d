# What pages of several documents have.
findings = Findings
why = Why: { $text }
advice = Do: { $text }
grade = Grade { $grade }
unknown = unknown

# Heads of tables.
bandwidth = bandwidth
max = max
spread = spread
mean = mean
run = run
window = window
seconds = seconds
job = job
straggler = straggler

# Rows of the machine's table.
layers = layers
layers-of-machine = layers
kernel = kernel
distribution = distribution
hypervisor = hypervisor
container = container
cpu = CPU
cpus = CPUs
memory = memory

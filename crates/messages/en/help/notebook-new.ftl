about = Begin a notebook: print one that comes with fiord, or answer three questions to create a new one
name = Name of a notebook in `fiord notebook list`
exercise = Omit the answers
load = Measure this workload
vary = Vary this option
output = Write the notebook to this new file instead of standard output

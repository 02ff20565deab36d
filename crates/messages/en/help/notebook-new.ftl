about = Begin a notebook: print one that comes with fiord, or answer three questions
name = Its name in `fiord notebook list`
exercise = Omit the answers
load = Measure this
vary = Vary this
output = Write the notebook to this new file instead of standard output

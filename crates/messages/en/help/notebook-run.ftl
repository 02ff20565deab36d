about = Measure each code block without results for PATH in the store; write the results into the notebook
file = The Markdown file, or the name of a notebook that comes with fiord
path = Directory on the disk, for test files; or a file or block device
time = Divide this time among the blocks (90s, 20m, 2h)
only = Measure only this block; repeat the option for more blocks
allow-path = Allow import blocks to read below this directory; repeat the option for more directories
html = Write the results to FILE as a page with charts, and leave the notebook as it is
pdf-ready = Make the page of --html ready to print: A4, light colours, a note with the evidence of each value

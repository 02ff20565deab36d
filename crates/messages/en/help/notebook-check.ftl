about = Check the claims of a notebook against the store; exits 1 if one is contradicted, 3 if one is undecided
files = The Markdown files
md = Print a table of all conclusions as Markdown
verify = Recompute all numbers from the stored records and list those of the text that differ or are typed by hand
html = Write the notebook to FILE as a page with charts
pdf-ready = Make the page of --html ready to print: A4, light colours, a note with the evidence of each value

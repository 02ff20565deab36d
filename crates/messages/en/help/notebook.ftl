about = Measure the blocks of a Markdown file and check its claims

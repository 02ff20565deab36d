about = Run the measurements of a Markdown file and check its claims

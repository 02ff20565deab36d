about = Print a shell completion script
shell = Shell that reads the script

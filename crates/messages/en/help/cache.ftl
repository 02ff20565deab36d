about = Show, drop or fill the page cache of a file

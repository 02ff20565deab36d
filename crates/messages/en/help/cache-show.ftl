about = Show cached, dirty and recently evicted pages of each file
files = Files or block devices

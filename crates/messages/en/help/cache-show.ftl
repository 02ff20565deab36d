about = Show cached, dirty and evicted pages of each file
files = Files or block devices

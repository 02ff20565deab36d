machine-title = the file system is nearly full
machine-why = a full file system scatters new files, and a full flash disk has nothing to collect garbage with
machine-advice = free some space (below 80 % used) before measuring writes
machine-example = /data is 97 % full

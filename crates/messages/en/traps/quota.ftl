machine-title = quotas are counted
machine-why = each allocation is booked, and a test may end at the quota instead of the disk
machine-advice = use a file that exists already (`fiord prepare`), or a user without a quota
machine-example = /home is mounted with usrquota

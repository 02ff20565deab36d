machine-title = File system with quotas
machine-why = Each allocation counts against a quota. A test can reach the quota before the disk is full.
machine-advice = Use an existing file (`fiord prepare`), or a user without a quota.
machine-example = /home is mounted with usrquota.

no-quota = { $mount } is mounted without quota options.
got = { $mount } is mounted with { $options }. The space left in the quota is unknown.

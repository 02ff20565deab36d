machine-title = File system with quotas
machine-why = Each allocation is charged to a quota, and a test can end at the quota before the disk is full.
machine-advice = Use an existing file (`fiord prepare`), or a user without a quota.
machine-example = /home is mounted with usrquota.

no-quota = { $mount } has no quota among its mount options.
got = { $mount } is mounted with { $options }. The space left in the quota is unknown.

machine-title = Restricted merging of requests
machine-why = Small adjacent requests can reach the disk one by one. On a machine with default settings they are merged.
machine-advice = Set queue/nomerges to 0, or report the setting with the result.
machine-example = nvme0n1 does not merge requests (nomerges is 2).

unknown = The nomerges setting of { $device } is unknown.
usual = { $device } merges requests as usual.
simple = { $device } does only simple merges (nomerges is 1).
off = { $device } does not merge requests (nomerges is { $setting }).

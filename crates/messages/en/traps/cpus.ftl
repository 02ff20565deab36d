machine-title = Restricted set of CPUs
machine-why = Jobs share fewer CPUs than the machine has.
machine-advice = Set numjobs to no more than the number of allowed CPUs.
machine-example = Only 2 of 16 CPUs may be used.

unknown = The number of CPUs is unknown.
fewer = Only { $allowed } of { $online } CPUs may be used.
all = The machine has { $online ->
    [one] 1 CPU
   *[other] { $online } CPUs
 }.
all-of-model = The machine has { $online ->
    [one] 1 CPU
   *[other] { $online } CPUs
 } ({ $model }).

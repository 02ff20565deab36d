about = Show the plan of a study: cells, runs, time, bytes written, space
study = Study file, or the name of a built-in study
target = Directory, file or device to use in the printed commands; fiord does not write to it
tbw = Set the rated endurance in TB written, to show the share that the study uses

about = Show the plan of a study: cells, runs, time, bytes written, space
study = Study file, or the name of a built-in study
target = Directory, file or device for the commands on the page; fiord writes no data
tbw = Set the rated endurance in TB written, to show the share that the study uses

about = Print the tables and findings of a study, finished or not
study = Id of the study, or its name (the newest of that name)
spec = Check the findings against this data sheet instead of the one of the study
commands = Print the commands of a survey as well

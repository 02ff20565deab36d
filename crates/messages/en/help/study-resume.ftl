about = Continue an interrupted study; no stored run is lost or repeated
study = Id or name of the study [default: the newest unfinished study]
time = Set the time limit for all runs, including the earlier runs

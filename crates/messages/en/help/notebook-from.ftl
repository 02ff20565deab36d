about = Draft a notebook from stored runs and studies, with their findings as claims
results = Ids or names of runs and studies

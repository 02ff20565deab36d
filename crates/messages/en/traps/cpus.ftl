machine-title = only some processors may be used
machine-why = jobs share fewer processors than the machine has
machine-advice = keep numjobs within them
machine-example = 2 of 16 processors may be used

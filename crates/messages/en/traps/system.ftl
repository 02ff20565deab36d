machine-title = what the machine runs on
machine-why = a result holds for this kernel, on this host
machine-advice = keep the line with the result
machine-example = Linux 6.1 as a kvm guest in a kubernetes container

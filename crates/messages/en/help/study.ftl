about = Run an experiment: factors, repeats in random order, confidence intervals; resumable

run-title = not in a steady state
run-why = a longer run would give another number
run-advice = run longer, with ramp_time over the unsteady beginning; or measure in steady-state rounds
run-example = The last five rounds range over 31 % of their mean; SNIA allows 20 %.

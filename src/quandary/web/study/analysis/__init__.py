"""From an export to a report: what people found difficult, how certain that is, and what predicts it.

data.py          the tables of an export, checked, with every exclusion listed
truths.py        what difficulty is: ratings, z-scores, time, clicks, models of skill; how they agree; learning
reliability.py   how much of it another sample of people would repeat, and how many people it takes
sets.py          twins, families of predictors, and kinds that are never mixed unseen
predictors.py    every measure against the truth, with correction for many tests, and models
groups.py        who took part, and how groups of solvers differ
ways.py          people's ways through the states of a puzzle
report.py        all of it as one page, and every number as CSV
"""

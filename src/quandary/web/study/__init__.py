"""Studies: how difficult people find puzzles, measured with people. A study is a folder of plain files.

folder.py     the folder: study.toml, texts, questions, puzzles        records.py   what is recorded, field by field
order.py      which puzzles a person gets, in which order              models.py    the tables
write.py      everything that is stored or deleted                     forms.py     everything that comes in, checked
views.py      a participant's way                                      research.py  the researchers' pages
export.py     the data as CSV                                          checks.py    what `doctor` checks
bots.py       simulated people through the real pages                  analysis/    from an export to a report
"""

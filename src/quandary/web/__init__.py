"""The web: puzzles to play, and studies with people. One Django project over one board.

    project/   settings, headers, who may talk to the server, limits, serving
    play/      a page for a puzzle or a file of puzzles, and the judge
    study/     participants, consent, order, answers, researchers' pages, export, analysis

Django needs its settings before its models are imported: `project.boot` sets them.
"""

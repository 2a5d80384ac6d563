"""The parts of a run through a space: what is asked, how long it takes, its chunks, its ledger and its result."""

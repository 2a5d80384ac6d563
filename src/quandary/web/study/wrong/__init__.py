"""Pictures of wrong answers for tutorials: a module per kind that has some, `wrong_examples(puzzle)`."""

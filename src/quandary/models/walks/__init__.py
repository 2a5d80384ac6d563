"""Walks: what people wrote into a puzzle, in their order, and what that tells about the rules they use.

walk      one recorded solve: puzzle, solver, and what was written, marked, erased, step by step
archive   the form in which a public archive keeps solves of experienced solvers
options   the cells that are open on a board, with what may draw a person to each
logit     how features weigh in choices, fitted and validated
fitted    the weights of a kind, what they save in bits, and the lift of each rule
"""

"""What the thesis's own program did differently from the text, one switch each.

With all switches on, the printed tables come out. The product has none of them.
"""

from dataclasses import dataclass, replace

FOUR_CHAPTERS = "the labels of chapters 2-5 and 8-11 are swapped pairwise: must is must not"


@dataclass(frozen=True)
class Quirks:
    """The original's reading. Switch one off to follow the text. The numbers refer to the notes below."""

    # Initial states
    unions_only: bool = True
    """Q1: pre-placed pieces are compared by the union of their cells, not piece by piece."""
    other_pieces: bool = True
    """Q2: solutions that leave out another piece are compared too, although their lists name other pieces."""
    trapezoids_by_slot: bool = True
    """Q3: the first trapezoid is compared with the first only, the second with the second."""
    own_images_allowed: bool = True
    """Q4: turned and mirrored forms of the same solution never count as rivals."""

    # Entropy
    no_region_rule: bool = True
    """Q5: R1 (a gap with the shape of a piece gets it) has no effect."""
    trapezoid_twice: bool = True
    """Q6: each place of a trapezoid counts twice, even if only one trapezoid is left."""
    ignore_impossible: bool = True
    """Q7: a piece whose places all break a rule is ignored instead of being a dead end. Changes no value."""
    snake_unread: bool = True
    """Q8: if trapezoids are left out, the Snake is never chosen for a guess."""
    bumps_late: bool = True
    """Q9: a place that does not fit the bumps counts as a choice and fails a move later, or never if last."""
    # Q10, that colours play no part in the search, has no switch: the product's `touching` rules are its remedy.

    # Constraints
    stored_image_only: bool = True
    """Q11: whether a solution fits the bumps is tested in one of its twelve images only."""
    corners_by_distance: bool = True
    """Q12: pieces touch at a corner if they have cells with a common neighbour. Cells that are opposite each
    other across a vertex are missed."""
    first_listed_present: bool = True
    """Q13: "must touch" asks that the first piece listed for a colour is not the one left out."""
    second_stands_for_both: bool = True
    """Q14: in the list of rivals only the second trapezoid is tested against other colours."""


PUBLISHED = Quirks()
TEXT = replace(PUBLISHED, unions_only=False, other_pieces=False, trapezoids_by_slot=False)
"""Initial states as the text describes them."""
STRICT = replace(TEXT, own_images_allowed=False)
"""Initial states with exactly one completion, which is the product's reading."""

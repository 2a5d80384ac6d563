"""Who may begin: whether the study is open, and whether a panel's person or a link was there before."""

import secrets

from django.conf import settings
from django.utils import timezone

from quandary.web.study.folder import Study
from quandary.web.study.models import Control, EntryLink, Participant
from quandary.web.study.settings import moment
from quandary.web.study.write import digest, panel_hash

SWITCHES = ("open", "paused", "closed")
"""What researchers can switch a study to. Who has begun may always go on."""


def key() -> str:
    """Return the secret of the study, with which panel ids are hashed."""
    return str(settings.SECRET_KEY)


def switch() -> str:
    """Return what the researchers switched the study to."""
    return Control.objects.filter(name="switch").values_list("value", flat=True).first() or "open"


def turn(to: str) -> None:
    """Switch the study: open, paused or closed."""
    Control.objects.update_or_create(name="switch", defaults={"value": to})


def status(study: Study) -> str:
    """Return whether people may begin now: open, paused, closed or not-yet."""
    set_to, opens = switch(), study.settings.opens
    if set_to != "open":
        return set_to
    if opens and timezone.now() < moment(opens):
        return "not-yet"
    return "open" if study.settings.is_open(timezone.now()) else "closed"


def earlier(study: Study, panel: str) -> Participant | None:
    """Return who began with a panel's id before."""
    if not panel or not study.settings.panel_parameter:
        return None
    return Participant.objects.filter(panel_hash=panel_hash(panel, key())).first()


def refusal(study: Study, panel: str, link: str) -> str | None:
    """Return why somebody may not begin, as the name of a message, or None."""
    here = status(study)
    if here != "open":
        return here
    if (
        study.settings.entry == "links"
        and not EntryLink.objects.filter(token_hash=digest(link), used=False).exists()
    ):
        return "link-used"
    if earlier(study, panel) is not None and study.settings.panel_again == "refuse":
        return "panel-again"
    return None


def make_links(count: int) -> list[str]:
    """Make links with which one person each may begin, and return what they carry. Only hashes are stored."""
    tokens = [secrets.token_urlsafe(16) for _ in range(count)]
    EntryLink.objects.bulk_create([EntryLink(token_hash=digest(each)) for each in tokens])
    return tokens

"""Who among the researchers may do what: owners everything, editors all but accounts, viewers look and download."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase

from quandary.web.project.refuse import refuse

ROLES = ("viewer", "editor", "owner")
"""From the fewest rights to the most."""
View = Callable[..., HttpResponseBase]


def role_of(user: Any) -> str:
    """Return the role of an account. One that belongs to no group, as the first one, is an owner's."""
    names = set(user.groups.values_list("name", flat=True))
    return next((role for role in ROLES if role in names), "owner")


def give_role(user: Any, role: str) -> None:
    """Give an account a role."""
    from django.contrib.auth.models import Group

    group, _ = Group.objects.get_or_create(name=role)
    user.groups.set([group])


def needs(role: str) -> Callable[[View], View]:
    """Let only researchers with a role, or one with more rights, see a page."""

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            own = role_of(request.user)
            if ROLES.index(own) < ROLES.index(role):
                return refuse(
                    request, 403, "role", f"This needs the role {role}. You are logged in as {own}."
                )
            return view(request, *args, **kwargs)

        return checked

    return decorate

"""The app, as Django knows it."""

from django.apps import AppConfig


class StudyConfig(AppConfig):
    """The study app, with its checks."""

    name = "quandary.web.study"
    label = "study"

    def ready(self) -> None:
        """Register the checks that `quandary study doctor` runs."""
        from quandary.web.study import checks

        checks.register()

"""What is served, where, and with which settings. Everything is a value, and nothing is read on import."""

import secrets
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from quandary.errors import QuandaryError
from quandary.web.limits import limit

LOCAL = ("127.0.0.1", "localhost", "[::1]")
"""The names of this computer."""
WEB = Path(__file__).parent.parent


@dataclass(frozen=True, kw_only=True)
class Serving:
    """What is served: an app, for a study its folder, and how it is reached."""

    app: Literal["play", "study", "studio"] = "study"
    folder: Path | None = None
    """The folder of a study."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """The address that participants see, which must be https. Without it only this computer is served."""
    database_url: str = field(default="", repr=False)
    """A PostgreSQL database, "postgresql://user:password@host:5432/name". By default SQLite in the folder."""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(48), repr=False)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    """What the printed link carries, for apps that serve one person."""
    proxy: str = "127.0.0.1"
    """The address of the reverse proxy, whose word on https is believed."""
    preview: bool = False
    """Whether this is a rehearsal, whose database is thrown away."""
    data: Path | None = None
    """Where the database is. By default the folder "data" of the study, or memory if there is no study."""

    def __post_init__(self) -> None:
        if self.public_url:
            parts = urlsplit(self.public_url)
            if parts.scheme != "https" or not parts.hostname or parts.path.strip("/") or parts.query:
                raise QuandaryError(
                    f"The public address {self.public_url!r} must be https://NAME, without a path."
                )

    @property
    def is_public(self) -> bool:
        """Whether others than this computer are served."""
        return bool(self.public_url)

    @property
    def hosts(self) -> list[str]:
        """The names that a request may be addressed to."""
        if self.is_public:
            return [str(urlsplit(self.public_url).hostname)]
        return [*LOCAL]


def settings_for(serving: Serving) -> dict[str, Any]:
    """Return the Django settings for what is served."""
    return {
        "SECRET_KEY": serving.secret,
        "DEBUG": False,
        "ALLOWED_HOSTS": serving.hosts,
        "ROOT_URLCONF": f"quandary.web.{serving.app}.urls",
        "INSTALLED_APPS": [
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.staticfiles",
            "quandary.web.play",
            "quandary.web.study",
            "quandary.web.studio",
        ],
        "MIDDLEWARE": _middleware(serving),
        "DATABASES": {"default": _database(serving)},
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "quandary.web.project.marked.wordmark",
                    ]
                },
            }
        ],
        "STATIC_URL": "/static/",
        "STATICFILES_FINDERS": [
            "django.contrib.staticfiles.finders.AppDirectoriesFinder",
            "quandary.web.project.finder.BoardFinder",
        ],
        "WHITENOISE_USE_FINDERS": True,
        "WHITENOISE_AUTOREFRESH": False,
        "WHITENOISE_ALLOW_ALL_ORIGINS": False,
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "USE_TZ": True,
        "TIME_ZONE": "UTC",
        "USE_I18N": False,
        "LOGGING_CONFIG": "logging.config.dictConfig",
        "LOGGING": {
            "version": 1,
            "disable_existing_loggers": False,
            "handlers": {"errors": {"class": "logging.StreamHandler", "level": "ERROR"}},
            "root": {"handlers": ["errors"], "level": "WARNING"},
        },
        "LOGIN_URL": "/research/login",
        "DATA_UPLOAD_MAX_MEMORY_SIZE": limit("body_bytes"),
        "DATA_UPLOAD_MAX_NUMBER_FIELDS": 500,
        "QUANDARY_SERVING": serving,
        **_security(serving),
    }


def _middleware(serving: Serving) -> list[str]:
    gate = ["quandary.web.project.gate.OnlyWithTheLink"] if serving.app != "study" else []
    return [
        "quandary.web.project.headers.Headers",
        "django.middleware.security.SecurityMiddleware",
        "quandary.web.project.gate.OnlyKnownHosts",
        "whitenoise.middleware.WhiteNoiseMiddleware",
        *gate,
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ]


def _security(serving: Serving) -> dict[str, Any]:
    public = serving.is_public
    return {
        "SECURE_CSP": {
            "default-src": ["'none'"],
            "script-src": ["'self'"],
            "style-src": ["'self'"],
            "img-src": ["'self'", "data:"],
            "connect-src": ["'self'"],
            "form-action": ["'self'"],
            "frame-ancestors": ["'none'"],
            "base-uri": ["'none'"],
        },
        "SECURE_SSL_REDIRECT": public,
        "SECURE_HSTS_SECONDS": 31_536_000 if public else 0,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": public,
        "SECURE_HSTS_PRELOAD": public,
        "SECURE_CONTENT_TYPE_NOSNIFF": True,
        "SECURE_REFERRER_POLICY": "same-origin",
        "SESSION_COOKIE_SECURE": public,
        "SESSION_COOKIE_SAMESITE": "Strict",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_AGE": 12 * 3600,
        "CSRF_COOKIE_SECURE": public,
        "CSRF_COOKIE_SAMESITE": "Lax",
        "CSRF_TRUSTED_ORIGINS": [serving.public_url.rstrip("/")] if public else [],
        "CSRF_FAILURE_VIEW": "quandary.web.project.refuse.no_csrf",
        "X_FRAME_OPTIONS": "DENY",
        "AUTH_PASSWORD_VALIDATORS": [
            {
                "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
                "OPTIONS": {"min_length": 12},
            }
        ],
    }


def _database(serving: Serving) -> dict[str, Any]:
    if serving.database_url and not serving.preview:
        return _postgresql(serving.database_url)
    durable = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000; PRAGMA secure_delete=ON"
    )
    data = serving.data or (serving.folder and serving.folder / "data")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(data / "study.sqlite3") if data else ":memory:",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            **({"init_command": durable} if data else {}),
        },
    }


def _postgresql(address: str) -> dict[str, Any]:
    parts = urlsplit(address)
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise QuandaryError("DATABASE_URL must be postgresql://USER:PASSWORD@HOST:PORT/NAME.")
    if find_spec("psycopg") is None:
        raise QuandaryError('PostgreSQL needs psycopg. Run: pip install "quandary[postgres]"')
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"options": "-c synchronous_commit=on"},
    }

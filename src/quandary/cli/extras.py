"""Parts that an install may lack. Each belongs to an extra of quandary, which the answer names."""

EXTRAS = {
    "distributed": "cluster",
    "django": "web",
    "polars": "parquet",
    "psycopg": "postgres",
    "skops": "learn",
    "sklearn": "learn",
    "typst": "print",
    "waitress": "web",
    "whitenoise": "web",
}
"""The extra that installs each module."""


def what_to_install(module: str | None) -> str:
    """Return the line that names the extra of a missing module, or "" if it is no part of quandary.

    >>> what_to_install("sklearn.linear_model")
    'This needs sklearn, which is not installed. Run: pip install "quandary[learn]"'
    """
    top = (module or "").partition(".")[0]
    if top not in EXTRAS:
        return ""
    return f'This needs {top}, which is not installed. Run: pip install "quandary[{EXTRAS[top]}]"'

"""Rename the table of what is only counted; its rows stay."""

from django.db import migrations


class Migration(migrations.Migration):
    """Call it what it holds."""

    dependencies = (("study", "0001_initial"),)
    operations = (migrations.RenameModel("Tally", "Occurrence"),)

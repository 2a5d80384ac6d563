"""Add what laboratories expect: lessons, sessions, outcomes, durations, practice, links and a switch."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def fill_in(apps: Any, schema_editor: Any) -> None:
    """Fill in for people who began before: how many puzzles they get, and how it ended."""
    participants = apps.get_model("study", "Participant")
    for each in participants.objects.all().iterator():
        each.planned = len(each.order)
        each.outcome = "done" if each.finished else ""
        each.save(update_fields=["planned", "outcome"])


class Migration(migrations.Migration):
    dependencies = [
        ("study", "0002_occurrence"),
    ]

    operations = [
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("puzzle", models.CharField(max_length=200)),
                ("moves", models.TextField(blank=True)),
                ("log", models.JSONField(default=list)),
                ("solved", models.BooleanField()),
                ("ms", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Control",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, unique=True)),
                ("value", models.CharField(max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="EntryLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("used", models.BooleanField(default=False)),
            ],
        ),
        migrations.AddField(
            model_name="answer",
            name="replies",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="participant",
            name="basis",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="participant",
            name="entered",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="participant",
            name="lesson",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="participant",
            name="outcome",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="participant",
            name="panel",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="participant",
            name="planned",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="participant",
            name="returns",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="participant",
            name="session",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="participant",
            name="spent",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="answer",
            name="device",
            field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AddIndex(
            model_name="participant",
            index=models.Index(fields=["panel_hash"], name="study_parti_panel_h_3edb36_idx"),
        ),
        migrations.AddField(
            model_name="attempt",
            name="participant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="attempts", to="study.participant"
            ),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]

"""The addresses of a study."""

from django.urls import path

from quandary.web.play.views import look_css, palette
from quandary.web.study import desk, research, views

urlpatterns = [
    path("", views.welcome),
    path("palette.css", palette),
    path("look.css", look_css),
    path("consent", views.consent),
    path("declined", views.declined),
    path("questions", views.questions),
    path("tutorial", views.tutorial),
    path("practice", views.practice),
    path("puzzle", views.puzzle),
    path("answer", views.answer),
    path("look", views.look),
    path("faults", views.faults),
    path("return", views.come_back),
    path("again", views.again),
    path("closing", views.closing),
    path("debrief", views.debrief),
    path("ended", views.ended),
    path("leave", views.leave),
    path("left", views.left),
    path("withdraw", views.withdraw),
    path("where.json", views.where),
    path("pictures/<str:name>", views.picture),
    path("research/", research.overview),
    path("research/login", research.login),
    path("research/logout", research.logout),
    path("research/puzzle/<path:name>", research.puzzle),
    path("research/thumbnail/<path:name>", research.thumbnail),
    path("research/switch", desk.switch),
    path("research/edit", desk.edit),
    path("research/edit/<str:name>", desk.edit),
    path("research/preview-text", desk.preview_text),
    path("research/preview", desk.preview),
    path("research/doctor", desk.doctor),
    path("research/replay/<int:number>/<int:position>", desk.replay),
    path("research/report", desk.report),
    path("research/accounts", desk.accounts),
    path("research/password", desk.password),
    path("research/delete", research.delete),
    path("research/download", research.download),
]
handler404 = "quandary.web.play.pages.not_found"
handler500 = "quandary.web.play.pages.broken"

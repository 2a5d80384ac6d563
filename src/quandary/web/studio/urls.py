"""The addresses of `quandary studio`."""

from django.urls import path

from quandary.web.play import views as play
from quandary.web.studio import course_views, views

urlpatterns = [
    path("", views.shelf),
    path("edit/<slug:key>", views.edit),
    path("course", course_views.course),
    path("palette.css", play.palette),
    path("look.css", play.look_css),
    path("api/items", views.items),
    path("api/pictures", views.pictures),
    path("api/look", views.look),
    path("api/play", views.play),
    path("api/judge", views.judge),
    path("api/save", views.save),
    path("api/draft", views.draft),
    path("api/discard", views.discard),
    path("api/add", views.add),
    path("api/paste", views.paste),
    path("api/remove", views.remove),
    path("ask/ratings", views.ratings),
    path("ask/rate", views.rate),
    path("ask/<slug:task>", views.ask),
    path("course/save", course_views.save),
    path("course/publish", course_views.publish),
    path("course/try", course_views.try_out),
    path("course/people", course_views.people),
    path("course/print", course_views.printed),
    path("course/page/<int:number>.png", course_views.page),
]
handler404 = "quandary.web.play.pages.not_found"
handler500 = "quandary.web.play.pages.broken"

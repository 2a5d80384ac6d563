"""The addresses of `quandary play`."""

from django.urls import path

from quandary.web.play import views

urlpatterns = [
    path("", views.index),
    path("practice", views.practice),
    path("palette.css", views.palette),
    path("look.css", views.look_css),
    path("puzzle/<int:number>", views.puzzle),
    path("puzzle/<int:number>/look", views.look),
    path("puzzle/<int:number>/judge", views.judged),
    path("puzzle/<int:number>/verdict", views.verdict),
    path("puzzle/<int:number>/faults", views.faults),
    path("puzzle/<int:number>/hint", views.hint),
    path("puzzle/<int:number>/answer", views.answer),
]
handler404 = "quandary.web.play.pages.not_found"
handler500 = "quandary.web.play.pages.broken"

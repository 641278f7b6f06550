"""The panel of a lesson above a board: what is said, one thing at a time, and what there is to do at its end."""

import msgspec

from freightyard.core.lessons import EXERCISE, Lesson, Place, Step
from freightyard.core.puzzles import PUZZLE
from freightyard.page import lesson_sentences as say
from freightyard.page.markup import esc


class LessonSheet(msgspec.Struct, frozen=True, kw_only=True):
    """What a learner is shown of a lesson, or of a puzzle. `following`: the one after it, at its end."""

    lesson: Lesson
    place: Place
    home: str  # the address of the table
    following: Lesson | None = None
    note: str = ""  # instead of which step it is
    solved: bool = False  # a puzzle, by the learner


def lesson_part(sheet: LessonSheet | None) -> str:
    """The panel. Its sentences are all there; the client shows one after the other. Empty where the lesson was left."""
    if sheet is None:
        return '<section id="lesson" data-part hidden></section>'
    lesson, place = sheet.lesson, sheet.place
    pages = "".join([_page(step, number, place) for number, step in _shown(lesson, place)])
    kind = say.PUZZLE if lesson.kind == PUZZLE else say.EXERCISE if lesson.kind == EXERCISE else say.LESSON
    done = sheet.solved if lesson.kind == PUZZLE else place.ended
    solved = f' data-solved="{esc(lesson.address)}"' if done else ""
    ways = "ways" if lesson.kind == PUZZLE else "ways steps"
    state = "ended" if place.ended else "waits" if place.ways else "replies"
    count = f'<span class="sub" data-count="{say.step_of("{step}", len(lesson.steps))}">'
    count += f"{say.step_of(place.last + 1, len(lesson.steps))}</span>"
    if sheet.note:
        count = f'<span class="sub">{esc(sheet.note)}</span>'
    return (
        f'<section id="lesson" class="lesson" data-part tabindex="-1" aria-labelledby="h-lesson" data-state="{state}" '
        f'data-last="{place.last}"{solved}>'
        f'<h2 id="h-lesson"><span class="vh">{kind}: </span>{esc(lesson.title)} {count}</h2>'
        f'<div class="said">{pages}</div><div class="{ways}">'
        f'<button class="quiet" type="button" data-lesson-back hidden>{say.BACK}</button>'
        f'<button class="go" type="button" data-lesson-next hidden>{say.NEXT}</button>{_ways(sheet)}</div>'
        f"{_leave(sheet)}</section>"
    )


def _shown(lesson: Lesson, place: Place) -> list[tuple[int, Step]]:
    return [(number, lesson.steps[number]) for number in range(place.first, place.last + 1)]


def _page(step: Step, number: int, place: Place) -> str:
    task = " class=task" if step.moves else ""
    rest = f'<span class="sub"> {say.GO_ON}</span>' if step.moves and place.done and place.ways and number == place.last else ""
    return f'<p data-step="{number + 1}" data-look="{esc(step.look)}"{task}>{esc(step.say)}{rest}</p>'


def _ways(sheet: LessonSheet) -> str:
    """What there is to do at the end: a game, the next one, or playing on."""
    found = []
    puzzle = sheet.lesson.kind == PUZZLE
    if puzzle and not sheet.place.ended:
        again = _form(sheet.lesson.address, say.AGAIN, say.AGAIN_TITLE) if sheet.place.done else ""
        return again + _form(f"{sheet.home}/lesson/answer", say.SHOW)
    if sheet.place.ended:
        play_on = f"{sheet.home}/lesson/play-on"
        if puzzle:
            found.append(_form(play_on, say.PLAY_ON, say.PLAY_ON_TITLE, kind="go"))
        else:
            found.append(_form(f"{sheet.home}/lesson/new-game", say.NEW_GAME, say.NEW_GAME_TITLE, kind="go"))
        if sheet.following is not None:
            found.append(_form(sheet.following.address, say.next_one(sheet.following.kind), called=sheet.following.title))
        if puzzle:
            found.append(_form(f"{sheet.home}/lesson/leave", say.ALL_PUZZLES))
        else:
            found.append(_form(play_on, say.PLAY_ON, say.PLAY_ON_TITLE))
    return "".join(found)


def _leave(sheet: LessonSheet) -> str:
    puzzle = sheet.lesson.kind == PUZZLE
    if puzzle and sheet.place.ended:
        return ""
    label = say.LEAVE_PUZZLE if puzzle else say.LEAVE
    title = say.LEAVE_PUZZLE_TITLE if puzzle else say.LEAVE_TITLE
    return (
        f'<form class="leave" method="post" action="{esc(sheet.home)}/lesson/leave">'
        f'<button class="quiet" aria-label="{label}" title="{label}: {title}">×</button></form>'
    )


def _form(action: str, label: str, title: str = "", *, kind: str = "quiet", called: str = "") -> str:
    """`called`: what the button leads to, which is shown where there is room for it."""
    about = f' title="{esc(title or called)}"' if title or called else ""
    more = f'<span class="called">: {esc(called)}</span>' if called else ""
    button = f'<button class="{kind}"{about}><span>{esc(label)}{more}</span></button>'
    return f'<form method="post" action="{esc(action)}">{button}</form>'

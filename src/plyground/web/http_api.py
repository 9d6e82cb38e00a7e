"""The HTTP routes: the page's files, texts, and saved games as files."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.exceptions import HTTPException

from plyground import __version__
from plyground.core.errors import PlygroundError, UnknownGameError
from plyground.core.record import Record
from plyground.games import game_class, names
from plyground.language import LANGUAGES, LanguageCode, Message, message_or
from plyground.language import language as find_language
from plyground.language.catalogue import read_area
from plyground.play.records.registry import read_any
from plyground.play.store.store import StoreError
from plyground.web.errors import fault_of
from plyground.web.game_list import all_games
from plyground.web.game_resources import all_pictures
from plyground.web.handlers.saved_games import written
from plyground.web.lessons import lessons_of
from plyground.web.opening_maps import openings_data
from plyground.web.permissions import NOT_FOR_GUESTS, ROUTES, Permission, server_role
from plyground.web.sessions import BrowserSession
from plyground.web.state import ServerState
from plyground.web.static_files import StaticFile
from plyground.web.tables.position_view import board_data

PAGE_AREAS = ("terminal", "menu", "web", "dialogs", "theatre", "bench")
Saved = Annotated[int, Path(ge=0, le=2**31)]
OptionPairs = Annotated[str, Query(max_length=200)]
FormatName = Annotated[str, Query(alias="format", max_length=40)]


class Problem(BaseModel):
    """An error."""

    error: str


class Catalogue(BaseModel):
    """The messages of a language by key, and the names of all languages by code."""

    language: str
    locale: str
    languages: dict[str, str]
    messages: dict[str, str]


class About(BaseModel):
    """About this program."""

    version: str
    licence: str
    games: int


class ImportText(BaseModel):
    """A game as text."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: str


class Imported(BaseModel):
    """The game's number in the store."""

    saved: int


def problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a route can answer with."""
    return {code: {"model": Problem} for code in codes}


def admit(server: ServerState) -> Callable[[Request], Awaitable[None]]:
    """A dependency of every route: checks the visitor's role; see permissions.py."""

    async def check(request: Request) -> None:
        session = server.sessions.find(request.headers.get("cookie", ""))
        if ROUTES[request.scope["route"].path].of(server_role(session)) is Permission.NO:
            raise HTTPException(403, NOT_FOR_GUESTS)

    return check


def add_problem_handlers(app: FastAPI, server: ServerState) -> None:
    """Answer every error with one sentence in the visitor's language."""

    def answer_problem(request: Request, status: int, sentence: str) -> JSONResponse:
        session = server.sessions.find(request.headers.get("cookie", ""))
        said = sentence if session is None else session.language.translate(sentence)
        return JSONResponse({"error": said}, status)

    async def http(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, HTTPException)
        said = problem.detail
        if not isinstance(said, Message):
            said = message_or(f"server.status.{problem.status_code}", f"{said.removesuffix('.')}.")
        answer = answer_problem(request, problem.status_code, said)
        answer.headers.update(problem.headers or {})
        return answer

    async def invalid(request: Request, problem: Exception) -> Response:
        assert isinstance(problem, RequestValidationError)
        first = problem.errors()[0]
        place = ".".join(map(str, first["loc"]))
        return answer_problem(request, 400, Message("server.bad_request", place=place, fault=fault_of(first)))

    async def wrong(request: Request, problem: Exception) -> Response:
        missing = isinstance(problem, UnknownGameError | StoreError)
        assert isinstance(problem, PlygroundError)
        return answer_problem(request, 404 if missing else 400, server.public(problem))

    async def failed(request: Request, problem: Exception) -> Response:
        server.note_failure()
        return answer_problem(request, 500, Message("server.failed"))

    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(PlygroundError, wrong)
    app.add_exception_handler(Exception, failed)


def file_routes(files: dict[str, StaticFile]) -> APIRouter:
    """The page and its files."""
    router = APIRouter(include_in_schema=False)

    def answer(request: Request, name: str) -> Response:
        file = files.get(name)
        if file is None:
            raise HTTPException(404, Message("server.no_file"))
        headers = {"etag": file.tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, headers=headers, media_type=file.type)

    @router.api_route("/", methods=["GET", "HEAD"])
    async def page(request: Request) -> Response:
        return answer(request, "index.html")

    @router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
    async def file(request: Request, name: str) -> Response:
        return answer(request, name)

    return router


@cache
def catalogue_of(code: str) -> Catalogue:
    """What the page says itself: the areas of the front ends. All else comes to it in words."""
    languages = {each: find_language(each).name for each in LANGUAGES}
    messages = {key: text for area in PAGE_AREAS for key, text in read_area(code, area).items()}
    return Catalogue(language=code, locale=find_language(code).locale, languages=languages, messages=messages)


def text_routes(server: ServerState) -> APIRouter:
    """Texts that the page reads before and during a game."""
    router = APIRouter(prefix="/api")

    @router.get("/about")
    async def about() -> About:
        return About(version=__version__, licence="MIT", games=len(names()))

    @router.get("/catalogue/{language}", responses=problems(400))
    async def catalogue(language: LanguageCode) -> Catalogue:
        return catalogue_of(language)

    @router.get("/games", responses=problems(400))
    async def games(language: LanguageCode = "en") -> dict[str, Any]:
        found = await asyncio.to_thread(all_games, language, server.workshop.version)
        return found | {"engines": [name for name, _ in server.limits.engines]}

    @router.get("/pictures")
    async def pictures() -> dict[str, Any]:
        return await asyncio.to_thread(all_pictures)

    @router.get(
        "/rules/{game}",
        response_class=Response,
        responses={200: {"content": {"text/markdown": {}}}, **problems(400, 404)},
    )
    async def rules(game: str, language: LanguageCode = "en") -> Response:
        text = await asyncio.to_thread(lambda: game_class(game)().rules_text(language))
        return Response(text, media_type="text/markdown; charset=utf-8")

    @router.get("/lessons/{game}", responses=problems(400, 404))
    async def lessons(game: str, language: LanguageCode = "en") -> dict[str, Any]:
        return await asyncio.to_thread(lessons_of, game, language)

    @router.get("/openings/{game}", responses=problems(400, 404))
    async def openings(game: str, options: OptionPairs = "") -> dict[str, Any]:
        return await asyncio.to_thread(openings_data, game, options)

    return router


def saved_routes(server: ServerState) -> APIRouter:
    """Saved games as files."""
    router = APIRouter(prefix="/api")

    def session_of(request: Request) -> BrowserSession:
        session = server.sessions.find(request.headers.get("cookie", ""))
        assert session is not None  # the gate lets no request pass without one
        return session

    @router.get(
        "/export/{saved}",
        response_class=Response,
        responses={200: {"content": {"text/plain": {}}}, **problems(400, 403, 404)},
    )
    async def export(request: Request, saved: Saved, form: FormatName = "record") -> Response:
        record = await server.with_store(lambda store: store.export(saved))
        text, ending = await server.work(session_of(request), lambda: written(record, form))
        name = f"{record.game.name}-{saved}.{ending}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, headers=headers, media_type="text/plain; charset=utf-8")

    @router.get("/picture/{saved}", responses=problems(400, 403, 404))
    async def picture(request: Request, saved: Saved) -> dict[str, Any]:
        record = await server.with_store(lambda store: store.export(saved))
        return await server.work(session_of(request), lambda: last_picture(record))

    body = {"content": {"application/json": {"schema": ImportText.model_json_schema()}}, "required": True}

    @router.post("/import", responses=problems(400, 403, 413, 415), openapi_extra={"requestBody": body})
    async def import_game(request: Request) -> Imported:
        text = await _text_of(request, server.limits.import_bytes)
        record = await server.work(session_of(request), lambda: read_any(text))
        return Imported(saved=await server.with_store(lambda store: store.import_(record)))

    return router


def last_picture(record: Record) -> dict[str, Any]:
    """The board of a game and what stands on it at the end."""
    game, position = record.game, record.positions()[-1]
    pieces = game.scene(position.state).as_data()["pieces"]
    return {"game": game.name, "board": board_data(game), "pieces": pieces, "seats": game.seats}


async def _text_of(request: Request, limit: int) -> str:
    """The text in a request's body, which is not read beyond the limit."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, Message("server.send_json"))
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise HTTPException(413, Message("server.too_many_bytes", most=limit))
    try:
        return ImportText.model_validate_json(body).text
    except ValidationError:
        raise HTTPException(400, Message("server.send_text")) from None

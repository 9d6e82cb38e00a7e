"""The application: the routes, the socket, and the guard in front of them."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket

from plyground import __version__
from plyground.games import game as find_game
from plyground.games import names
from plyground.language import LANGUAGES, Message
from plyground.web import dispatch
from plyground.web.auth import Gate
from plyground.web.connection import Connection
from plyground.web.errors import WebError
from plyground.web.game_list import all_games
from plyground.web.guard import App, Guard
from plyground.web.http_api import add_problem_handlers, admit, file_routes, saved_routes, text_routes
from plyground.web.sessions import LOCKED, BrowserSession
from plyground.web.state import ServerState
from plyground.web.static_files import read_files
from plyground.web.tables.captions import encoded


def make_app(server: ServerState, hosts: frozenset[str], on_start: Callable[[], None] = lambda: None) -> App:
    """The whole server for these values of `Host`."""
    return Guard(Gate(inner_app(server, on_start), server), hosts)


def inner_app(server: ServerState, on_start: Callable[[], None] = lambda: None) -> FastAPI:
    """The routes without the guard and the gate."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        tasks = [server.task(server.clean_up()), server.task(warm_up(server))]
        on_start()
        yield
        for task in tasks:
            task.cancel()
        await server.close()

    app = FastAPI(
        title="Plyground",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    add_problem_handlers(app, server)
    for router in (file_routes(read_files()), text_routes(server), saved_routes(server)):
        app.include_router(router, dependencies=[Depends(admit(server))])

    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        await serve_socket(server, websocket)

    return app


async def warm_up(server: ServerState) -> None:
    """Load the compiled rules of every game while the visitor sees the page."""
    for name in names():
        await server.warm(await asyncio.to_thread(find_game, name))
    for code in LANGUAGES:
        await asyncio.to_thread(all_games, code, server.workshop.version)
    gc.freeze()  # compiled code lives for good: a garbage collection through all of it would take half a second


async def serve_socket(server: ServerState, websocket: WebSocket) -> None:
    """Accept or refuse a socket, and serve it."""
    asked = websocket.query_params
    table = server.table_of_key(asked["invite"]) if "invite" in asked else None
    try:
        session = server.sessions.enter(
            websocket.headers.get("cookie", ""), asked.get("token", ""), invited=table is not None
        )
        if session is None:
            await refuse(websocket, 403, LOCKED)
            return
        if server.sockets >= server.limits.sockets or session.sockets >= server.limits.sockets_of_one:
            raise WebError("busy", Message("server.too_many_pages"))
        if table is not None:
            server.accept(session, table)
    except WebError as problem:
        await refuse(websocket, 403 if problem.code == "denied" else 503, str(problem))
        return
    await websocket.accept(headers=[(b"set-cookie", server.sessions.header(session))])
    code = asked.get("language", "en")
    connection = Connection(server, session, code if code in LANGUAGES else "en", dispatch)
    welcome(connection, session, table.id if table is not None else None)
    if session.host and server.store.problem is not None:
        connection.send_error(server.store.problem)
    if table is not None:
        connection.move_to(table)
    await connection.run(websocket)


async def refuse(websocket: WebSocket, status: int, sentence: str) -> None:
    """Refuse a socket."""
    await websocket.send_denial_response(JSONResponse({"error": sentence}, status))


def welcome(connection: Connection, session: BrowserSession, table: str | None) -> None:
    """Send the first message."""
    server = connection.server
    known = {"version": __version__, "language": connection.language.code, "host": session.host, "lan": server.lan}
    connection.send(encoded({"type": "welcome"} | known | {"addresses": server.addresses, "table": table}))

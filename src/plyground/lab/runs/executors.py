"""Where jobs run: processes on this machine, or a Dask cluster.

Both are a `concurrent.futures.Executor` that also knows how many jobs it can run at once, and can drop what is running.
"""

import os
import signal
import sys
from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.resource_tracker import ensure_running
from threading import Lock, Thread, local
from typing import Any, ParamSpec, TypeVar

import plyground
from plyground.core.errors import PlygroundError, quoted
from plyground.lab.runs.extras import install_command
from plyground.language import Message
from plyground.play.external.process import kill_programs

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

SECONDS_TO_ANSWER = 10
"""Timeout for the connection to a cluster."""


class ClusterError(PlygroundError):
    """There is no cluster at that address, or it cannot run our jobs."""


class Workers(Executor):
    """An executor that knows its size and can drop its work."""

    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    """What a job raises when its process died."""
    most_losses = 3
    """After this many losses a job is not retried."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of jobs that can run at once."""

    @abstractmethod
    def abandon(self) -> None:
        """Drop everything that was submitted, running or not; later submissions run as usual."""


class LocalWorkers(Workers):
    """Processes on this machine, each fed by its own thread, so that a process that dies takes only its own job along.

    A job whose process died raises `BrokenExecutor`; the next job gets a new process.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._threads = ThreadPoolExecutor(size, "plyground-worker", initializer=_block_interrupt)
        self._own = local()
        self._guard = Lock()
        self._pools: list[ProcessPoolExecutor] = []
        self._waiting: set[Future[Any]] = set()
        self._pipe_end, self._lifeline = get_context("spawn").Pipe(duplex=False)
        if sys.platform != "win32":
            ensure_running()  # the thread that starts Python's resource tracker unblocks Ctrl-C: let it be this one

    @property
    def size(self) -> int:
        """Number of jobs that can run at once."""
        return self._size

    def submit(self, work: Callable[Given, Answer], /, *args: Given.args, **kwargs: Given.kwargs) -> Future[Answer]:
        """Run `work` in one of the processes."""
        future = self._threads.submit(self._run, work, args, kwargs)
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        return future

    def _run(self, work: Callable[..., Answer], args: Any, kwargs: Any) -> Answer:
        """In a thread: wait for its process."""
        try:
            return self._pool().submit(work, *args, **kwargs).result()
        except BrokenExecutor:
            with self._guard:
                self._pools.remove(self._own.pool)
            self._own.pool.shutdown()
            self._own.pool = None
            raise

    def _pool(self) -> ProcessPoolExecutor:
        """The one process of this thread, started again after it died."""
        if getattr(self._own, "pool", None) is None:
            with self._guard:
                self._own.pool = ProcessPoolExecutor(
                    1, mp_context=get_context("spawn"), initializer=_enter_worker, initargs=(self._pipe_end,)
                )
                self._pools.append(self._own.pool)
        pool: ProcessPoolExecutor = self._own.pool
        return pool

    def abandon(self) -> None:
        """Drop everything; the processes end at once."""
        for future in list(self._waiting):
            future.cancel()
        with self._guard:
            self._lifeline.close()
            self._pipe_end, self._lifeline = get_context("spawn").Pipe(duplex=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what was submitted, then end the processes."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for pool in self._pools:
            pool.shutdown(wait)
        if wait:
            self._lifeline.close()
            self._pipe_end.close()


def _block_interrupt() -> None:
    """In a thread: block Ctrl-C, so that the processes it starts never receive it."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _enter_worker(pipe_end: Connection) -> None:
    """In a new process: ignore Ctrl-C, and exit as soon as the parent closes its end of the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def exit_with_parent() -> None:
        with suppress(EOFError, OSError):
            pipe_end.recv_bytes()
        kill_programs()
        os._exit(1)

    Thread(target=exit_with_parent, daemon=True).start()


def local_executor(workers: int | None = None) -> LocalWorkers:
    """Worker processes on this machine; by default one per core."""
    return LocalWorkers(max(workers or os.cpu_count() or 1, 1))


class ClusterWorkers(Workers):
    """A Dask cluster; it retries the job of a lost worker by itself, usually three times.

    Then it gives up, even on a job that only waited at that worker, so a second submission is worth a try.
    """

    most_losses = 2

    def __init__(self, client: Any) -> None:
        from distributed import KilledWorker

        self.lost = (KilledWorker,)
        self._client = client
        self._executor = client.get_executor(pure=False)

    @property
    def size(self) -> int:
        """Number of jobs that can run at once; it changes when workers come and go."""
        try:
            return max(int(sum(self._client.nthreads().values())), 1)
        except OSError:
            raise ClusterError(Message("lab.cluster.gone")) from None

    def submit(self, work: Callable[Given, Answer], /, *args: Given.args, **kwargs: Given.kwargs) -> Future[Answer]:
        """Run `work` on some worker."""
        future: Future[Answer] = self._executor.submit(work, *args, **kwargs)
        return future

    def abandon(self) -> None:
        """Drop everything; what a worker has begun it may finish, but the result is ignored."""
        self._executor.shutdown(wait=False)
        self._executor = self._client.get_executor(pure=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Disconnect from the cluster, which keeps running."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def cluster_executor(address: str) -> ClusterWorkers:
    """The cluster whose scheduler is at that address, such as `tcp://10.0.0.1:8786`."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(Message("lab.cluster.missing", command=install_command("cluster"))) from None
    try:
        connect: Any = Client
        client = connect(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError) as problem:
        raise ClusterError(Message("lab.cluster.silent", address=quoted(address), problem=problem)) from None
    try:
        _check_versions(client)
    except BaseException:
        client.close()
        raise
    return ClusterWorkers(client)


def _check_versions(client: Any) -> None:
    """The workers must have this version of Plyground, or results of two versions would be mixed."""
    for worker, version in client.run(_version, on_error="return").items():
        if version != plyground.__version__:
            raise ClusterError(
                Message("lab.cluster.version", worker=worker, found=quoted(str(version)), wanted=plyground.__version__)
            )


def _version() -> str:
    """On a worker: its version."""
    return plyground.__version__

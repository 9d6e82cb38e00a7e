"""Independent jobs: run by an executor, their results stored as they arrive.

    with local_executor(8) as workers:
        run = run_jobs(folder, jobs, play_pair, workers, RunSettings(stop=rule))

A job has an id and a task, which is plain data; `work` is a module-level function from a task to a result, plain data
as well. Run the same jobs in the same folder again, after a kill, a Ctrl-C or a power failure, and only jobs without a
result are run. A job that failed is retried then.

Results arrive in any order, but `stop` sees them in the order of the jobs, each once, as soon as all earlier ones are
there. The job at which it says stop is the last of the run: later results that are there already stay in the file and
do not count. So a stopping rule gives the same outcome on any number of processes and after any number of kills.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from plyground.core.errors import PlygroundError, quoted
from plyground.lab.runs.executors import ClusterError, Workers
from plyground.lab.runs.journal import Journal, JournalEntry, JournalError, digest
from plyground.language import Message

Data = dict[str, Any]
Ended = Literal["finished", "stopped", "errors"]

TICK = 0.5
"""Seconds after which progress is reported even without a new result."""


class JobError(PlygroundError):
    """The jobs of a run are not well formed."""


@dataclass(frozen=True)
class Job:
    """A piece of a run: an id of its own, and what is to be done."""

    id: str
    task: Data


@dataclass(frozen=True)
class RunProgress:
    """How far a run is."""

    done: int
    total: int
    seconds: float
    """Since this program started; a resumed run starts at 0."""
    rest: float | None
    """Estimated seconds left, by the jobs that this program finished; `None`: none yet."""
    news: tuple[str, ...] = ()
    """Events to report now, such as a player's fault."""

    def as_data(self) -> Data:
        """The progress as plain data."""
        rest = None if self.rest is None else round(self.rest, 3)
        return {"done": self.done, "total": self.total, "seconds": round(self.seconds, 3), "rest": rest}


class CombinedProgress:
    """Shows the progress of a run in several parts as one; `known`: jobs that had a result before."""

    def __init__(
        self,
        watch: Callable[[RunProgress], None],
        total: int,
        known: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._watch, self._total, self._known, self._clock, self._begun = watch, total, known, clock, clock()
        self.before = 0
        """Number of jobs in the parts that are finished."""

    def __call__(self, part: RunProgress) -> None:
        """Pass on the progress of the whole."""
        done = self.before + part.done
        self._watch(_progress(done, self._total, self._clock() - self._begun, done - self._known))


@dataclass(frozen=True)
class RunResult:
    """The outcome of a run."""

    results: dict[str, Data]
    """By id, in the order of the jobs, up to where the stopping rule ended it."""
    errors: dict[str, str]
    """Jobs that failed, and why."""
    ended: Ended
    """All jobs were tried; the stopping rule ended it; too many jobs failed."""


def ignore(*_: Any) -> None:
    """Do nothing."""


def never(_job: Job, _result: Data) -> bool:
    """No stopping rule."""
    return False


@dataclass(frozen=True)
class RunSettings:
    """How a run is watched, and when it ends before its last job."""

    on_result: Callable[[Job, Data], None] = ignore
    """Called with new results, in any order."""
    on_progress: Callable[[RunProgress], None] = ignore
    stop: Callable[[Job, Data], bool] = never
    """Called with all results, in the order of the jobs; True at the last job of the run."""
    most_ahead: int | None = None
    """Number of jobs submitted at a time, at most; by default twice as many as can run at once."""
    most_errors: int = 10
    """The run ends when more jobs have failed."""
    clock: Callable[[], float] = monotonic


USUAL_SETTINGS = RunSettings()


def run_jobs(
    folder: Path,
    jobs: Iterable[Job],
    work: Callable[[Data], Data],
    workers: Workers,
    settings: RunSettings = USUAL_SETTINGS,
) -> RunResult:
    """Run the jobs that have no result in `folder` yet; whatever interrupts the run, finished jobs keep theirs."""
    planned, clock = tuple(jobs), settings.clock
    _check_ids(planned)
    with Journal(folder) as journal:
        running = _Running(planned, work, workers, journal, settings)
        begun, known = clock(), running.done
        try:
            while not running.ended():
                running.advance()
                settings.on_progress(_progress(running.done, len(planned), clock() - begun, running.done - known))
        finally:
            running.leave()
        return running.outcome()


def _check_ids(jobs: tuple[Job, ...]) -> None:
    twice = [key for key, count in Counter(job.id for job in jobs).items() if count > 1]
    if twice:
        raise JobError(Message("lab.job.twice", id=quoted(twice[0])))


def _progress(done: int, total: int, seconds: float, new: int) -> RunProgress:
    return RunProgress(done, total, seconds, seconds / new * (total - done) if new > 0 else None)


class _Running:
    """A run under way."""

    def __init__(
        self,
        jobs: tuple[Job, ...],
        work: Callable[[Data], Data],
        workers: Workers,
        journal: Journal,
        settings: RunSettings,
    ) -> None:
        self.jobs, self.work, self.workers, self.journal, self.settings = jobs, work, workers, journal, settings
        self.digests = {job.id: _digest(job) for job in jobs}
        self.results = {job.id: result for job in jobs if (result := self._stored(job)) is not None}
        self.errors: dict[str, str] = {}
        self.waiting = deque(job for job in jobs if job.id not in self.results)
        self.ahead: dict[Future[Data], Job] = {}
        self.losses: Counter[str] = Counter()
        self.seen = 0
        """Number of jobs, from the first, that the stopping rule has seen."""
        self.stopped = False

    def _stored(self, job: Job) -> Data | None:
        """The result that the folder has for a job."""
        entry = self.journal.entries.get(job.id)
        if entry is None or entry.result is None:
            return None
        if entry.task != self.digests[job.id]:
            raise JournalError(
                Message("lab.job.other_task", folder=quoted(str(self.journal.folder)), id=quoted(job.id))
            )
        return entry.result

    @property
    def done(self) -> int:
        """Number of jobs with a result."""
        return len(self.results)

    def ended(self) -> bool:
        """Show the stopping rule the new results in order, and return whether the run is over."""
        while not self.stopped and self.seen < len(self.jobs):
            job = self.jobs[self.seen]
            if job.id not in self.results:
                break
            self.seen += 1
            self.stopped = self.settings.stop(job, self.results[job.id])
        return self.stopped or len(self.errors) > self.settings.most_errors or not (self.waiting or self.ahead)

    def advance(self) -> None:
        """Submit jobs, wait a little, and store what is finished."""
        most = self.settings.most_ahead or 2 * self.workers.size
        while self.waiting and len(self.ahead) < most:
            job = self.waiting.popleft()
            self.ahead[self.workers.submit(self.work, job.task)] = job
        finished, _ = wait(self.ahead, TICK, FIRST_COMPLETED)
        for job in self._take([future for future in self.ahead if future in finished]):
            self.settings.on_result(job, self.results[job.id])

    def _take(self, finished: list[Future[Data]]) -> list[Job]:
        """Store the outcome of these; return the jobs with a new result."""
        jobs = {job.id: job for job in (self.ahead[future] for future in finished)}
        entries = [self._entry(self.ahead.pop(future), future) for future in finished]
        new = []
        for entry in self.journal.add(entry for entry in entries if entry is not None):
            if entry.result is None:
                self.errors[entry.id] = entry.error or ""
            else:
                self.results[entry.id] = entry.result
                new.append(jobs[entry.id])
        return new

    def _entry(self, job: Job, future: Future[Data]) -> JournalEntry | None:
        """What to store of a finished job; None if it is to be retried."""
        try:
            entry = JournalEntry(job.id, self.digests[job.id], _plain(future.result()))
            entry.line()
        except CancelledError:
            raise ClusterError(Message("lab.cluster.gone")) from None
        except self.workers.lost:
            self.losses[job.id] += 1
            if self.losses[job.id] < self.workers.most_losses:
                self.waiting.appendleft(job)
                return None
            problem: str = Message("lab.job.died", id=quoted(job.id))
        except Exception as exception:
            problem = f"{quoted(job.id)}: {type(exception).__name__}: {exception}"
        else:
            return entry
        return JournalEntry(job.id, self.digests[job.id], error=problem)

    def leave(self) -> None:
        """Keep what is finished, drop the rest."""
        if self.ahead:
            kept = [future for future in self.ahead if future.done() and not future.cancelled()]
            try:
                self._take(kept)
            finally:
                self.workers.abandon()

    def outcome(self) -> RunResult:
        """The results that count."""
        counted = self.jobs[: self.seen] if self.stopped else self.jobs
        results = {job.id: self.results[job.id] for job in counted if job.id in self.results}
        too_many = len(self.errors) > self.settings.most_errors
        return RunResult(
            results, dict(self.errors), "stopped" if self.stopped else "errors" if too_many else "finished"
        )


def _digest(job: Job) -> str:
    """The digest of a job's task, which must be plain data."""
    try:
        return digest(job.task)
    except (TypeError, ValueError) as problem:
        raise JobError(Message("lab.job.plain_data", id=quoted(job.id), problem=problem)) from None


def _plain(result: Any) -> Data:
    if not isinstance(result, dict):
        raise TypeError(Message("lab.job.result", found=type(result).__name__))
    return result

"""A client of Parallax in one file, for Python 3.9 and newer, with nothing but the standard library.

    from parallax import Parallax

    px = Parallax(url="https://annotation.example.org", token="plx_...")
    for claim in px.claims(search="ferry"):
        print(claim["text"])

Parameters, members of bodies and members of answers have the names that the server gives them (`videoId`), so that
docs/api.md and the pages at /docs of a server describe them. What this file has no method for is reached with
`Parallax.request` and `Parallax.graphql`.

Reads are repeated when the server asks for that (429 and 503 with Retry-After) and when the connection fails. Writes
are never repeated by this client: pass `headers={"Idempotency-Key": ...}` to `Parallax.request` to repeat one safely.
"""

from __future__ import annotations

import gzip
import hashlib
import http.client
import itertools
import json
import os
import shutil
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union

if TYPE_CHECKING:  # Only type checkers look at it, and they bring it along.
    from typing_extensions import TypedDict, Unpack
else:
    from typing import TypedDict

T = TypeVar("T")
Json = Dict[str, Any]


# What the server answers. Times are ISO 8601 in UTC. tests/clients/python.test.ts compares the members with
# openapi.json, which describes each of them.


class PublicUser(TypedDict):
    """The account that is signed in."""

    id: str
    username: str
    email: Optional[str]
    displayName: str
    isAdmin: bool


class Person(TypedDict):
    """What users see of each other."""

    id: str
    username: str
    displayName: str


class Project(TypedDict):
    id: str
    name: str
    description: Optional[str]
    slug: str
    ownerUserId: Optional[str]
    ownerGroupId: Optional[str]
    settings: Json
    isArchived: bool
    createdBy: str
    createdAt: str
    updatedAt: str


class ListedProject(Project):
    """A project in a list: with `{"members": number}` as `_count`, and the role of the caller."""

    _count: Dict[str, int]
    myRole: Optional[str]


class Video(TypedDict):
    """A video; `duration` in seconds, `size` in bytes, `frameRate` in frames per second."""

    id: str
    filename: str
    path: str
    duration: Optional[float]
    frameRate: Optional[float]
    resolution: Optional[str]
    size: Optional[int]
    metadata: Optional[Json]
    localThumbnailPath: Optional[str]
    sourcePlatform: Optional[str]
    platformVideoId: Optional[str]
    metadataSyncStatus: Optional[str]
    lastMetadataSync: Optional[str]
    createdAt: str
    updatedAt: str


class ForkedFrom(TypedDict):
    """What a copy was made of, and the version that its source had then."""

    id: str
    version: Optional[int]


class Persona(TypedDict):
    id: str
    userId: str
    name: str
    role: str
    informationNeed: str
    details: Optional[str]
    isSystemGenerated: bool
    hidden: bool
    projectId: Optional[str]
    forkedFrom: Optional[ForkedFrom]
    createdAt: str
    updatedAt: str


class Ontology(TypedDict):
    """The types of a persona."""

    id: str
    personaId: str
    entities: List[Json]
    roles: List[Json]
    events: List[Json]
    relationTypes: List[Json]
    relations: List[Json]
    forkedFrom: Optional[ForkedFrom]
    createdAt: str
    updatedAt: str


class World(TypedDict):
    """The objects that a user keeps, outside projects or within one."""

    id: str
    userId: str
    projectId: Optional[str]
    entities: List[Json]
    events: List[Json]
    times: List[Json]
    entityCollections: List[Json]
    eventCollections: List[Json]
    timeCollections: List[Json]
    relations: List[Json]
    forkedFrom: List[Json]
    createdAt: str
    updatedAt: str


class Reviewed(TypedDict):
    """Whether a person has accepted or rejected it: `reviewState` is `open`, `accepted` or `rejected`."""

    reviewState: str
    reviewedBy: Optional[str]
    reviewedAt: Optional[str]
    reviewNote: Optional[str]


class Annotation(Reviewed):
    """A region of a video over time; its boxes, in pixels, are `frames["boxes"]`."""

    id: str
    videoId: str
    personaId: Optional[str]
    userId: str
    createdByUserId: str
    projectId: Optional[str]
    type: str
    label: str
    linkType: Optional[str]
    number: int
    frames: Json
    confidence: Optional[float]
    source: str
    stale: bool
    forkedFrom: Optional[ForkedFrom]
    createdAt: str
    updatedAt: str


class Summary(Reviewed):
    """What a persona says about a video. `summary` is a text, or rich text as a list of its pieces."""

    id: str
    videoId: str
    personaId: str
    summary: Union[str, List[Json]]
    visualAnalysis: Optional[str]
    audioTranscript: Optional[str]
    keyFrames: Optional[List[Json]]
    confidence: Optional[float]
    transcriptJson: Optional[Json]
    evidence: Optional[List[Json]]
    audioLanguage: Optional[str]
    speakerCount: Optional[int]
    audioModelUsed: Optional[str]
    visualModelUsed: Optional[str]
    fusionStrategy: Optional[str]
    processingTimeAudio: Optional[float]
    processingTimeVisual: Optional[float]
    processingTimeFusion: Optional[float]
    processedAtAudio: Optional[str]
    processedAtVisual: Optional[str]
    processedAtFusion: Optional[str]
    comment: Optional[str]
    createdBy: Optional[str]
    projectId: Optional[str]
    forkedFrom: Optional[ForkedFrom]
    createdAt: str
    updatedAt: str
    claimsVersion: Optional[str]
    claimsExtractedAt: Optional[str]
    claimsJson: Optional[Json]
    summaryGloss: List[Json]


class ListedClaim(Reviewed):
    """A claim in a list across summaries, without the claims below it."""

    id: str
    summaryId: str
    summaryType: str
    text: str
    gloss: List[Json]
    parentClaimId: Optional[str]
    textSpans: Optional[List[Json]]
    evidence: Optional[List[Json]]
    claimerType: Optional[str]
    claimerGloss: Optional[List[Json]]
    claimRelation: Optional[List[Json]]
    claimEventId: Optional[str]
    claimTimeId: Optional[str]
    claimLocationId: Optional[str]
    confidence: Optional[float]
    modelUsed: Optional[str]
    extractionStrategy: Optional[str]
    originalText: Optional[str]
    audio: Any
    video: Any
    metadata: Any
    comment: Optional[str]
    createdBy: Optional[str]
    projectId: Optional[str]
    forkedFrom: Optional[ForkedFrom]
    createdAt: str
    updatedAt: str


class Claim(ListedClaim):
    """A claim with the claims below it."""

    subclaims: List[Claim]


class Job(TypedDict):
    """A background job; `progress` in percent. It has ended when `status` is `completed` or `failed`."""

    jobId: str
    id: str
    status: str
    state: str
    progress: float
    data: Json
    result: Any
    returnvalue: Any
    error: Optional[str]
    failedReason: Optional[str]
    createdAt: str
    startedAt: Optional[str]
    completedAt: Optional[str]
    failedAt: Optional[str]
    processedOn: Optional[int]
    finishedOn: Optional[int]


class FrozenExport(TypedDict):
    """An export that a job writes into one file; `digest` is the SHA-256 of the file in hexadecimal digits."""

    id: str
    createdBy: str
    contents: str
    scope: str
    worldProjectId: Optional[str]
    filters: Json
    format: str
    size: Optional[int]
    digest: Optional[str]
    manifest: Optional[Json]
    createdAt: str
    completedAt: Optional[str]
    expiresAt: Optional[str]
    status: str
    progress: float
    error: Optional[str]
    jobId: Optional[str]
    fileUrl: Optional[str]


# What the lists take. All conditions must be met. `first` is the number of items that one request asks for, 1 to 100.


class JobFilters(TypedDict, total=False):
    status: str
    queue: str
    videoId: str
    personaId: str
    summaryId: str
    first: int


class ContentFilters(TypedDict, total=False):
    """Filters of annotations and claims alike; `orderBy` is `createdAt`, `updatedAt` or `confidence`."""

    videoId: str
    personaId: str
    projectId: str
    createdBy: str
    minConfidence: float
    maxConfidence: float
    changedSince: Union[str, datetime]
    objectId: str
    ontologyTypeId: str
    orderBy: str
    direction: str
    first: int


class AnnotationFilters(ContentFilters, total=False):
    """`from_` and `to` are numbers of frames, both included; `orderBy` may also be `label` or `firstFrame`."""

    reviewState: str
    type: str
    label: str
    linkType: str
    source: str
    from_: int
    to: int


class ClaimFilters(ContentFilters, total=False):
    reviewState: str
    summaryId: str
    summaryType: str
    search: str
    strategy: str
    model: str


class ExportFilters(TypedDict, total=False):
    """`scope` is `own`, `project:<id>` or `all` (docs/exchange.md)."""

    scope: str
    projectId: str
    personaIds: List[str]
    reviewStates: List[str]
    videoIds: List[str]
    annotationTypes: List[str]
    includeInterpolated: bool
    includeInvisible: bool
    agreement: Json


# How personas are compared (docs/formats.md). `from` is a word of Python: pass it as `**{"from": 100}`.
AgreementOptions = TypedDict(
    "AgreementOptions", {"minIou": float, "step": int, "from": int, "to": int, "reviewState": List[str]}, total=False
)


class ParallaxError(Exception):
    """Whatever this client raises of its own."""


class ApiError(ParallaxError):
    """The server refused a request.

    `status` is that of HTTP, `code` the server's (`VALIDATION_ERROR`, `NOT_FOUND`), `message` its sentence. `details`
    has a pair (field, message) for each invalid value, and `field` is the first of these fields, else None.
    `retry_after` is in seconds, else None; `request_id` finds the request in the logs of the server.
    """

    def __init__(self, status: int, body: Any, headers: Optional[Message] = None) -> None:
        known: Json = body if isinstance(body, dict) else {}
        if known.get("errors"):  # An answer of GraphQL.
            known = {**known["errors"][0].get("extensions", {}), "message": known["errors"][0].get("message")}
        headers = headers or Message()
        self.status = status
        self.body = body
        self.code: str = known.get("code") or ""
        self.message: str = known.get("message") or known.get("error") or str(body)[:500]
        details = known.get("details")
        self.details: List[Tuple[str, str]] = [
            (one["field"], one.get("message", ""))
            for one in (details if isinstance(details, list) else [])
            if isinstance(one, dict) and "field" in one
        ]
        self.field: Optional[str] = self.details[0][0] if self.details else None
        self.request_id: Optional[str] = headers.get("X-Request-Id")
        after = str(headers.get("Retry-After") or known.get("retryAfter"))
        self.retry_after: Optional[float] = float(after) if after.isdigit() else None
        named = [f"{field}: {message}" for field, message in self.details]
        said = "; ".join([self.message, *(one for one in named if one not in self.message)])
        super().__init__(f"{status} {self.code}: {said}" if self.code else f"{status}: {said}")


class Unreachable(ParallaxError):
    """The server could not be reached, the connection broke before the end of an answer, or the answer is none of
    Parallax, as when the URL is that of another server."""


class JobFailed(ParallaxError):
    """A job ended without success; `job` is its last state, and the message its error."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        self.job = job
        super().__init__(job.get("error") or "The job failed")


class Damaged(ParallaxError):
    """A downloaded file has another digest than the server says. It has been removed; the next try begins anew."""


@dataclass(frozen=True)
class Answer:
    """One answer: its status, its headers (found in any case), and its JSON, or None where it has no body."""

    status: int
    headers: Message
    body: Any


@dataclass(frozen=True)
class StartedJob:
    """A job that was just started: where it is read, and after how many seconds to look there for the first time."""

    id: str
    location: str
    retry_after: float


class Pages(Generic[T]):
    """A list that is fetched page by page while it is iterated; each iteration begins anew."""

    def __init__(self, client: Parallax, path: str, member: str, query: Mapping[str, Any]) -> None:
        self._client, self._path, self._member = client, path, member
        self._query = {"first": 100, **{name.rstrip("_"): value for name, value in query.items()}}

    def __iter__(self) -> Iterator[T]:
        return itertools.chain.from_iterable(self.pages())

    def pages(self) -> Iterator[List[T]]:
        """Yields the pages, each a list of at most `first` items."""
        after = None
        while True:
            page = self._client.request("GET", self._path, {**self._query, "after": after})
            yield page[self._member]
            if not page["pageInfo"]["hasNextPage"]:
                return
            after = page["pageInfo"]["endCursor"]

    def total(self) -> int:
        """Asks the server how many items the whole list has."""
        page = self._client.request("GET", self._path, {**self._query, "first": 1, "totalCount": True})
        return int(page["totalCount"])


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect is followed by hand, because urllib would pass the token on to the other host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Parallax:
    """A server, and who speaks to it.

    `url` is the address at which a browser finds the server, with the path below which it lies, if any; by default
    the variable PARALLAX_URL, else http://localhost:3001. Who speaks is told by `token`, by `user` and `password`, or
    by `cookie` (`session_token=...`). If none is given, PARALLAX_TOKEN, PARALLAX_USER with PARALLAX_PASSWORD, or
    PARALLAX_COOKIE is used, the first of these that is set; a server in single-user mode needs none.

    `timeout` is for how many seconds a connection may be silent. Reads are tried `retries` times more; where the server
    asks for a longer wait than `longest_wait` seconds, its refusal is raised instead. `context` is for servers with a
    certificate of an authority of their own.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        user: Optional[str] = None,
        password: Optional[str] = None,
        cookie: Optional[str] = None,
        timeout: float = 60.0,
        retries: int = 4,
        longest_wait: float = 60.0,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self.url = (url or os.environ.get("PARALLAX_URL") or "http://localhost:3001").rstrip("/")
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise ValueError(f"{self.url} is not an http or https URL of a server")
        self._origin, self._base_path = f"{parts.scheme}://{parts.netloc}", parts.path
        self.timeout, self.retries, self.longest_wait = timeout, retries, longest_wait
        handlers: List[Any] = [_NoRedirects()]
        if context is not None:
            handlers.append(urllib.request.HTTPSHandler(context=context))
        self._opener = urllib.request.build_opener(*handlers)
        self._who: Dict[str, str] = {}
        if not (token or user or cookie):
            token, user = os.environ.get("PARALLAX_TOKEN"), os.environ.get("PARALLAX_USER")
            password, cookie = password or os.environ.get("PARALLAX_PASSWORD"), os.environ.get("PARALLAX_COOKIE")
        if token:
            self._who = {"Authorization": f"Bearer {token.strip()}"}
        elif user:
            login = self.answer("POST", "/api/auth/login", body={"username": user, "password": password or ""})
            self._who = {"Cookie": (login.headers.get("Set-Cookie") or "").split(";")[0]}
        elif cookie:
            self._who = {"Cookie": cookie}

    # Requests

    def request(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Sends one request to a path such as `/api/projects` and returns the JSON of the answer, None if it is empty.

        In `query`, None is left out, booleans become `true` and `false`, and lists repeat their parameter. Raises
        ApiError for a refusal and Unreachable for a failed connection.
        """
        return self.answer(method, path, query, body, headers).body

    def answer(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Does what `request` does and returns the answer with its status and headers, such as `ETag`."""

        def take(response: http.client.HTTPResponse) -> Answer:
            with response:
                text = response.read()
            try:
                return Answer(response.status, response.headers, json.loads(text) if text else None)
            except ValueError:
                kind = response.headers.get_content_type()
                raise Unreachable(f"{self.url} answered {path} with {kind} instead of JSON") from None

        return self._send(method, path, query, body, headers or {}, take)

    def items(self, path: str, query: Optional[Mapping[str, Any]] = None, limit: int = 100) -> Iterator[Any]:
        """Yields the items of a route that answers an array, such as `/api/videos`, at most `limit` at a time."""
        answer = self.answer("GET", path, {**(query or {}), "limit": limit})
        while True:
            yield from answer.body
            _, _, link = (answer.headers.get("Link") or "").partition("<")
            if not link:
                return
            answer = self.answer("GET", link.partition(">")[0])

    def graphql(self, query: str, variables: Optional[Mapping[str, Any]] = None) -> Json:
        """Sends a GraphQL operation and returns its `data`. Raises ApiError if the answer has errors."""
        body = self.request("POST", "/graphql", body={"query": query, "variables": variables or {}})
        if body.get("errors"):
            raise ApiError(200, body)
        return body["data"]

    def lines(self, path: str, query: Optional[Mapping[str, Any]] = None, silent: float = 0.0) -> Iterator[Json]:
        """Yields the lines of a path that streams NDJSON, such as `/api/claims`, while they arrive.

        `silent` is for how many seconds the connection may be silent, where that is longer than `timeout`. Raises Unreachable if the answer ends before its last line, so that a loop that ends has seen every line.
        """
        wanted = {"Accept": "application/x-ndjson"}
        response = self._send("GET", path, query, None, wanted, lambda response: response, silent)
        parts: List[bytes] = []
        with response:
            for chunk in _chunks(response):
                *ended, rest = chunk.split(b"\n")
                for end in ended:
                    yield json.loads(b"".join([*parts, end]))
                    parts = []
                parts.append(rest)
        if any(parts):
            raise Unreachable("The answer broke off within a line")

    def _address(self, path: str, query: Optional[Mapping[str, Any]] = None) -> str:
        # Paths in answers begin with the base path of the server already.
        base = self._origin if self._base_path and path.startswith(f"{self._base_path}/") else self.url
        pairs = [pair for name, value in (query or {}).items() for pair in _pairs(name, value)]
        return base + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")

    def _send(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Any,
        headers: Mapping[str, str],
        take: Callable[[http.client.HTTPResponse], T],
        timeout: float = 0.0,
    ) -> T:
        sent = {"Accept": "application/json", "User-Agent": "parallax-python", **self._who, **headers}
        data = None
        if body is not None:
            data = json.dumps(body, allow_nan=False).encode()
            sent["Content-Type"] = "application/json"
        for attempt in itertools.count():
            request = urllib.request.Request(self._address(path, query), data, sent, method=method)
            try:
                return take(self._opener.open(request, timeout=max(timeout, self.timeout)))
            except urllib.error.HTTPError as error:
                refusal = _refusal(error)
                failure: ParallaxError = refusal
                pause = refusal.retry_after
                if refusal.status in (502, 503, 504) and pause is None:
                    pause = 0.2 * 2**attempt
                elif refusal.status not in (429, 502, 503, 504):
                    pause = None
            except (OSError, http.client.HTTPException) as error:
                failure = Unreachable(f"{self.url} cannot be reached: {getattr(error, 'reason', None) or error!r}")
                pause = 0.2 * 2**attempt
            if method not in ("GET", "HEAD") or pause is None or pause > self.longest_wait or attempt >= self.retries:
                raise failure
            time.sleep(pause)
        raise AssertionError("not reached")

    # Users

    def me(self) -> PublicUser:
        """Returns the account that is signed in."""
        return self.request("GET", "/api/auth/me")["user"]

    def find_user(self, username: str) -> Optional[Person]:
        """Returns the user of exactly this name, in any case of its letters; None if there is none."""
        found = self.request("GET", "/api/users", {"username": username})
        return found[0] if found else None

    def people(self, search: Optional[str] = None, first: int = 100) -> Pages[Person]:
        """The people with whom one shares a group or a project, by a part of the name."""
        return Pages(self, "/api/people", "people", {"search": search, "first": first})

    # Projects

    def projects(self, isArchived: Optional[bool] = None) -> List[ListedProject]:
        return self.request("GET", "/api/projects", {"isArchived": isArchived})

    def project(self, project_id: str) -> Json:
        """Returns a project with its members."""
        return self.request("GET", _path("projects", project_id))

    def create_project(self, name: str, slug: str, **fields: Any) -> Project:
        return self.request("POST", "/api/projects", body={"name": name, "slug": slug, **fields})

    def update_project(self, project_id: str, **fields: Any) -> Project:
        return self.request("PUT", _path("projects", project_id), body=fields)

    # Videos

    def videos(
        self,
        projectId: Optional[str] = None,
        summarizedBy: Optional[str] = None,
        hasSummary: Optional[bool] = None,
        assignedTo: Optional[str] = None,
    ) -> List[Video]:
        """The videos that the caller may see; `summarizedBy` is the id of a persona, `assignedTo` that of a user."""
        query = {
            "projectId": projectId,
            "summarizedBy": summarizedBy,
            "hasSummary": hasSummary,
            "assignedTo": assignedTo,
        }
        return self.request("GET", "/api/videos", query)

    def video(self, video_id: str) -> Video:
        return self.request("GET", _path("videos", video_id))

    def sync_videos(self) -> Json:
        """Looks for files that came or went, and returns the numbers of videos added, updated and deleted."""
        return self.request("POST", "/api/videos/sync")

    # Personas

    def personas(self, projectId: Optional[str] = None, includeHidden: Optional[bool] = None) -> List[Persona]:
        return self.request("GET", "/api/personas", {"projectId": projectId, "includeHidden": includeHidden})

    def persona(self, persona_id: str) -> Persona:
        return self.request("GET", _path("personas", persona_id))

    def create_persona(self, name: str, role: str, informationNeed: str, **fields: Any) -> Persona:
        body = {"name": name, "role": role, "informationNeed": informationNeed, **fields}
        return self.request("POST", "/api/personas", body=body)

    def update_persona(self, persona_id: str, **fields: Any) -> Persona:
        return self.request("PUT", _path("personas", persona_id), body=fields)

    def delete_persona(self, persona_id: str) -> Json:
        return self.request("DELETE", _path("personas", persona_id))

    def ontology(self, persona_id: str) -> Ontology:
        return self.request("GET", _path("personas", persona_id, "ontology"))

    def save_ontology(self, persona_id: str, **lists: List[Json]) -> Ontology:
        """Replaces the given lists of types: `entities`, `roles`, `events`, `relationTypes`, `relations`."""
        return self.request("PUT", _path("personas", persona_id, "ontology"), body=lists)

    # Annotations

    def annotations(self, **filters: Unpack[AnnotationFilters]) -> Pages[Annotation]:
        """The annotations of all videos, or those that the filters leave, oldest first."""
        return Pages(self, "/api/annotations", "annotations", filters)

    def create_annotation(self, videoId: str, type: str, label: str, frames: Json, **fields: Any) -> Annotation:
        """Creates an annotation. `frames["boxes"]` are its boxes: frameNumber, x, y, width, height, isKeyframe."""
        body = {"videoId": videoId, "type": type, "label": label, "frames": frames, **fields}
        return self.request("POST", "/api/annotations", body=body)

    def create_annotations(self, annotations: List[Json]) -> List[str]:
        """Creates 1 to 1,000 annotations, all or none, and returns their ids in the same order."""
        return self.request("POST", "/api/annotations/bulk", body={"annotations": annotations})["annotationIds"]

    def update_annotation(self, annotation_id: str, **fields: Any) -> Annotation:
        return self.request("PUT", _path("annotations", annotation_id), body=fields)

    def delete_annotation(self, video_id: str, annotation_id: str) -> None:
        self.request("DELETE", _path("annotations", video_id, annotation_id))

    # Summaries

    def summaries(self, video_id: str) -> List[Summary]:
        return self.request("GET", _path("videos", video_id, "summaries"))

    def summary(self, video_id: str, persona_id: str) -> Summary:
        return self.request("GET", _path("videos", video_id, "summaries", persona_id))

    def save_summary(self, videoId: str, personaId: str, summary: Union[str, List[Json]], **fields: Any) -> Summary:
        """Creates the summary of a video and persona or, if there is one, overwrites the given fields."""
        body = {"videoId": videoId, "personaId": personaId, "summary": summary, **fields}
        return self.request("POST", "/api/summaries", body=body)

    def delete_summary(self, video_id: str, persona_id: str) -> None:
        self.request("DELETE", _path("videos", video_id, "summaries", persona_id))

    def summarize(self, videoId: str, personaId: str, **options: Any) -> StartedJob:
        """Starts a job in which a model summarizes a video for a persona."""
        return self.start("/api/videos/summaries/generate", {"videoId": videoId, "personaId": personaId, **options})

    # Claims

    def claims(self, **filters: Unpack[ClaimFilters]) -> Pages[ListedClaim]:
        """The claims of all summaries, or those that the filters leave, oldest first."""
        return Pages(self, "/api/claims", "claims", filters)

    def claim_tree(self, summary_id: str) -> List[Claim]:
        """Returns the claims of a summary as trees."""
        return self.request("GET", _path("summaries", summary_id, "claims"))

    def claim(self, claim_id: str) -> Claim:
        return self.request("GET", _path("claims", claim_id))

    def create_claim(self, summary_id: str, text: str, **fields: Any) -> Claim:
        return self.request("POST", _path("summaries", summary_id, "claims"), body={"text": text, **fields})

    def update_claim(self, claim_id: str, **fields: Any) -> Claim:
        return self.request("PUT", _path("claims", claim_id), body=fields)

    def delete_claim(self, claim_id: str) -> None:
        """Deletes a claim with everything below it."""
        self.request("DELETE", _path("claims", claim_id))

    def extract_claims(self, summary_id: str, **options: Any) -> StartedJob:
        """Starts a job in which a model adds the claims that it finds in the text of a summary."""
        return self.start(_path("summaries", summary_id, "claims", "extract"), options)

    # World. A kind is `entities`, `events`, `times`, `entity-collections`, `event-collections`, `time-collections` or
    # `relations`; with `projectId` the world is the caller's within that project.

    def world(self, projectId: Optional[str] = None) -> World:
        return self.request("GET", _world(projectId))

    def save_world(self, projectId: Optional[str] = None, **lists: List[Json]) -> World:
        """Replaces the given lists of objects, named as in the answer (`entities`, `entityCollections`)."""
        return self.request("PUT", _world(projectId), body=lists)

    def world_object(self, kind: str, object_id: str, projectId: Optional[str] = None) -> Json:
        return self.request("GET", _world(projectId, kind, object_id))

    def save_world_object(self, kind: str, object_id: str, value: Json, projectId: Optional[str] = None) -> Json:
        """Adds or replaces one object and leaves all others as they are."""
        return self.request("PUT", _world(projectId, kind, object_id), body=value)

    def delete_world_object(self, kind: str, object_id: str, projectId: Optional[str] = None) -> None:
        self.request("DELETE", _world(projectId, kind, object_id))

    # Jobs

    def jobs(self, **filters: Unpack[JobFilters]) -> Pages[Job]:
        """The caller's own jobs, newest first."""
        return Pages(self, "/api/jobs", "jobs", filters)

    def job(self, job_id: str) -> Job:
        return self.request("GET", _path("jobs", job_id))

    def cancel_job(self, job_id: str) -> Job:
        return self.request("POST", _path("jobs", job_id, "cancel"))

    def start(self, path: str, body: Any) -> StartedJob:
        """Sends a POST that starts a job, and returns the job for `wait`."""
        answer = self.answer("POST", path, body=body)
        job_id = answer.body["jobId"]
        return StartedJob(
            job_id,
            answer.headers.get("Location") or _path("jobs", job_id),
            float(answer.headers.get("Retry-After") or 1),
        )

    def wait(
        self,
        job: Union[str, StartedJob],
        timeout: Optional[float] = None,
        on_progress: Optional[Callable[[Job], None]] = None,
    ) -> Job:
        """Waits until a job has ended, and returns it with its `result`; `job` may be an id.

        It looks first when the server said, then at intervals that grow to 5 seconds, and calls `on_progress` with
        what it sees. Raises JobFailed if the job failed or was cancelled, and TimeoutError if it has not ended after
        `timeout` seconds; the job then goes on.
        """
        started = job if isinstance(job, StartedJob) else StartedJob(job, _path("jobs", job), 0)
        return self._ended(started.location, started.retry_after, timeout, on_progress)

    def _ended(
        self, path: str, pause: float, timeout: Optional[float], on_progress: Optional[Callable[[Any], None]]
    ) -> Any:
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            time.sleep(pause if until is None else max(0.0, min(pause, until - time.monotonic())))
            state = self.request("GET", path)
            if on_progress is not None:
                on_progress(state)
            if state["status"] == "completed":
                return state
            if state["status"] == "failed":
                raise JobFailed(state)
            if until is not None and time.monotonic() >= until:
                raise TimeoutError(f"The job has not ended within {timeout} s")
            pause = min(5.0, max(0.2, pause * 1.5))

    # Exports

    def export(self, contents: str = "all", **filters: Unpack[ExportFilters]) -> Iterator[Json]:
        """Yields the lines of a streamed export; `contents` is `all`, `annotations`, `personas`, `world`, `summaries`
        or `videos`. All lines are of one state of the database. See `lines` for a stream that breaks off."""
        path = "/api/export" if contents == "annotations" else _path("export", contents)
        return self.lines(path, filters)

    def export_agreement(
        self, video_id: str, persona_ids: Iterable[str], **options: Unpack[AgreementOptions]
    ) -> Iterator[Json]:
        """Yields how several personas label what they drew of the same: first an object with the `annotators` and the
        `values` of labels, then one for each unit, with its `labels` by persona and `soft` labels (docs/formats.md)."""
        states = options.pop("reviewState", None)
        query: Json = {"videoId": video_id, "personaIds": ",".join(persona_ids), **options}
        return self.lines("/api/export/agreement", {**query, "reviewState": ",".join(states) if states else None})

    def export_position(self, **filters: Any) -> str:
        """The position with which `changes` begins where there is no copy yet: its first answer holds every line."""
        headers = self.answer("HEAD", "/api/export/all", filters).headers
        return "-".join(str(headers["X-Export-Position"]).split("-")[:3])

    def changes(self, since: str, **filters: Any) -> Iterator[Json]:
        """Yields what has changed since a position, as docs/changes.md says, until there is no more.

        Filters are `scope`, `projectId`, `kinds` and `wait`. Each object has a member `change`; after one whose change is
        `position`, what came before it is whole, and the next call may begin there. Raises ApiError with status 410 if
        everything must be fetched again.
        """
        more = True
        while more:
            last: Json = {}
            # The server speaks at least every 15 seconds; older ones are silent for as long as they wait.
            silent = float(filters.get("wait") or 0) + 30
            for last in self.lines("/api/changes", {**filters, "since": since}, silent):
                yield last
            if last.get("change") != "position":
                raise Unreachable("The answer broke off between two lines")
            since, more = last["position"], last["more"]

    def order_export(self, contents: str = "all", **filters: Unpack[ExportFilters]) -> FrozenExport:
        """Orders a frozen export, which a job writes into a file. With the contents `agreement`, `agreement` names the
        video and the personas (docs/formats.md)."""
        return self.request("POST", "/api/exports", body={"contents": contents, **filters})

    def exports(self) -> List[FrozenExport]:
        """The caller's frozen exports, newest first."""
        return self.request("GET", "/api/exports")

    def delete_export(self, export_id: str) -> None:
        self.request("DELETE", _path("exports", export_id))

    def download_export(
        self,
        file: Union[str, os.PathLike[str]],
        contents: str = "all",
        keep: bool = False,
        on_bytes: Optional[Callable[[int, int], None]] = None,
        **filters: Unpack[ExportFilters],
    ) -> Json:
        """Downloads a frozen export into a file and returns its manifest: lines, bytes, digest of the lines.

        A name without `.gz` is written decompressed. Until the file is complete and its SHA-256 right, what has arrived
        is in `FILE.part`, and what was ordered in `FILE.part.json`. The same call, also by another process after this
        one was killed, goes on with them; where the server no longer has the export, or another one is wanted, it
        orders anew. The export is then deleted on the server unless `keep` is true. `on_bytes` is called with the
        bytes that have arrived and those of the whole file. Raises JobFailed, Damaged, ApiError or Unreachable.
        """
        name = os.fspath(file)
        part, note = f"{name}.part", f"{name}.part.json"
        wanted = {"url": self.url, "order": {"contents": contents, **filters}}
        export_id = self._ordered_before(note, wanted)
        if export_id is None:
            export_id = self.order_export(contents, **filters)["id"]
            _remove(part)
            with open(f"{note}.new", "w", encoding="utf-8") as out:
                json.dump({**wanted, "id": export_id}, out)
            os.replace(f"{note}.new", note)
        made: FrozenExport = self._ended(_path("exports", export_id), 0, None, None)
        self._download(made, part, on_bytes or (lambda received, size: None))
        if _sha256(part) != made["digest"]:
            _remove(part, note)
            raise Damaged(f"{name} has another digest than the server says")
        if name.endswith(".gz"):
            os.replace(part, name)
        else:
            with gzip.open(part) as packed, open(f"{part}.lines", "wb") as plain:
                shutil.copyfileobj(packed, plain, 1 << 20)
            os.replace(f"{part}.lines", name)
        _remove(part, note)
        if not keep:
            self.delete_export(export_id)
        return made["manifest"] or {}

    def _ordered_before(self, note: str, wanted: Json) -> Optional[str]:
        """The id of the export that an earlier call has ordered, if it was for the same and the server has it still."""
        try:
            with open(note, encoding="utf-8") as text:
                known = json.load(text)
            export_id: str = known.pop("id")
            if known != json.loads(json.dumps(wanted)):
                return None
            return None if self.request("GET", _path("exports", export_id))["status"] == "failed" else export_id
        except (FileNotFoundError, ValueError, KeyError, AttributeError):
            return None
        except ApiError as error:
            if error.status != 404:
                raise
            return None

    def _download(self, made: FrozenExport, part: str, on_bytes: Callable[[int, int], None]) -> None:
        """Appends what a part lacks, as often as the connection breaks, until `retries` tries brought nothing."""
        size, attempt = int(made["size"] or 0), 0
        while True:
            before = received = os.path.getsize(part) if os.path.exists(part) else 0
            if received > size:
                _remove(part)
                continue
            on_bytes(received, size)
            if received == size:
                return
            try:
                with self._file(made, received) as response, open(part, "ab", buffering=0) as out:
                    if response.status != 206:  # The whole file: it is another one than the part began with.
                        out.truncate(0)
                        received = 0
                    for chunk in _chunks(response):
                        out.write(chunk)
                        received += len(chunk)
                        on_bytes(received, size)
            except Unreachable as error:
                attempt = 0 if received > before else attempt + 1
                if attempt > self.retries:
                    said = f"The download broke off at {received} of {size} bytes; the same call goes on with it"
                    raise Unreachable(f"{said} ({error})") from error
                time.sleep(0.1 * 2**attempt)

    def _file(self, made: FrozenExport, received: int) -> http.client.HTTPResponse:
        """Opens the file from a byte on, at the server or at the object store to which it redirects."""
        wanted = {"Range": f"bytes={received}-", "Accept": "*/*"}
        try:
            tag = {"If-Range": f'"{made["digest"]}"'}
            return self._send("GET", made["fileUrl"] or "", None, None, {**wanted, **tag}, lambda response: response)
        except ApiError as error:
            location = error.body.get("location") if error.status == 302 else None
            if location is None:
                raise
        # Neither who speaks nor the tag of this server is for the store, whose files never change under one name.
        try:
            return self._opener.open(urllib.request.Request(location, headers=wanted), timeout=self.timeout)
        except urllib.error.HTTPError as refused:
            raise _refusal(refused) from None
        except (OSError, http.client.HTTPException) as failed:
            raise Unreachable(f"{location.split('?')[0]} cannot be reached: {failed!r}") from failed


def _path(*parts: str) -> str:
    return "/api/" + "/".join(urllib.parse.quote(part, safe="") for part in parts)


def _world(project_id: Optional[str], *rest: str) -> str:
    return _path(*([] if project_id is None else ["projects", project_id]), "world", *rest)


def _pairs(name: str, value: Any) -> List[Tuple[str, str]]:
    """The parameters of a query that stand for a value."""
    if value is None:
        return []
    if isinstance(value, (list, tuple)):
        # A single value is split at commas by the server; of a repeated parameter no value is.
        values = [*value, *value] if len(value) == 1 and "," in str(value[0]) else value
        return [(name, str(one)) for one in values]
    if isinstance(value, bool):
        return [(name, "true" if value else "false")]
    if isinstance(value, datetime):
        return [(name, value.astimezone().isoformat())]
    return [(name, str(value))]


def _refusal(error: urllib.error.HTTPError) -> ApiError:
    """What the server said, read from the answer that urllib raises; of a redirect, where it leads."""
    location = error.headers.get("Location")
    with error:
        if 300 <= error.code < 400 and location:
            return ApiError(error.code, {"message": f"redirects to {location}", "location": location}, error.headers)
        try:
            text = error.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            text = ""
    try:
        body: Any = json.loads(text)
    except ValueError:
        body = text or error.reason
    return ApiError(error.code, body, error.headers)


def _chunks(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yields the bytes of an answer as they arrive; raises Unreachable if it ends before its end."""
    try:
        while True:
            chunk = response.read1(1 << 16)
            if not chunk:
                break
            yield chunk
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"The answer broke off: {error!r}") from error
    if response.length:  # What Content-Length had promised and did not come.
        raise Unreachable(f"The answer broke off, {response.length} bytes before its end")


def _sha256(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def _remove(*paths: str) -> None:
    for path in paths:
        if os.path.exists(path):
            os.remove(path)

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { exportText } from '../exchange/support.js'
import { blockOf } from '../pages/blocks.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { openGateway } from '../support/link.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made, makeVideo, unique } from '../support/workspace.js'
import { printed, python, scriptsFor } from './scripts.js'

/** Requests of a user for whole lists. */
const ndjson = (who: Person) => (path: string) => who.request(path, { headers: { accept: 'application/x-ndjson' } })

let api: WorkingApi
let ann: Person
let folder: string
let valueOf: ReturnType<typeof scriptsFor>['valueOf']
let refusalOf: ReturnType<typeof scriptsFor>['refusalOf']

beforeAll(async () => {
  if (python === undefined) return
  api = await startWorkingApi()
  ann = await api.person()
  folder = mkdtempSync(join(tmpdir(), 'parallax-python-'))
  ;({ valueOf, refusalOf } = scriptsFor(api.url))
})
afterAll(async () => {
  if (python === undefined) return
  await api.stop()
  rmSync(folder, { recursive: true })
})

describe.skipIf(python === undefined)('the Python client', () => {
  it('prints in the quickstart what the page says', async () => {
    const quickstart = blockOf('docs/python.md', 'px.save_summary')
    const output = blockOf('docs/python.md', 'road.\nTwo cars')
    expect(await printed(await api.person(), api.url, quickstart)).toBe(output)
  })

  it('needs nothing that Python 3.9 does not have', () => {
    const code = `
import ast, sys
tree = ast.parse(open("clients/python/parallax.py").read(), feature_version=(3, 9))
found = {name.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
found |= {node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
print(*sorted(found))`
    const names = execFileSync(python!, ['-c', code], { encoding: 'utf8' }).trim().split(' ')
    const library = 'collections dataclasses datetime email gzip hashlib http itertools json os shutil ssl time urllib'
    expect(names.filter((name) => !library.split(' ').includes(name))).toEqual([
      '__future__',
      'typing',
      'typing_extensions',
    ])
  })

  it('names the members of answers as openapi.json does', async () => {
    const { schemas } = JSON.parse(readFileSync('openapi.json', 'utf8')).components
    const kinds =
      'PublicUser Project ListedProject Video Persona Ontology World Annotation Summary ListedClaim Claim Job ' +
      'FrozenExport'
    const typed = await valueOf(
      ann,
      `import parallax`,
      `{kind: sorted(getattr(parallax, kind).__annotations__) for kind in "${kinds}".split()}`,
    )
    const described = Object.fromEntries(
      kinds.split(' ').map((kind) => [kind, Object.keys(schemas[kind].properties).sort()]),
    )
    expect(typed).toEqual(described)
  })

  it('reads pages that together are the whole list, filtered or not', async () => {
    const writer = await api.person()
    const videoId = await makeVideo(api)
    const persona = await made(writer.post('/api/personas', { name: 'n', role: 'r', informationNeed: 'i' }))
    const ids: string[] = await valueOf(
      writer,
      `box = {"x": 1, "y": 2, "width": 3, "height": 4, "isKeyframe": True}
ids = px.create_annotations([{
    "videoId": "${videoId}", "personaId": "${persona.id}", "type": "type", "label": "ship", "confidence": number / 250,
    "frames": {"boxes": [{"frameNumber": number, **box}]}} for number in range(230)])`,
      'ids',
    )
    expect(new Set(ids).size).toBe(230)
    const whole = (await exportText({ ...writer, request: ndjson(writer) }, '/api/annotations'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(whole.map(({ id }) => id).sort()).toEqual([...ids].sort())
    const read = await valueOf(
      writer,
      `mine = px.annotations(videoId="${videoId}")`,
      `{"all": list(px.annotations(first=7)), "lines": list(px.lines("/api/annotations")),
        "sizes": [len(one) for one in mine.pages()], "again": len(list(mine)), "total": mine.total(),
        "some": [one["id"] for one in px.annotations(minConfidence=0.4, from_=50, to=120, direction="desc")]}`,
    )
    expect(read.all).toEqual(whole)
    expect(read.lines).toEqual(whole)
    expect([read.sizes, read.again, read.total]).toEqual([[100, 100, 30], 230, 230])
    const some = whole.filter(({ confidence, frames }) => confidence >= 0.4 && frames.boxes[0].frameNumber <= 120)
    expect(some.length).toBe(21)
    expect(read.some).toEqual(some.map(({ id }) => id).reverse())
  })

  it('names in an exception the code, the sentence and the field of a refusal', async () => {
    const refused = await refusalOf(ann, 'px.create_persona("", "r", "i")')
    expect(refused).toMatchObject({ kind: 'ApiError', status: 400, code: 'VALIDATION_ERROR', field: 'name' })
    expect(refused.text).toContain(`400 VALIDATION_ERROR: ${refused.message}`)
    expect(refused.request_id).toMatch(/./)
    expect(await refusalOf(ann, 'list(px.claims(serach="ferry"))')).toMatchObject({ status: 400, field: 'serach' })
    expect(await refusalOf(ann, 'px.video("no/such video")')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await refusalOf(ann, 'px.graphql("{ nothing }")')).toMatchObject({
      kind: 'ApiError',
      message: expect.stringContaining('nothing'),
    })
    expect(await refusalOf({ cookie: '' }, 'px.me()')).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    const nowhere = await refusalOf(ann, 'Parallax(retries=0).me()', 'http://127.0.0.1:9')
    expect([nowhere.kind, nowhere.text]).toEqual(['Unreachable', expect.stringContaining('http://127.0.0.1:9')])
  })

  it('signs in with a name and a password, and says why it could not', async () => {
    const signIn = (password: string) =>
      `px = Parallax(user="${ann.username}", password="${password}")\nme = px.me()["username"]`
    expect(await valueOf({ cookie: '' }, signIn('password-1'), 'me')).toBe(ann.username)
    await expect(valueOf({ cookie: '' }, signIn('wrong'), 'me')).rejects.toThrow(/ApiError: 401 UNAUTHENTICATED/)
  })

  it('acts by a token, and says which scope it lacks', async () => {
    const { token } = await made(ann.post('/api/tokens', { name: unique('script'), scopes: ['read'] }))
    const byToken = `px = Parallax(token="${token}")\nme = px.me()["username"]`
    expect(await valueOf({ cookie: '' }, byToken, 'me')).toBe(ann.username)
    await expect(valueOf({ cookie: '' }, `${byToken}\npx.create_project("P", "p")`, 'me')).rejects.toThrow(
      /ApiError: 403 FORBIDDEN.*scope write/,
    )
  })

  it('reads and writes what the other interfaces show', async () => {
    const writer = await api.person()
    const written = await valueOf(
      writer,
      `project = px.create_project("Port", "port-python", description="Quays")
persona = px.create_persona("Scout", "Scout", "Who?", projectId=project["id"])
px.save_ontology(persona["id"], entities=[{"id": "ship", "name": "Ship", "gloss": []}])
summary = px.save_summary("${api.videoId}", persona["id"], "A ferry leaves.")
claim = px.create_claim(summary["id"], "A ferry leaves")
px.create_claim(summary["id"], "It is late", parentClaimId=claim["id"])
px.update_claim(claim["id"], comment="seen twice")
px.save_world_object("entities", "ferry", {"name": "Ferry"})
px.save_world_object("entities", "tug", {"name": "Tug"}, projectId=project["id"])
ids = {"project": project["id"], "persona": persona["id"], "summary": summary["id"], "claim": claim["id"]}`,
      `{"ids": ids, "tree": px.claim_tree(summary["id"]), "found": list(px.claims(search="late")), "me": px.me(),
        "projects": px.projects(), "personas": px.personas(projectId=project["id"]), "world": px.world(),
        "within": px.world(project["id"]), "summaries": px.summaries("${api.videoId}"),
        "user": px.find_user("${ann.username}"), "people": list(px.people()), "videos": px.videos(),
        "graph": px.graphql("query($id: ID!) { claim(id: $id) { comment } }", {"id": claim["id"]}),
        "ontology": px.ontology(persona["id"])}`,
    )
    const { ids } = written
    expect(written.tree).toEqual(await made(writer.get(`/api/summaries/${ids.summary}/claims`)))
    expect(written.tree[0].subclaims.map(({ text }: any) => text)).toEqual(['It is late'])
    expect(written.found).toEqual((await made(writer.get('/api/claims?search=late'))).claims)
    expect(written.graph).toEqual({ claim: { comment: 'seen twice' } })
    expect(written.me).toEqual((await made(writer.get('/api/auth/me'))).user)
    expect(written.projects).toEqual(await made(writer.get('/api/projects')))
    expect(written.personas).toEqual([await made(writer.get(`/api/personas/${ids.persona}`))])
    expect(written.ontology.entities.map(({ name }: any) => name)).toEqual(['Ship'])
    expect(written.world).toEqual(await made(writer.get('/api/world')))
    expect(written.within.entities.map(({ name }: any) => name)).toEqual(['Tug'])
    expect(written.summaries).toEqual(await made(writer.get(`/api/videos/${api.videoId}/summaries`)))
    expect(written.videos).toEqual(await made(writer.get('/api/videos')))
    expect(written.user).toMatchObject({ id: ann.id, username: ann.username })
    expect(written.people).toEqual([])
  })

  it('reads lists in parts, below a base path too', async () => {
    const writer = await api.person()
    for (const name of ['One', 'Two', 'Three'])
      await made(writer.post('/api/projects', { name, slug: `parts-${name.toLowerCase()}` }))
    const read = 'list(px.items("/api/projects", {"scope": "all"}, limit=2))'
    const gateway = await openGateway(api.url)
    expect(await valueOf(writer, '', read, gateway.url)).toEqual(await made(writer.get('/api/projects')))
    await gateway.close()
    expect(gateway.seen).toEqual([
      'GET /api/projects?scope=all&limit=2',
      expect.stringMatching(/^GET \/api\/projects\?scope=all&limit=2&cursor=\w+$/),
    ])
  })

  it('sends parameters and ids whole, whatever letters they have', async () => {
    const gateway = await openGateway(api.url)
    const query =
      '{"videoIds": ["x,y"], "annotationTypes": ["type", "object"], "includeInterpolated": True, "scope": None}'
    await valueOf(ann, `px.request("GET", "/api/export/stats", ${query})`, 'True', gateway.url)
    expect(await refusalOf(ann, 'px.video("a/ü?")', gateway.url)).toMatchObject({ status: 404 })
    await gateway.close()
    expect(gateway.seen).toEqual([
      'GET /api/export/stats?videoIds=x%2Cy&videoIds=x%2Cy&annotationTypes=type&annotationTypes=object' +
        '&includeInterpolated=true',
      'GET /api/videos/a%2F%C3%BC%3F',
    ])
  })

  it('says so where an address is not that of the interfaces', async () => {
    const page = await refusalOf(ann, 'px.request("GET", "/docs")')
    expect([page.kind, page.text]).toEqual(['Unreachable', expect.stringContaining('text/html instead of JSON')])
    const moved = await refusalOf(ann, 'px.request("GET", "/docs/static/index.html?x=1")')
    expect(moved).toMatchObject({ kind: 'ApiError', message: expect.stringMatching(/^redirects to .*docs\//) })
    await expect(valueOf(ann, '', '1', `${api.url}/?x=1`)).rejects.toThrow('is not an http or https URL of a server')
  })
})

describe.skipIf(python === undefined)('the Python client, when a server asks for patience', () => {
  it('repeats reads after the time that the server says, and never repeats a write', async () => {
    const gateway = await openGateway(api.url)
    gateway.busy = 2
    const began = performance.now()
    expect(await valueOf(ann, '', 'px.me()["username"]', gateway.url)).toBe(ann.username)
    expect(performance.now() - began).toBeGreaterThan(2000)
    expect(gateway.seen).toEqual(Array(3).fill('GET /api/auth/me'))
    gateway.seen = []
    gateway.busy = 1
    const refused = await refusalOf(ann, 'px.create_persona("n", "r", "i")', gateway.url)
    expect(refused).toMatchObject({ status: 503, code: 'SERVER_BUSY', retry_after: 1 })
    expect(gateway.seen).toEqual(['POST /api/personas'])
    gateway.seen = []
    gateway.busy = 9
    const tired = await refusalOf(ann, 'Parallax(longest_wait=0.5).me()', gateway.url)
    expect([tired.code, gateway.seen.length]).toEqual(['SERVER_BUSY', 1])
    await gateway.close()
  })

  it('waits for a job, telling its progress, and returns its result', async () => {
    const read = await valueOf(
      await api.person(),
      `persona = px.create_persona("n", "r", "i")
summary = px.save_summary("${api.videoId}", persona["id"], "A ferry leaves the port. Two ships arrive.")
seen = []
started = px.extract_claims(summary["id"])
job = px.wait(started, timeout=100, on_progress=lambda job: seen.append(job["status"]))`,
      '{"job": job, "again": px.wait(started.id), "seen": seen, "jobs": list(px.jobs(summaryId=summary["id"])), ' +
        '"after": started.retry_after, "claims": px.claims(summaryId=summary["id"]).total()}',
    )
    expect(read.job).toMatchObject({ status: 'completed', error: null })
    expect([read.again, read.jobs]).toEqual([read.job, [read.job]])
    expect([read.seen.at(-1), read.after]).toEqual(['completed', 1])
    expect(read.claims).toBeGreaterThan(0)
  }, 120_000)
})

describe.skipIf(python === undefined)('the Python client below a path of a host, where no worker runs', () => {
  let below: TestApi
  let ben: Person
  beforeAll(async () => {
    if (python === undefined) return
    below = await startApi({ BASE_PATH: '/parallax' })
    ben = await below.person()
  })
  afterAll(async () => {
    if (python !== undefined) await below.stop()
  })

  it('follows the locations of jobs, and raises for one that takes too long or is cancelled', async () => {
    const videoId = await makeVideo(below)
    const seen = await valueOf(
      ben,
      `persona = px.create_persona("n", "r", "i")
summary = px.save_summary("${videoId}", persona["id"], "A ferry leaves.")
started = px.extract_claims(summary["id"])
try:
    px.wait(started, timeout=0.3)
except TimeoutError as error:
    late = str(error)
px.cancel_job(started.id)
try:
    px.wait(started)
except JobFailed as error:
    failed = [str(error), error.job["status"]]`,
      '[started.location, started.id, late, failed]',
      `${below.url}/parallax/`,
    )
    const [location, id] = seen
    expect(location).toBe(`/parallax/api/jobs/${id}`)
    expect(seen.slice(2)).toEqual(['The job has not ended within 0.3 s', ['Cancelled', 'failed']])
  })

  it('downloads the files of exports, whose paths begin with that of the server', async () => {
    const workers = createWorkers(below.app)
    const file = join(folder, 'below.jsonl')
    const manifest = await valueOf(ben, '', `px.download_export(${JSON.stringify(file)})`, `${below.url}/parallax`)
    await workers.close()
    expect(readFileSync(file, 'utf8')).toBe(await exportText(ben))
    expect(manifest.lines).toBeGreaterThan(0)
    rmSync(file)
  })
})

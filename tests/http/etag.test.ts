import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setEtagOf } from '../../src/http/etag.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, makeWorkspace, types, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  Object.assign(ids, (await makeWorkspace(api, ann)).ids)
})
afterAll(() => api.stop())

interface Edited {
  /** The path to read it; undefined when no route reads it alone, and the tag comes from the response to a write. */
  read?: string
  write: string
  /** Each time a change that was not made before: a write that changes nothing makes no version. */
  body: () => Record<string, unknown>
  mutation: string
  input: Record<string, unknown>
  /** Returns the body as members of the input; the body itself if absent. */
  sent?: (body: Record<string, any>) => Record<string, unknown>
}

let steps = 0
/** The boxes of the fixture at a place where they were not before. */
const moved = () => ({ ...frames, boxes: frames.boxes.map((box) => ({ ...box, x: (steps += 1) })) })

/** Everything that users edit, with its REST route and its mutation. */
function edited(): Record<string, Edited> {
  const { personaId, annotationId, summaryId, claimId, videoId, projectId } = ids
  const nested = `/api/summaries/${summaryId}/claims/${claimId}`
  return {
    persona: {
      read: `/api/personas/${personaId}`,
      write: `/api/personas/${personaId}`,
      body: () => ({ details: unique('d') }),
      mutation: 'updatePersona',
      input: { id: personaId },
    },
    ontology: {
      read: `/api/personas/${personaId}/ontology`,
      write: `/api/personas/${personaId}/ontology`,
      body: () => ({ entities: types.entities.map((one) => ({ ...one, name: unique('Ship') })) }),
      mutation: 'updateOntology',
      input: { personaId },
      sent: ({ entities }) => ({ entityTypes: keyed(entities) }),
    },
    world: {
      read: '/api/world',
      write: '/api/world',
      body: () => ({ entities: [{ id: 'quay', name: unique('Quay') }] }),
      mutation: 'updateWorld',
      input: {},
      sent: ({ entities }) => ({ entities: keyed(entities) }),
    },
    'world of a project': {
      read: `/api/projects/${projectId}/world`,
      write: `/api/projects/${projectId}/world`,
      body: () => ({ events: [{ id: 'landing', name: unique('Landing') }] }),
      mutation: 'updateWorld',
      input: { projectId },
      sent: ({ events }) => ({ events: keyed(events) }),
    },
    annotation: {
      write: `/api/annotations/${annotationId}`,
      body: () => ({ frames: moved() }),
      mutation: 'updateAnnotation',
      input: { id: annotationId },
    },
    summary: {
      read: `/api/videos/${videoId}/summaries/${personaId}`,
      write: `/api/videos/${videoId}/summaries/${summaryId}`,
      body: () => ({ comment: unique('c') }),
      mutation: 'updateSummary',
      input: { id: summaryId },
    },
    claim: {
      read: `/api/claims/${claimId}`,
      write: `/api/claims/${claimId}`,
      body: () => ({ comment: unique('c') }),
      mutation: 'updateClaim',
      input: { id: claimId },
    },
    'claim of a summary': {
      read: nested,
      write: nested,
      body: () => ({ comment: unique('n') }),
      mutation: 'updateClaim',
      input: { id: claimId },
    },
  }
}

const keyed = (documents: { id: string }[]) => documents.map(({ id, ...members }) => ({ key: id, ...members }))

/** Something new of a kind, with the ways to delete it. */
async function deletable(name: string) {
  const videoId = await makeVideo(api)
  const { personaId, annotationId, summaryId, claimId } = await makeContent(ann, videoId)
  const claim = {
    field: (args: string) => `deleteClaim(input: {${args}}) { deletedIds }`,
    input: `id: "${claimId}"`,
    write: `/api/claims/${claimId}`,
    body: () => ({ comment: unique('c') }),
  }
  const kinds = {
    persona: {
      path: `/api/personas/${personaId}`,
      field: (args: string) => `deletePersona(input: {${args}}) { deletedIds }`,
      input: `id: "${personaId}"`,
      write: `/api/personas/${personaId}`,
      body: () => ({ details: unique('d') }),
    },
    annotation: {
      path: `/api/annotations/${videoId}/${annotationId}`,
      field: (args: string) => `deleteAnnotation(input: {${args}}) { deletedIds }`,
      input: `id: "${annotationId}", videoId: "${videoId}"`,
      write: `/api/annotations/${annotationId}`,
      body: () => ({ frames: moved() }),
    },
    summary: {
      path: `/api/videos/${videoId}/summaries/${personaId}`,
      field: (args: string) => `deleteSummary(input: {${args}}) { deletedIds }`,
      input: `id: "${summaryId}"`,
      write: `/api/videos/${videoId}/summaries/${summaryId}`,
      body: () => ({ comment: unique('c') }),
    },
    claim: { ...claim, path: `/api/claims/${claimId}` },
    'claim of a summary': { ...claim, path: `/api/summaries/${summaryId}/claims/${claimId}` },
  }
  return kinds[name as keyof typeof kinds]
}

describe('ETag and If-Match', () => {
  it.each(Object.keys(edited()))('let nobody overwrite what they have not seen: %s', async (name) => {
    const { read, write, body, mutation, input, sent = (all) => all } = edited()[name] as Edited
    const before = await (read ? ann.get(read) : ann.put(write, body()))
    expect(before.status).toBe(200)
    const tag = before.headers.get('etag') ?? ''
    const version = Number(/^"(\d+)[-"]/.exec(tag)?.[1])
    expect(version).toBeGreaterThan(0)
    const first = await ann.put(write, body(), { 'if-match': tag })
    expect([first.status, parseInt(first.headers.get('etag')?.slice(1) ?? '')]).toEqual([200, version + 1])
    const late = await ann.put(write, body(), { 'if-match': tag })
    expect(late.status).toBe(412)
    expect(late.body).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: version + 1 })
    expect((await ann.put(write, body(), { 'if-match': 'x' })).status).toBe(400)
    const member = mutation.replace('update', '').toLowerCase()
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
    const graph = (ifVersion: number | null) =>
      ann.graph(`mutation ($input: ${type}) { ${mutation}(input: $input) { ${member} { version } } }`, {
        input: { ...input, ...sent(body()), ifVersion },
      })
    expect((await graph(1)).errors?.[0]?.extensions).toMatchObject({
      code: 'PRECONDITION_FAILED',
      currentVersion: version + 1,
    })
    expect((await graph(version + 1)).data[mutation][member].version).toBe(version + 2)
    // Without If-Match a write overwrites, as documented.
    expect((await ann.put(write, body())).status).toBe(200)
    // A null version is treated as absent.
    expect((await graph(null)).errors).toBeUndefined()
  })

  it.each(['persona', 'summary', 'claim'])('refuse an old version also where nothing is changed: %s', async (name) => {
    const { write, body } = edited()[name] as Edited
    const tag = (await ann.put(write, body())).headers.get('etag') ?? ''
    expect((await ann.put(write, body())).status).toBe(200)
    expect((await ann.put(write, {}, { 'if-match': tag })).status).toBe(412)
  })

  it.each(['persona', 'annotation', 'summary', 'claim', 'claim of a summary'])(
    'let nobody delete what they have not seen: %s',
    async (name) => {
      const { path, field, input, write, body } = await deletable(name)
      const changed = await ann.put(write, body())
      expect(changed.status).toBe(200)
      const version = parseInt(changed.headers.get('etag')?.slice(1) ?? '')
      const refused = { code: 'PRECONDITION_FAILED', currentVersion: version }
      const late = await ann.delete(path, undefined, { 'if-match': `"${version - 1}"` })
      expect([late.status, late.body]).toEqual([412, expect.objectContaining(refused)])
      const graph = await ann.graph(`mutation { ${field(`${input}, ifVersion: ${version - 1}`)} }`)
      expect(graph.errors?.[0]?.extensions).toMatchObject(refused)
      expect((await ann.delete(path, undefined, { 'if-match': 'x' })).status).toBe(400)
      const done = await ann.delete(path, undefined, { 'if-match': changed.headers.get('etag') ?? '' })
      expect([200, 204]).toContain(done.status)
      expect((await ann.delete(path, undefined, { 'if-match': `"${version}"` })).status).toBe(404)
      const next = await deletable(name)
      const seen = parseInt((await ann.put(next.write, next.body())).headers.get('etag')?.slice(1) ?? '')
      expect(
        (await ann.graph(`mutation { ${next.field(`${next.input}, ifVersion: ${seen}`)} }`)).errors,
      ).toBeUndefined()
      expect((await ann.delete(next.path)).status).toBe(404)
    },
  )

  it.each([
    ['DELETE', () => `/api/summaries/${ids['summaryId']}/claims`, undefined],
    ['PUT', () => `/api/projects/${ids['projectId']}`, { name: 'Quay' }],
    ['POST', () => '/api/world/move', { ids: ['ferry'], toProjectId: null, fromProjectId: null }],
  ])('are refused where nothing reads them, so that no condition is passed over: %s', async (method, path, body) => {
    const send = (tag: string) =>
      ann.request(path(), {
        method,
        headers: { 'if-match': tag, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const answer = await send('"1"')
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ details: [{ field: 'If-Match' }] })
  })

  const marked = [
    '"N-gzip"',
    '"N--gzip"',
    '"N;br"',
    'W/"N"',
    'W/"N-zstd"',
    '"N", "N-gzip"',
    ' "N" ',
    '"N-AbC_d-1-gzip"',
  ]
  it.each(marked)('understand what a proxy that compresses makes of a tag: %s', async (form) => {
    const { write, body } = edited()['world'] as Edited
    const version = (await ann.put(write, body())).headers.get('etag')?.slice(1, -1) ?? ''
    const stale = form.replaceAll('N', String(Number(version) - 1))
    expect((await ann.put(write, body(), { 'if-match': stale })).status).toBe(412)
    const answer = await ann.put(write, body(), { 'if-match': form.replaceAll('N', version) })
    expect(answer.status).toBe(200)
    // The tag that a write answers is the one that the next read knows.
    const tag = answer.headers.get('etag')?.slice(1, -1) ?? ''
    const known = await ann.get(write, { 'if-none-match': form.includes('AbC') ? '*' : form.replaceAll('N', tag) })
    expect([known.status, known.text]).toEqual([304, ''])
  })

  it.each(['"1", "2"', '"x"', '1', '""', '"1"x', '"1-gzip'])('refuse what names no version: %s', async (tag) => {
    const answer = await ann.put('/api/world', {}, { 'if-match': tag })
    expect([answer.status, answer.body.details[0].field]).toEqual([400, 'If-Match'])
  })

  it.each(Object.keys(edited()).filter((name) => edited()[name]?.read))(
    'spare the body of what the client has: %s',
    async (name) => {
      const { read = '', write, body } = edited()[name] as Edited
      for (const method of ['GET', 'HEAD']) {
        const first = await ann.request(read, { method })
        const tag = first.headers.get('etag') ?? ''
        expect([first.status, tag.length > 2]).toEqual([200, true])
        await first.text()
        for (const known of [tag, `W/${tag}`, `"0", ${tag}`, '*', tag.replace(/"$/, '-gzip"')]) {
          const again = await ann.request(read, { method, headers: { 'if-none-match': known } })
          expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
          expect([again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([tag, 'private, no-cache'])
        }
        const other = await ann.request(read, { method, headers: { 'if-none-match': '"0", W/"x"' } })
        expect([other.status, (await other.text()).length > 0]).toEqual([200, method === 'GET'])
        expect((await ann.put(write, body())).status).toBe(200)
        const changed = await ann.request(read, { method, headers: { 'if-none-match': tag } })
        expect(changed.status).toBe(200)
        await changed.text()
      }
    },
  )

  it('never end in what a proxy puts before its mark, by which both are told apart', async () => {
    const tags: string[] = []
    const reply = { header: (_name: string, tag: string) => tags.push(tag) } as unknown as FastifyReply
    for (let i = 0; i < 500; i++) await setEtagOf(reply, 7, `body ${i}`)
    expect(tags.filter((tag) => /[-;:]"$/.test(tag))).toEqual([])
    expect(new Set(tags).size).toBe(500)
  })

  it('change with everything that an answer shows, not only with the version', async () => {
    const videoId = await makeVideo(api)
    const project = await made(ann.post('/api/projects', { name: 'Quay', slug: 'quay' }))
    const own = await makeContent(ann, videoId, project.id)
    const paths = [
      `/api/claims/${own.claimId}`,
      `/api/videos/${videoId}/summaries/${own.personaId}`,
      `/api/personas/${own.personaId}`,
    ]
    const tagOf = async (path: string) => (await ann.get(path)).headers.get('etag') ?? ''
    const before = await Promise.all(paths.map(tagOf))
    // A claim below, and the project that the persona was in.
    expect((await ann.put(`/api/claims/${own.otherClaimId}`, { text: 'A tug leaves' })).status).toBe(200)
    await made(ann.delete(`/api/projects/${project.id}`))
    for (const [i, path] of paths.entries()) {
      const answer = await ann.get(path, { 'if-none-match': before[i] ?? '' })
      expect([path, answer.status]).toEqual([path, 200])
    }
  })

  it('take null as no version also where nothing is changed', async () => {
    const update = 'mutation ($input: UpdateClaimInput!) { updateClaim(input: $input) { claim { id } } }'
    const { data } = await ann.graph(update, { input: { id: ids['claimId'], ifVersion: null } })
    expect(data.updateClaim.claim.id).toBe(ids['claimId'])
  })
})

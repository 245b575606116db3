import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, makeWorkspace, types } from '../support/workspace.js'

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
  body: Record<string, unknown>
  mutation: string
  input: Record<string, unknown>
}

/** Everything that users edit, with its REST route and its mutation. */
function edited(): Record<string, Edited> {
  const { personaId, annotationId, summaryId, claimId, videoId, projectId } = ids
  const nested = `/api/summaries/${summaryId}/claims/${claimId}`
  return {
    persona: {
      read: `/api/personas/${personaId}`,
      write: `/api/personas/${personaId}`,
      body: { details: 'd' },
      mutation: 'updatePersona',
      input: { id: personaId },
    },
    ontology: {
      read: `/api/personas/${personaId}/ontology`,
      write: `/api/personas/${personaId}/ontology`,
      body: { entities: types.entities },
      mutation: 'updateOntology',
      input: { personaId },
    },
    world: { read: '/api/world', write: '/api/world', body: { entities: [] }, mutation: 'updateWorld', input: {} },
    'world of a project': {
      read: `/api/projects/${projectId}/world`,
      write: `/api/projects/${projectId}/world`,
      body: { events: [] },
      mutation: 'updateWorld',
      input: { projectId },
    },
    annotation: {
      write: `/api/annotations/${annotationId}`,
      body: { frames },
      mutation: 'updateAnnotation',
      input: { id: annotationId },
    },
    summary: {
      read: `/api/videos/${videoId}/summaries/${personaId}`,
      write: `/api/videos/${videoId}/summaries/${summaryId}`,
      body: { comment: 'c' },
      mutation: 'updateSummary',
      input: { id: summaryId },
    },
    claim: {
      read: `/api/claims/${claimId}`,
      write: `/api/claims/${claimId}`,
      body: { comment: 'c' },
      mutation: 'updateClaim',
      input: { id: claimId },
    },
    'claim of a summary': {
      read: nested,
      write: nested,
      body: { comment: 'n' },
      mutation: 'updateClaim',
      input: { id: claimId },
    },
  }
}

describe('ETag and If-Match', () => {
  it.each(Object.keys(edited()))('let nobody overwrite what they have not seen: %s', async (name) => {
    const { read, write, body, mutation, input } = edited()[name] as Edited
    const before = await (read ? ann.get(read) : ann.put(write, body))
    expect(before.status).toBe(200)
    const tag = before.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"\d+"$/)
    const first = await ann.put(write, body, { 'if-match': tag })
    expect([first.status, first.headers.get('etag')]).toEqual([200, `"${Number(tag.slice(1, -1)) + 1}"`])
    const late = await ann.put(write, body, { 'if-match': tag })
    expect(late.status).toBe(412)
    expect(late.body).toMatchObject({ code: 'PRECONDITION_FAILED', currentVersion: Number(tag.slice(1, -1)) + 1 })
    expect((await ann.put(write, body, { 'if-match': 'x' })).status).toBe(400)
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`
    const graph = (ifVersion: number | null) =>
      ann.graph(`mutation ($input: ${type}) { ${mutation}(input: $input) { version } }`, {
        input: { ...input, ...body, ifVersion },
      })
    expect((await graph(1)).errors?.[0]?.extensions).toMatchObject({
      code: 'PRECONDITION_FAILED',
      currentVersion: Number(tag.slice(1, -1)) + 1,
    })
    expect((await graph(Number(tag.slice(1, -1)) + 1)).data[mutation].version).toBe(Number(tag.slice(1, -1)) + 2)
    // Without If-Match a write overwrites, as documented.
    expect((await ann.put(write, body)).status).toBe(200)
    // A null version is treated as absent.
    expect((await graph(null)).errors).toBeUndefined()
  })

  it.each(['persona', 'summary', 'claim'])('refuse an old version also where nothing is changed: %s', async (name) => {
    const { write, body } = edited()[name] as Edited
    const tag = (await ann.put(write, body)).headers.get('etag') ?? ''
    expect((await ann.put(write, body)).status).toBe(200)
    expect((await ann.put(write, {}, { 'if-match': tag })).status).toBe(412)
  })

  it('take null as no version also where nothing is changed', async () => {
    const update = 'mutation ($input: UpdateClaimInput!) { updateClaim(input: $input) { id } }'
    const { data } = await ann.graph(update, { input: { id: ids['claimId'], ifVersion: null } })
    expect(data.updateClaim.id).toBe(ids['claimId'])
  })
})

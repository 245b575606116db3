import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withFile } from '../exchange/support.js'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { documentedRoutes } from '../support/documented-routes.js'
import { made, makeWorkspace, urlOf, type Workspace } from '../support/workspace.js'

let api: TestApi
let owner: Person
let admin: Person
let workspace: Workspace

beforeAll(async () => {
  api = await startApi({ ALLOW_REGISTRATION: 'true' })
  owner = await api.person()
  admin = await api.admin()
  workspace = await makeWorkspace(api, owner)
})
afterAll(() => api.stop())

/** Routes whose body is a file or a form, or that pass on what they get as it is. */
const readThemselves = [
  'POST /api/import',
  'POST /api/import/preview',
  'POST /api/videos/upload',
  'POST /api/telemetry/traces',
]
/** A type or world object keeps members that nobody knows, as it does in a whole ontology or world. */
const keepsAll = /^PUT .*\/(ontology\/[\w-]+\/:typeId|world\/:kind\/:objectId)$/
const unread = 'noSuchMember'

const named = (answer: Answer<any>): unknown[] => [
  answer.status,
  (answer.body?.details as { field: string; message: string }[] | undefined)?.find(({ field }) => field === unread)
    ?.message,
]

async function send(who: Person, method: string, url: string, body?: unknown): Promise<Answer<any>> {
  const response = await who.request(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text), text }
}

describe('a part of a request that no route reads', () => {
  it('is refused by its name as a member of the body, on every route that is sent JSON', async () => {
    const answers = []
    for (const { method, path, who } of documentedRoutes) {
      const route = `${method} ${path}`
      if (['GET', 'HEAD'].includes(method) || readThemselves.includes(route) || keepsAll.test(route)) continue
      const by = who.startsWith('administrator') ? admin : owner
      answers.push([method, path, ...named(await send(by, method, urlOf(path, workspace.ids), { [unread]: 1 }))])
    }
    expect(answers.length).toBeGreaterThan(90)
    expect(answers.filter(([, , , message]) => message !== 'is not known here')).toEqual([])
  })

  it('is refused in options of an import at any depth, and as a part of the form, and nothing is imported', async () => {
    const options: object[] = [
      { conflictResolutionn: {} },
      { conflictResolution: { persona: 'skip' } },
      { conflictResolution: { sequences: { overlaps: 'skip' } } },
      { scope: { includePersona: false } },
      { validation: { strict: true } },
      { transaction: { atomicc: false } },
      { toString: {} },
    ]
    const line = JSON.stringify({ type: 'entity', data: { id: 'e1', name: 'One' } })
    const form = (parts: [string, string | Blob][]) => {
      const body = new FormData()
      for (const [name, value] of parts) body.append(name, value)
      return body
    }
    const file: [string, Blob] = ['file', new Blob([line])]
    for (const path of ['/api/import', '/api/import/preview']) {
      for (const given of options) {
        const text = JSON.stringify(given)
        const answer = await owner.request(path, { method: 'POST', body: form([file, ['options', text]]) })
        const name = [...text.matchAll(/"(\w+)":/g)].at(-1)?.[1]
        expect([answer.status, await answer.text()], text).toEqual([
          400,
          expect.stringMatching(/is not known; options/),
        ])
        expect(name).toBeDefined()
      }
      for (const part of ['option', 'files'])
        expect((await owner.request(path, { method: 'POST', body: form([[part, '{}'], file]) })).status).toBe(400)
    }
    const query =
      'mutation ($file: Upload!, $options: JSONObject) { importFile(input: { file: $file, options: $options }) { report { success } } }'
    const refused = await withFile(owner, query, line, { conflictResolutionn: {} })
    expect(refused.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    expect((await made(owner.get('/api/import/history'))).total).toBe(0)
  })

  it('is refused inside of what is not stored as it was sent, and kept in what is', async () => {
    const rule = { name: 'R', targetType: 'user', targetId: owner.id }
    const condition = { field: 'filename', operator: 'equals', value: 'a', negated: true }
    expect(await admin.post('/api/admin/video-assignments/rules', { ...rule, conditions: [condition] })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'conditions.0.negated', message: 'is not known here' }] },
    })
    const { summaryId } = workspace.ids
    const textSpans = [{ sentenceIndex: 0, charStart: 0, charEnd: 1, colour: 'red' }]
    const claim = await made(
      owner.post(`/api/summaries/${summaryId}/claims`, { text: 'A claim', textSpans, summaryId, summaryType: 'video' }),
    )
    expect(JSON.stringify(claim)).toContain('red')
  })
})

describe('what clients are known to send', () => {
  it('is accepted: a parameter against caches, and lists as name[]', async () => {
    for (const path of ['/api/videos', '/api/personas', '/api/export/stats', '/api/health'])
      expect((await owner.get(`${path}?_=${Date.now()}`)).status, path).toBe(200)
    const lines = async (query: string) => {
      const response = await owner.request(`/api/export?${query}`)
      if (response.status !== 200) throw new Error(`${query}: ${await response.text()}`)
      return (await response.text()).split('\n').filter(Boolean)
    }
    const video = workspace.ids['videoId']
    expect(await lines('')).not.toEqual([])
    expect(await lines(`videoIds[]=${video}`)).toEqual(await lines(`videoIds=${video}`))
    expect(await lines(`videoIds%5B%5D=${video}&videoIds%5B%5D=${video}`)).toEqual(await lines(`videoIds=${video}`))
    for (const query of [`videoId=${video}`, 'since=2026-01-01', 'scope[]=own&scope[]=own'])
      expect((await owner.request(`/api/export?${query}`)).status, query).toBe(400)
    const claims = `/api/summaries/${workspace.ids['summaryId']}/claims`
    expect((await owner.get(`${claims}?summaryType=video&includeSubclaims=true`)).status).toBe(200)
  })

  it('is accepted: what a route has answered, sent back to it', async () => {
    const { ids } = workspace
    const paths = [
      `/api/personas/${ids['personaId']}`,
      `/api/personas/${ids['personaId']}/ontology`,
      `/api/projects/${ids['projectId']}`,
      `/api/groups/${ids['groupId']}`,
      `/api/claims/${ids['claimId']}`,
      '/api/user/profile',
      '/api/world',
    ]
    for (const path of paths) {
      const read = await owner.get(path)
      const body = read.status === 200 ? read.body : await made(owner.put(path, {}))
      expect(await owner.put(path, body), path).toMatchObject({ status: 200 })
    }
    const state = await made(owner.get('/api/ontology'))
    expect((await owner.put('/api/ontology', state)).status).toBe(200)
  })
})

import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportCommand } from '../../src/commands/export.js'
import { python, scriptsFor } from '../clients/scripts.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person('ann')
  ben = await api.person('ben')
})
afterAll(() => api.stop())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

interface Type {
  id: string
  name: string
  wikidataId?: string
}

async function persona(person: Person, name: string, entities: Type[] = [], projectId?: string): Promise<string> {
  const body = { name, role: `${name} at sea`, informationNeed: 'What?', ...(projectId && { projectId }) }
  const { id } = await made(person.post('/api/personas', body))
  await made(person.put(`/api/personas/${id}/ontology`, { entities }))
  return id
}

/** Draws a still box at the left edge `x` from frame `first` to frame `last`. */
const draw = async (
  person: Person,
  label: Record<string, unknown>,
  [x, first, last]: readonly [x: number, first: number, last: number],
): Promise<string> => {
  const box = (frameNumber: number) => ({ frameNumber, x, y: 0, width: 100, height: 50, isKeyframe: true })
  const frames = { boxes: [box(first), box(last)], interpolationSegments: [], visibilityRanges: [] }
  return (await made(person.post('/api/annotations', { ...label, frames }))).id
}

const typed = (videoId: string, personaId: string, label: string) => ({ videoId, personaId, type: 'type', label })
const linked = (videoId: string, personaId: string, label: string, linkType = 'entity') => ({
  ...{ videoId, personaId, type: 'object', label, linkType },
})

const request = (person: Person, videoId: string, personaIds: readonly string[], more = '') =>
  person.request(`/api/export/agreement?videoId=${videoId}&personaIds=${personaIds.join()}${more}`)

async function units(person: Person, videoId: string, personaIds: readonly string[], more = '') {
  const response = await request(person, videoId, personaIds, more)
  const text = await response.text()
  expect([response.status, text.endsWith('\n')], text).toEqual([200, true])
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { head, lines, headers: response.headers }
}

describe('the export of units', () => {
  it('has a label of each persona in the words of none, shares, and null where a persona has no track', async () => {
    const videoId = await makeVideo(api)
    const pilot = await persona(ann, 'Pilot', [
      { id: 'car', name: 'Car' },
      { id: 'boat', name: 'Boat' },
    ])
    const guard = await persona(ann, 'Guard', [{ id: 'v1', name: ' CAR ' }])
    const child = await persona(ann, 'Child', [
      { id: 'auto', name: 'Auto' },
      { id: 'c', name: 'car' },
    ])
    const oldest = await draw(ann, typed(videoId, pilot, 'car'), [0, 3, 9])
    await draw(ann, typed(videoId, guard, 'v1'), [0, 2, 9])
    await draw(ann, typed(videoId, child, 'auto'), [0, 3, 11])
    const second = await draw(ann, typed(videoId, child, 'c'), [500, 0, 4])
    await draw(ann, typed(videoId, pilot, 'boat'), [500, 0, 4])
    await draw(ann, typed(videoId, pilot, 'boat'), [900, 0, 4])
    const all = [pilot, guard, child]
    const { head, lines, headers } = await units(ann, videoId, all)
    expect(head).toEqual({
      annotators: {
        [pilot]: { name: 'Pilot', role: 'Pilot at sea' },
        [guard]: { name: 'Guard', role: 'Guard at sea' },
        [child]: { name: 'Child', role: 'Child at sea' },
      },
      values: {
        Car: { kind: 'type', name: 'Car', types: { [pilot]: ['car'], [guard]: ['v1'], [child]: ['c'] } },
        Auto: { kind: 'type', name: 'Auto', types: { [child]: ['auto'] } },
        Boat: { kind: 'type', name: 'Boat', types: { [pilot]: ['boat'] } },
      },
      minIou: 0.5,
      frames: { from: 0, to: 11, step: 1, count: 12 },
    })
    expect(lines).toEqual([
      {
        unit: oldest,
        videoId,
        frames: [2, 11],
        labels: { [pilot]: 'Car', [guard]: 'Car', [child]: 'Auto' },
        soft: { Car: 2 / 3, Auto: 1 / 3 },
      },
      {
        unit: second,
        videoId,
        frames: [0, 4],
        labels: { [pilot]: 'Boat', [guard]: null, [child]: 'Car' },
        soft: { Car: 0.5, Boat: 0.5 },
      },
    ])
    // Where somebody said that two types are the same, they are one value, named after the first persona's.
    const [first, then] = [
      { firstPersonaId: pilot, firstTypeId: 'boat' },
      { secondPersonaId: child, secondTypeId: 'c' },
    ]
    await made(ann.post('/api/type-correspondences', { ...first, ...then, relation: 'exact' }))
    const told = await units(ann, videoId, all)
    expect(told.head.values.Boat).toEqual({ kind: 'type', name: 'Boat', types: { [pilot]: ['boat'], [child]: ['c'] } })
    expect(told.lines[1].soft).toEqual({ Boat: 1 })
    expect(headers.get('content-disposition')).toBe('attachment; filename="agreement.jsonl"')
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(headers.get('x-export-left-out')).toBe('alone=1')
    const report = await made(ann.get(`/api/videos/${videoId}/agreement?personaIds=${all.join()}`))
    expect(report.groups).toEqual({ units: 2, alone: 1 })
    expect(headers.get('x-export-position')).toMatch(/^[0-9a-f]+-\d+-0$/)
  })

  it('has objects and mixed units, and values of one name that stay apart', async () => {
    const videoId = await makeVideo(api)
    await made(
      ann.put('/api/world', { entities: [{ id: 'mary', name: 'Ferry' }], events: [{ id: 'mary', name: 'Ferry' }] }),
    )
    const one = await persona(ann, 'One', [{ id: 'ferry', name: 'Ferry' }])
    const other = await persona(ann, 'Other', [{ id: 'f', name: 'ferry' }])
    const ids = []
    for (const [at, [label, same]] of [
      [typed(videoId, one, 'ferry'), typed(videoId, other, 'f')],
      [linked(videoId, one, 'mary'), linked(videoId, other, 'mary')],
      [linked(videoId, one, 'mary', 'event'), typed(videoId, other, 'nowhere')],
      [linked(videoId, one, 'lost'), linked(videoId, other, 'mary', 'event')],
    ].entries()) {
      ids.push(await draw(ann, label!, [1000 * at, 0, 9]))
      await draw(ann, same!, [1000 * at, 0, 9])
    }
    const { head, lines } = await units(ann, videoId, [one, other])
    expect(head.values).toEqual({
      Ferry: { kind: 'type', name: 'Ferry', types: { [one]: ['ferry'], [other]: ['f'] } },
      'Ferry (2)': { kind: 'object', name: 'Ferry', types: { [one]: ['mary'], [other]: ['mary'] } },
      'Ferry (3)': { kind: 'object', name: 'Ferry', types: { [one]: ['mary'], [other]: ['mary'] } },
      nowhere: { kind: 'type', name: 'nowhere', types: { [other]: ['nowhere'] } },
      lost: { kind: 'object', name: 'lost', types: { [one]: ['lost'] } },
    })
    expect(lines.map(({ unit, labels }) => [unit, labels[one], labels[other]])).toEqual([
      [ids[0], 'Ferry', 'Ferry'],
      [ids[1], 'Ferry (2)', 'Ferry (2)'],
      [ids[2], 'Ferry (3)', 'nowhere'],
      [ids[3], 'lost', 'Ferry (3)'],
    ])
    const report = await made(ann.get(`/api/videos/${videoId}/agreement?personaIds=${one},${other}`))
    expect([report.types.units, report.object.units, report.mixed]).toEqual([1, 2, 1])
  })

  it('takes the parameters of the report', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann, 'One'), await persona(ann, 'Other')]
    const rejected = await draw(ann, typed(videoId, one, 'car'), [0, 0, 9])
    await draw(ann, typed(videoId, other, 'car'), [60, 0, 9])
    expect((await units(ann, videoId, [one, other])).lines).toEqual([])
    const { head, lines } = await units(ann, videoId, [one, other], '&minIou=0.2&step=4&from=1&seed=7')
    expect(head).toMatchObject({ minIou: 0.2, frames: { from: 1, to: 9, step: 4, count: 2 } })
    expect(lines).toMatchObject([{ unit: rejected, frames: [4, 8] }])
    await made(ann.post('/api/reviews', { ids: [rejected], state: 'rejected' }))
    const after = await units(ann, videoId, [one, other], '&minIou=0.2')
    expect([after.lines, after.headers.get('x-export-left-out')]).toEqual([[], 'alone=1, other-states=1'])
    const all = await units(ann, videoId, [one, other], '&minIou=0.2&reviewState=open,rejected')
    expect(all.lines).toHaveLength(1)
  })

  it('is one line for a video without content', async () => {
    const videoId = await makeVideo(api)
    const { head, lines, headers } = await units(ann, videoId, [await persona(ann, 'A'), await persona(ann, 'B')])
    expect([head.values, head.frames.count, lines, headers.get('x-export-left-out')]).toEqual([{}, 0, [], ''])
  })

  it('splits no line at a character that ends lines elsewhere, and keeps names as they are', async () => {
    const videoId = await makeVideo(api)
    const names = ['a\u2028b', '__proto__', '7', 'Ünï "x"']
    const types = names.map((name, at) => ({ id: `t${at}`, name }))
    const [one, other] = [await persona(ann, 'A\u0085B', types), await persona(ann, 'B', types)]
    for (const [at, { id }] of types.entries())
      for (const personaId of [one, other]) await draw(ann, typed(videoId, personaId, id), [1000 * at, 0, 9])
    const text = await (await request(ann, videoId, [one, other])).text()
    expect(text).not.toMatch(/[\u2028\u2029\u0085]/)
    const { head, lines } = await units(ann, videoId, [one, other])
    expect(Object.keys(head.values).sort()).toEqual([...names].sort())
    expect(lines.map(({ labels }) => labels[one])).toEqual(names)
    expect(lines.map(({ soft }) => Object.entries(soft))).toEqual(names.map((name) => [[name, 1]]))
    expect(head.annotators[one].name).toBe('A\u0085B')
  })

  it('holds nothing of what the caller may not read', async () => {
    const videoId = await makeVideo(api)
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: 'port-of-units' }))
    await made(ann.post(`/api/projects/${project.id}/members`, { userId: ben.id, role: 'annotator' }))
    const [one, other] = [
      await persona(ann, 'One', [{ id: 'car', name: 'Car' }], project.id),
      await persona(ann, 'Other', [{ id: 'car', name: 'Car' }], project.id),
    ]
    const inProject = (personaId: string) => ({ ...typed(videoId, personaId, 'car'), projectId: project.id })
    const shown = await draw(ann, inProject(one), [0, 0, 9])
    await draw(ann, inProject(other), [0, 0, 9])
    // Of the same personas, in a project of which Ben knows nothing.
    const { id: projectId } = await made(ann.post('/api/projects', { name: 'Yard', slug: 'yard-of-units' }))
    await made(ann.put(`/api/projects/${projectId}/world`, { entities: [{ id: 'secret', name: 'The secret ship' }] }))
    for (const personaId of [one, other])
      await draw(ann, { ...linked(videoId, personaId, 'secret'), projectId }, [700, 0, 9])
    expect((await units(ann, videoId, [one, other])).lines).toHaveLength(2)
    const seen = await units(ben, videoId, [one, other])
    expect(seen.lines.map(({ unit }) => unit)).toEqual([shown])
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect(seen.headers.get('x-export-left-out')).toBe('')
    const own = await persona(ann, 'Own')
    const unknown = '0193e5a0-0000-7000-8000-000000000000'
    for (const id of [own, unknown]) {
      const answer = await ben.get(`/api/export/agreement?videoId=${videoId}&personaIds=${one},${id}`)
      expect([answer.status, answer.body.error]).toEqual([404, 'Persona not found'])
    }
    const nowhere = await ann.get(`/api/export/agreement?videoId=nowhere&personaIds=${one},${other}`)
    expect([nowhere.status, nowhere.body.error]).toEqual([404, 'Video not found'])
  })

  it('is refused like the report, and frees its place', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann, 'One'), await persona(ann, 'Other')]
    const of = `/api/export/agreement?videoId=${videoId}`
    for (const [query, field] of [
      [`personaIds=${one}`, 'personaIds'],
      [`personaIds=${one},me`, 'personaIds.1'],
      [`personaIds=${one},${other}&minIou=0`, 'minIou'],
      [`personaIds=${one},${other}&step=0`, 'step'],
      [`personaIds=${one},${other}&from=5&to=4`, 'from'],
      [`personaIds=${one},${other}&reviewState=done`, 'reviewState.0'],
    ]) {
      const answer = await ann.get(`${of}&${query}`)
      expect([answer.status, answer.body.details?.map((detail: { field: string }) => detail.field)]).toEqual([
        400,
        [field],
      ])
    }
    expect((await ann.get(`/api/export/agreement?personaIds=${one},${other}`)).status).toBe(400)
    expect((await api.anonymous.get(`${of}&personaIds=${one},${other}`)).status).toBe(401)
    await draw(ann, typed(videoId, one, 'car'), [0, 0, 200_000_001])
    const large = await ann.get(`${of}&personaIds=${one},${other}`)
    expect([large.status, large.body.code]).toEqual([413, 'COST_LIMIT'])
    expect(large.body.error).toContain('`step`')
    expect(api.app.services.admission.counts('export').running).toBe(0)
  })

  it('needs the scope export of a token, and is recorded with its parameters', async () => {
    const videoId = await makeVideo(api)
    const [one, other] = [await persona(ann, 'One'), await persona(ann, 'Other')]
    const path = `/api/export/agreement?videoId=${videoId}&personaIds=${one},${other}&step=2`
    const tokenOf = async (scope: string) =>
      (await made(ann.post('/api/tokens', { name: scope, scopes: [scope] }))).token as string
    const statusOf = async (token: string) =>
      (await fetch(api.url + path, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await statusOf(await tokenOf('read')), await statusOf(await tokenOf('export'))]).toEqual([403, 200])
    const { entries } = await made(admin.get(`/api/admin/audit?kind=export&actorId=${ann.id}&first=1`))
    expect(entries[0].details).toEqual({
      contents: 'agreement',
      format: 'ndjson',
      filters: { videoId, personaIds: [one, other], step: 2 },
    })
  })
})

describe('clients of the export of units', () => {
  let path: string
  let videoId: string
  let personaIds: string[]
  beforeAll(async () => {
    videoId = await makeVideo(api)
    personaIds = [await persona(ann, 'One'), await persona(ann, 'Other')]
    for (const personaId of personaIds) await draw(ann, typed(videoId, personaId, 'car'), [0, 0, 9])
    path = `/api/export/agreement?videoId=${videoId}&personaIds=${personaIds.join()}`
  })

  /** Runs the command as Ann; returns its exit code and what it says. */
  async function command(...args: string[]) {
    let says = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((says += String(text))))
    vi.stubEnv('PARALLAX_URL', api.url)
    vi.stubEnv('PARALLAX_COOKIE', ann.cookie)
    return { code: await exportCommand(args), says }
  }

  it('get the same file by the command line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parallax-units-'))
    try {
      const file = join(folder, 'units.jsonl')
      const [one, other] = personaIds as [string, string]
      const named = ['--file', 'agreement', '--video', videoId, '--persona', one, '--persona', other]
      const more = ['--min-iou', '0.3', '--step', '2', '--from', '1', '--to', '7', '--review', 'open', file, '--json']
      const { code, says } = await command(...named, ...more)
      expect([code, JSON.parse(says)]).toMatchObject([0, { success: true, file, lines: 2 }])
      const { text } = await ann.get(`${path}&minIou=0.3&step=2&from=1&to=7&reviewState=open`)
      expect([readFileSync(file, 'utf8'), text.split('\n')[1]]).toEqual([
        text,
        expect.stringContaining('"frames":[2,6]'),
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('learn on the command line what is missing or does not belong there', async () => {
    const both = personaIds.flatMap((id) => ['--persona', id])
    const needs = '--file agreement needs one --video and at least two --persona'
    for (const [args, message] of [
      [['--file', 'agreement', ...both], needs],
      [['--file', 'agreement', '--video', videoId, '--persona', personaIds[0]!], needs],
      [['--file', 'agreement', '--video', videoId, ...both, '--scope', 'all'], '--file agreement takes no --scope'],
      [['--file', 'agreement', '--video', videoId, ...both, '--resume'], '--file agreement takes no --resume'],
      [['--step', '2'], '--step is for --file agreement'],
    ] as const) {
      const { code, says } = await command(...args)
      expect([code, says]).toEqual([2, expect.stringContaining(message)])
    }
    const { code, says } = await command('--file', 'agreement', '--video', videoId, ...both, '--step', 'two')
    expect([code, says]).toEqual([1, expect.stringContaining('The server answered 400')])
  })

  it.skipIf(python === undefined)('get the same lines by the Python client', async () => {
    const call = `list(px.export_agreement(${JSON.stringify(videoId)}, ${JSON.stringify(personaIds)}, minIou=0.3, step=2,
      reviewState=["open", "rejected"], **{"from": 1}))`
    const lines = await scriptsFor(api.url).valueOf(ann, '', call)
    const { text } = await ann.get(`${path}&minIou=0.3&step=2&from=1&reviewState=open,rejected`)
    expect(lines).toEqual(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  })
})

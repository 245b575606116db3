import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person

const personas: string[] = []

/**
 * Ann owns 8 personas with types, a summary with a tree of claims for each, annotations, relations, projects with
 * members.
 */
beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  const make = async (path: string, body: unknown) => {
    const answer = await ann.post(path, body)
    expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  await made(
    ann.put('/api/world', {
      entities: [
        { id: 'e1', name: 'Ferry' },
        { id: 'e2', name: 'Pier' },
      ],
      events: [{ id: 'ev', location: 'e1' }],
    }),
  )
  for (let i = 0; i < 8; i++) {
    const videoId = `video-${i}`
    await api.app.services.db
      .insertInto('videos')
      .values({ id: videoId, filename: `${videoId}.mp4`, path: `/${videoId}.mp4`, size: 1 })
      .execute()
    const personaId = (await make('/api/personas', { name: `Persona ${i}`, role: 'Scout', informationNeed: 'Who?' })).id
    personas.push(personaId)
    await made(
      ann.put(`/api/personas/${personaId}/ontology`, {
        entities: [{ id: 'ship', name: 'Ship', gloss: [{ type: 'text', content: 'x' }] }],
      }),
    )
    const summary = (await make('/api/summaries', { videoId, personaId, summary: 'A ferry leaves.' })).id
    const claims: string[] = []
    for (let level = 0; level < 5; level++) {
      const gloss = [
        { type: 'text', content: 'A ' },
        { type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId },
        { type: 'objectRef', content: 'e1' },
      ]
      const body = { text: `claim ${level}`, gloss, ...(claims.length && { parentClaimId: claims.at(-1) }) }
      claims.push((await make(`/api/summaries/${summary}/claims`, body)).id)
      if (claims.length > 1)
        await make(`/api/claims/${claims.at(-1)}/relations`, {
          targetClaimId: claims.at(-2),
          relationTypeId: 'supports',
        })
    }
    for (let frame = 0; frame < 3; frame++) {
      const boxes = [{ frameNumber: frame, x: 1, y: 2, width: 3, height: 4, isKeyframe: true }]
      await make('/api/annotations', {
        videoId,
        type: 'type',
        personaId,
        label: 'ship',
        frames: { boxes, interpolationMode: 'linear' },
      })
    }
    await make('/api/projects', { name: `Project ${i}`, slug: `project-${i}` })
  }
})
afterAll(() => api.stop())

async function statements(query: string, variables: Record<string, unknown>): Promise<number> {
  const { result, statements } = await statementsOf(() => ann.graph(query, variables))
  expect(result.errors, JSON.stringify(result.errors)).toBeUndefined()
  return statements.length
}

/** Queries of lists; each must take as many SQL statements for two items as for many. */
const lists: Record<string, string> = {
  'personas with owner and ontology':
    'personas(first: $n) { nodes { id owner { username } ontology { id types { name extra } } } }',
  'summaries with video, persona, creator and claims':
    'summaries(first: $n) { nodes { id video { id } persona { name ontology { types { id } } } creator { username } claims { id text gloss { type content } } claimCount } }',
  'claims with parents, summaries and relations':
    'claims(first: $n) { nodes { id parent { id } summary { id persona { name } } creator { username } outgoing { target { text } } incoming { source { text } } subclaims { id } } }',
  'annotations with their targets':
    'videos(first: $n) { nodes { id annotations(first: 10) { nodes { id persona { name } creator { username } } } } }',
  'annotations and claims of types':
    'personas(first: $n) { nodes { ontology { types { annotations(first: 2) { nodes { id } totalCount } claims(first: 2) { nodes { id } totalCount } } } } }',
  'what the viewer may do':
    'summaries(first: $n) { nodes { id viewerCan { update delete share } persona { viewerCan { update } } claims { viewerCan { delete } } } } projects(first: $n) { nodes { viewerCan { update } } }',
  'projects with members': 'projects(first: $n) { nodes { id members { role user { username } } } }',
  'videos with summaries and assignments':
    'videos(first: $n) { nodes { id summaries { id claims { id } } assignments { id } } }',
}

describe('SQL statements of one request', () => {
  for (const [name, selection] of Object.entries(lists)) {
    it(`are as many for two items as for a page: ${name}`, async () => {
      const query = `query ($n: Int!) { ${selection} }`
      await statements(query, { n: 8 })
      const few = await statements(query, { n: 2 })
      expect(await statements(query, { n: 8 })).toBe(few)
      expect(few).toBeLessThanOrEqual(14)
    })
  }

  it('read the report of an import only where it is asked for', async () => {
    const row = { importedBy: ann.id, filename: 'lines.jsonl', importOptions: '{}', success: true }
    await api.app.services.db
      .insertInto('importHistory')
      .values([1, 2, 3].map((n) => ({ ...row, id: newId(), result: `{"n":${n}}` })))
      .execute()
    const read = async (fields: string) => {
      const { result, statements } = await statementsOf(() => ann.graph(`{ imports { nodes { id ${fields} } } }`))
      return {
        nodes: result.data.imports.nodes,
        reports: statements.filter((text) => text.includes('"result"')).length,
      }
    }
    expect(await read('filename importOptions')).toMatchObject({ nodes: { length: 3 }, reports: 0 })
    const asked = await read('result')
    expect(asked.reports).toBe(1)
    expect(asked.nodes.map((node: { result: { n: number } }) => node.result.n).sort()).toEqual([1, 2, 3])
  })

  it('are as many for one level of claims as for five', async () => {
    const query = (levels: number) =>
      `query ($n: Int!) { summaries(first: $n) { nodes { claims { ${'subclaims { id text '.repeat(levels)}${'}'.repeat(levels)} } } } }`
    await statements(query(1), { n: 8 })
    expect(await statements(query(5), { n: 8 })).toBe(await statements(query(1), { n: 8 }))
  })

  it('ask once for a person who made things on several levels of the answer', async () => {
    const query = '{ summaries(first: 3) { nodes { creator { id username } claims { creator { id username } } } } }'
    const { result, statements: sent } = await statementsOf(() => ann.graph(query))
    expect(result.errors).toBeUndefined()
    expect(result.data.summaries.nodes[0].claims[0].creator).toEqual({ id: ann.id, username: 'ann' })
    expect(sent.filter((text) => /from users u\b/.test(text))).toHaveLength(1)
  })
})

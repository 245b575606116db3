import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buildSchema, Kind, parse, type OperationDefinitionNode } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { costOf, type Variables } from '../../src/graphql/documents/cost.js'
import { openListSizes, type ListSizes } from '../../src/graphql/documents/list-sizes.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let owner: Person
let sizes: ListSizes
let known: Record<string, unknown>

/** 20 videos, 200 summaries, 5,000 claims, 2,000 relations and 10,000 annotations of one person. */
const data = { file: '', folder: mkdtempSync(join(tmpdir(), 'parallax-pages-')) }
const generate = (...given: string[]) => {
  const { stdout, status } = spawnSync('node', ['bench/generate.mjs', '--scale', '1', ...given], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`generate.mjs ended with ${status}`)
  return stdout
}

beforeAll(async () => {
  api = await startApi()
  owner = await api.admin()
  data.file = join(data.folder, 'data.jsonl')
  generate('--out', data.file)
  const info = JSON.parse(generate('--info'))
  const videos = JSON.parse(generate('--list-videos')) as string[]
  const rows = videos.map((id) => ({ id, filename: `${id}.mp4`, path: `/nowhere/${id}.mp4` }))
  await api.app.services.db.insertInto('videos').values(rows).execute()
  const form = new FormData()
  form.append('file', new Blob([readFileSync(data.file)]), 'data.jsonl')
  const imported = await owner.request('/api/import', { method: 'POST', body: form })
  expect(await imported.json()).toMatchObject({ success: true })
  await api.app.services.pool.query('analyze')
  const opened = openListSizes(api.app.services)
  const before = opened.now()
  while ((sizes = opened.now()) === before) await setTimeout(20)
  opened.close()
  expect(sizes.averages['Summary.claims']).toBe(25)
  const { summaries, personas } = await made(
    owner.graph('{ summaries(first: 2) { nodes { id } } personas(first: 2) { nodes { id } } }'),
  )
  known = {
    videoId: info.firstVideoId,
    summaryId: summaries.nodes[0].id,
    otherSummaryId: summaries.nodes[1].id,
    personaId: personas.nodes[0].id,
  }
})
afterAll(async () => {
  await api.stop()
  rmSync(data.folder, { recursive: true })
})

/** The page that a front end asks for, at the size that is the default. */
const nested = `query Nested($videoId: ID!) { summaries(filter: { videoId: $videoId }) { nodes { id creator { id username }
  claims { ...Parts subclaims { ...Parts subclaims { ...Parts } } } } } }
fragment Parts on Claim { id text gloss { type content } creator { id } outgoing { id relationTypeId target { id } } }`
const firstQuery = '{ videos { nodes { id filename duration summaries { claims { text subclaims { text } } } } } }'

/** The operations of the manual, the examples and the desk that read, without those that need ids of other things. */
function operations(): [name: string, source: string][] {
  const desk = JSON.parse(readFileSync('web/generated/persisted-documents.json', 'utf8')) as Record<string, string>
  const examples = readFileSync('examples/typed-clients/src/operations.graphql', 'utf8')
  const sources = [nested, firstQuery, examples, ...Object.values(desk)]
  return sources.flatMap((source) =>
    operationsIn(source)
      .filter((one) => one.operation === 'query' && one.variableDefinitions?.every(isKnown))
      .map((one): [string, string] => [one.name?.value ?? 'first query of the README', source]),
  )
}
const operationsIn = (source: string) =>
  parse(source).definitions.filter((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION)
const isKnown = ({
  variable,
  type,
  defaultValue,
}: NonNullable<OperationDefinitionNode['variableDefinitions']>[number]) =>
  variable.name.value in known || type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined

describe('ordinary pages of a full data set', () => {
  it('are never refused for their price, at their default sizes', async () => {
    const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
    const rows: { name: string; price: number; actual: number; refused: boolean }[] = []
    for (const [name, source] of operations()) {
      const operation = operationsIn(source).find((one) => (one.name?.value ?? 'first query of the README') === name)!
      const wanted = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      const variables: Variables = Object.fromEntries(
        wanted.flatMap((one) => (one in known ? [[one, known[one]]] : [])),
      )
      const price = costOf(schema, parse(source), operation, variables, sizes)
      const response = await owner.request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: source, variables, ...(operation.name && { operationName: name }) }),
      })
      const { errors, extensions } = (await response.json()) as any
      // Without a model service, what is asked of it fails by itself.
      const limits = (errors ?? []).flatMap((error: any) => error.extensions.limit ?? [])
      expect([name, limits]).toEqual([name, []])
      rows.push({ name, price, actual: extensions?.cost?.actual ?? 0, refused: price > 50_000 })
    }
    expect(rows.length).toBeGreaterThan(30)
    const dearest = rows.sort((a, b) => b.price - a.price).slice(0, 10)
    for (const { name, price, actual } of dearest) process.stdout.write(`${name}: price ${price}, actual ${actual}\n`)
    expect(rows.filter(({ refused }) => refused)).toEqual([])
  })
})

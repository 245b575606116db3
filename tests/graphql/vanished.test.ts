import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

/** Runs an SQL statement in another process while this one stands still, just before the second read of claims. */
async function beforeSecondRead<T>(statement: string, act: () => Promise<T>): Promise<T> {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const { connectionString } = api.app.services.pool.options
  const script = `import pg from 'pg'
    const client = new pg.Client(${JSON.stringify(connectionString)})
    await client.connect()
    await client.query(${JSON.stringify(statement)})
    await client.end()`
  let reads = 0
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text ?? '')
    if (/\bfrom "?claims"?/.test(text) && ++reads === 2)
      execFileSync(process.execPath, ['--input-type=module', '--eval', script])
    return send.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    return await act()
  } finally {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  }
}

describe('an object that is deleted between two reads of an operation', () => {
  it('is null with an error at its place, as the schema promises, and the others are there', async () => {
    const { summaryId, claimId, otherClaimId } = await makeContent(ann, await makeVideo(api))
    const { id } = await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'A buoy floats' }))
    const asked = `{ summary(id: "${summaryId}") { claimTree(first: 10) { edges { node { id } } nodes { id } } } }`
    const { data, errors } = await beforeSecondRead(`delete from claims where id = '${id}'`, () => ann.graph(asked))
    const nodes = [{ id: claimId }, { id: otherClaimId }, null]
    expect(data.summary.claimTree).toEqual({ edges: nodes.map((node) => ({ node })), nodes })
    const refused = (...at: (string | number)[]) =>
      expect.objectContaining({
        message: 'Claim not found',
        path: ['summary', 'claimTree', ...at],
        extensions: expect.objectContaining({ code: 'NOT_FOUND' }),
      })
    expect(errors).toEqual([refused('edges', 2, 'node'), refused('nodes', 2)])
  })
})

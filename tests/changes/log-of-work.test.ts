import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSchedules } from '../../src/operations/schedule.service.js'
import { schedules } from '../../src/schedules.js'
import { generated, importLines } from '../exchange/support.js'
import type { Person } from '../support/api.js'
import { claimsAnswer, startScriptedApi, summaryAnswer, type ScriptedApi } from '../support/scripted-model.js'
import { made } from '../support/workspace.js'
import { differences, kept, nameOfEntry, readEntries, readState, takeBack, type Entry } from './recorded.js'

let api: ScriptedApi
let ann: Person
beforeAll(async () => {
  api = await startScriptedApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const pool = () => api.app.services.pool

/** Does the work and compares what it changed with the entries that it left, which are returned. */
async function logged(work: () => Promise<unknown>): Promise<Entry[]> {
  const { rows } = await pool().query('select coalesce(max(seq), 0)::int as seq from changes')
  const before = await readState(pool())
  await work()
  const after = await readState(pool())
  const entries = await readEntries(pool(), rows[0].seq)
  const named = new Set(entries.map(nameOfEntry))
  expect(differences(before, after).filter((one) => !named.has(one.replace(/^\w+ /, '')))).toEqual([])
  expect(kept(await takeBack(pool(), after, entries))).toEqual(kept(before))
  return entries
}

const waysOf = (entries: readonly Entry[]) => [...new Set(entries.map(({ via, actorId }) => `${via} of ${actorId}`))]

describe('the log of changes, of work that is no act of one row', () => {
  // One line in forty of the many kinds; what refers to a line that is left out is reported and left out itself.
  const data = generated('--scale', '1')
    .split('\n')
    .filter((line, n) => !/^."type":"(annotation|claim|claim_relation)"/.test(line) || n % 40 === 0)
    .join('\n')

  it('has every row that an import makes, by whom and through what', async () => {
    const entries = await logged(async () => {
      expect((await importLines(ann, data)).body.success).toBe(true)
    })
    expect(waysOf(entries)).toEqual([`session of ${ann.id}`])
    expect(new Set(entries.map(({ kind }) => kind)).size).toBeGreaterThan(10)
    expect(entries.length).toBeGreaterThan(300)
  })

  it('has every row that an import replaces, as it was before', async () => {
    const changed = data.replaceAll('"confidence":0.', '"confidence":0.1').replaceAll('"informationNeed":"', '$&New: ')
    const conflictResolution = {
      personas: 'replace',
      worldObjects: 'replace',
      sequences: { duplicateSequenceIds: 'replace', overlappingFrameRanges: 'replace-overlap' },
    }
    const entries = await logged(async () => {
      expect((await importLines(ann, changed, { conflictResolution })).body.success).toBe(true)
    })
    expect(entries.filter(({ operation }) => operation === 'update').length).toBeGreaterThan(100)
  })

  it('has what jobs write, for the user who asked, by the job and with the request', async () => {
    const videoId = await api.video()
    const { id: personaId } = await made(
      ann.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' }),
    )
    api.behaviours.set('/api/summarize', summaryAnswer(videoId, 'A red car stops at the gate.'))
    api.behaviours.set('/api/extract-claims', claimsAnswer('A red car stops.', 'There is a gate.'))
    const jobs: any[] = []
    const entries = await logged(async () => {
      jobs.push(await api.done(ann, '/api/videos/summaries/generate', { videoId, personaId }))
      jobs.push(await api.done(ann, `/api/summaries/${jobs[0].result.id}/claims/generate`, { minConfidence: 0 }))
      expect(jobs.map(({ status }) => status)).toEqual(['completed', 'completed'])
    })
    expect(waysOf(entries)).toEqual([`job of ${ann.id}`])
    const { rows } = await pool().query('select id from jobs where public_id = any($1) order by created_at', [
      jobs.map(({ id, jobId }) => id ?? jobId),
    ])
    expect([...new Set(entries.map(({ viaId }) => viaId))]).toEqual(rows.map(({ id }: { id: string }) => id))
    expect(entries.filter(({ kind, operation }) => kind === 'claim' && operation === 'insert')).toHaveLength(2)
    for (const { requestId } of entries) expect(requestId).toMatch(/^[\w.-]+$/)
  })

  it('has what periodic work removes, under its name', async () => {
    const robot = await made(ann.post('/api/tokens', { name: 'Robot', scopes: ['read'] }))
    await pool().query(`update api_tokens set expires_at = now() - interval '100 days' where id = $1`, [robot.id])
    const entries = await logged(() => startSchedules(api.app.services, schedules).stop())
    expect(entries.map(({ kind, operation, via, viaId, actorId }) => [kind, operation, via, viaId, actorId])).toEqual([
      ['api_token', 'delete', 'schedule', 'expired tokens', null],
    ])
  })
})

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, printed, python } from '../clients/scripts.js'
import { exportLines } from '../exchange/support.js'
import { blockOf } from '../pages/blocks.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'

// Runs what docs/changes.md and docs/python.md tell readers to do, with what the Python of this machine has.

const duckdb = [process.env['PARALLAX_TEST_PYTHON'], 'python3', '/usr/bin/python3'].find(
  (one) => one !== undefined && spawnSync(one, ['-c', 'import duckdb'], { stdio: 'ignore' }).status === 0,
)

let api: TestApi
let ann: Person
let folder: string
beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  folder = mkdtempSync(join(tmpdir(), 'parallax-changes-'))
  await makeContent(ann, await makeVideo(api))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await api.stop()
})

const positionOf = async () => (await ann.request('/api/export/all')).headers.get('x-export-position') ?? ''

/** Changes something of each kind: a line is new, one has changed, and some have gone. */
async function change(): Promise<void> {
  const { claimId, otherClaimId } = await makeContent(ann, await makeVideo(api))
  await made(ann.put(`/api/claims/${claimId}`, { text: 'A ferry has left' }))
  await made(ann.delete(`/api/claims/${otherClaimId}`))
}

describe('the recipes of the page about changes', () => {
  it.skipIf(duckdb === undefined)('keep a table of DuckDB equal to the export', async () => {
    const update = blockOf('docs/changes.md', 'create table if not exists lines')
    const select = blockOf('docs/changes.md', 'order by id')
    let since = (await positionOf()).split('-').slice(0, 3).join('-')
    for (let i = 0; i < 3; i += 1) {
      await settled(api)
      const answer = await (await ann.request(`/api/changes?since=${since}`)).text()
      writeFileSync(join(folder, 'answer.ndjson'), answer)
      since = JSON.parse(answer.trim().split('\n').at(-1)!).position
      const code = `import duckdb, json
db = duckdb.connect('copy.db')
db.execute(${JSON.stringify(update)})
print(json.dumps([db.execute(${JSON.stringify(select)}).fetchall(), [row[0] for row in db.execute("select line from lines").fetchall()]]))`
      const [claims, lines] = JSON.parse(execFileSync(duckdb!, ['-c', code], { cwd: folder, encoding: 'utf8' })) as [
        [string, string][],
        string[],
      ]
      const expected = await exportLines(ann)
      const sorted = (values: unknown[]) => values.map((one) => JSON.stringify(one)).sort()
      expect(sorted(lines.map((one) => JSON.parse(one)))).toEqual(sorted(expected))
      const ofClaims = expected.filter(({ type }) => type === 'claim').map(({ data }) => [data.id, data.text])
      expect(sorted(claims)).toEqual(sorted(ofClaims))
      await change()
    }
  })

  it.skipIf(python === undefined)(
    'keep a dictionary of Python equal to the export, and tell what to do at 410',
    async () => {
      await settled(api)
      const code = blockOf('docs/python.md', 'px.export_position()')
      const again = code.slice(code.indexOf('for change in'))
      const more = `${code}${again}print(json.dumps(sorted(json.dumps(line, sort_keys=True) for line in lines.values())))
print(json.dumps(sorted(json.dumps(line, sort_keys=True) for line in px.export())))`
      const [first, second, copy, all] = (await printed(ann, api.url, `import json\n${more}`)).trim().split('\n')
      expect(Number(first)).toBeGreaterThan(4)
      expect(second).toBe(first)
      expect(copy).toBe(all)
      const since = await positionOf()
      await change()
      await settled(api)
      const script = `${begin}print(json.dumps([one["change"] for one in px.changes(${JSON.stringify(since)}, kinds="claim")]))
try:
    list(px.changes("00000000-1-0"))
except ApiError as error:
    print(error.status, error.code)`
      const [changes, refusal] = (await printed(ann, api.url, script)).trim().split('\n')
      expect(JSON.parse(changes ?? '')).toEqual(['gone', 'set', 'position'])
      expect(refusal).toBe('410 GONE')
    },
  )
})

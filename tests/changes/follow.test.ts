import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteChangesBefore } from '../../src/database/changes/old-changes.js'
import { exportText } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await startApi()
  folder = mkdtempSync(join(tmpdir(), 'parallax-follow-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await api.stop()
})

/** Runs the command until the copy is up to date; returns its exit code and what it said. */
async function follow(who: Person, to: string, ...more: string[]): Promise<{ code: number; said: string }> {
  await settled(api)
  return new Promise((done) => {
    const env = { ...process.env, PARALLAX_URL: api.url, PARALLAX_COOKIE: who.cookie }
    const args = ['bin/parallax.mjs', 'follow', to, '--once', '--json', ...more]
    execFile(process.execPath, args, { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
}
const copyIn = (to: string) => readFileSync(join(to, 'copy.ndjson'), 'utf8')

describe('parallax follow', () => {
  it('fetches everything at first, then what changed, and everything again once the log has lost its position', async () => {
    const ann = await api.person()
    const to = join(folder, 'own')
    await makeContent(ann, await makeVideo(api))
    expect(await follow(ann, to)).toEqual({ code: 0, said: expect.stringContaining('"reset":true') })
    expect(copyIn(to)).toBe(await exportText(ann))
    const { claimId } = await makeContent(ann, await makeVideo(api))
    await made(ann.delete(`/api/claims/${claimId}`))
    expect(await follow(ann, to)).toEqual({ code: 0, said: expect.stringContaining('"reset":false') })
    expect(copyIn(to)).toBe(await exportText(ann))
    // A position that was cut while it was written, and a copy that is older than the state.
    appendFileSync(join(to, 'state.ndjson'), '{"change":"posi')
    writeFileSync(join(to, 'copy.ndjson'), '')
    await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }] }))
    expect((await follow(ann, to)).code).toBe(0)
    expect(copyIn(to)).toBe(await exportText(ann))
    await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Ship' }] }))
    await deleteChangesBefore(api.app.context().db, new Date(Date.now() + 9 * 86_400_000))
    expect(await follow(ann, to)).toEqual({ code: 0, said: expect.stringContaining('"reset":true') })
    expect(copyIn(to)).toBe(await exportText(ann))
  })

  it('removes the copy of what may not be exported any more, and says so', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'project_manager' }))
    await makeContent(ann, await makeVideo(api), id)
    const to = join(folder, 'project')
    expect((await follow(ben, to, '--scope', `project:${id}`)).code).toBe(0)
    expect(copyIn(to)).toBe(await exportText(ben, `/api/export/all?scope=project:${id}`))
    const other = await follow(ben, to)
    expect(other).toEqual({ code: 2, said: expect.stringContaining('choose another folder') })
    await made(ann.delete(`/api/projects/${id}/members/${ben.id}`))
    const { code, said } = await follow(ben, to, '--scope', `project:${id}`)
    expect([code, said]).toEqual([1, expect.stringContaining('The copy was removed')])
    for (const name of ['copy.ndjson', 'state.ndjson']) expect(existsSync(join(to, name))).toBe(false)
  })
})

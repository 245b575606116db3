import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { exportText } from '../exchange/support.js'
import { blockOf } from '../pages/blocks.js'
import { openShell, variablesOf, type Shell } from '../pages/shell.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

// Runs the lines for a shell in README.md and docs/ as they stand: twice, before there is something to fetch, and for
// two users in one folder.

const missing = ['curl', 'gunzip', 'sha256sum'].find((program) => spawnSync(program, ['--help']).error !== undefined)

let api: TestApi
let workers: { close(): Promise<void> }
let shell: Shell
beforeAll(async () => {
  if (missing !== undefined) return
  api = await startApi()
  workers = createWorkers(api.app)
  shell = openShell()
})
afterAll(async () => {
  if (missing !== undefined) return
  await workers.close()
  await api.stop()
  shell.remove()
})

const run: Shell['run'] = (...given) => shell.run(...given)
const envOf = (who: Person, url = api.url) => variablesOf(who, url)

describe.skipIf(missing !== undefined)('the lines for curl on the page about tokens', () => {
  const once = blockOf('docs/tokens.md', '> token.txt')
  const nightly = blockOf('docs/tokens.md', 'sha256sum')
  const printed = blockOf('docs/tokens.md', '7 lines')

  it('print what the page says, and tomorrow what the export is then', async () => {
    const ann = await api.person()
    const folder = shell.folder(ann.username)
    await makeContent(ann, await makeVideo(api))
    expect(await run(once, folder, envOf(ann))).toEqual({ code: 0, out: '' })
    for (const name of readdirSync(folder)) expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
    expect(await run(nightly, folder, envOf(ann))).toEqual({ code: 0, out: printed })
    const unpacked = () => spawnSync('gunzip', ['-c', join(folder, 'all.ndjson.gz')], { encoding: 'utf8' }).stdout
    await settled(api)
    expect(unpacked()).toBe(await exportText(ann))
    await makeContent(ann, await makeVideo(api))
    expect((await run(nightly, folder, envOf(ann))).code).toBe(0)
    await settled(api)
    expect(unpacked()).toBe(await exportText(ann))
    // Nothing stays behind on the server, which keeps 20 exports of a user.
    expect(await made(ann.get('/api/exports'))).toEqual([])
  })

  it('fail without a file where the server cannot be reached or refuses the token', async () => {
    const ann = await api.person()
    const folder = shell.folder(ann.username)
    expect((await run(once, folder, envOf(ann, `http://127.0.0.1:${await freePort()}`))).code).not.toBe(0)
    expect((await run(once, folder, envOf(ann))).code).toBe(0)
    for (const { id } of (await made(ann.get('/api/tokens'))) as { id: string }[])
      await made(ann.delete(`/api/tokens/${id}`))
    expect((await run(nightly, folder, envOf(ann))).code).not.toBe(0)
    expect(existsSync(join(folder, 'all.ndjson.gz'))).toBe(false)
  })
})

describe.skipIf(missing !== undefined)('the lines for curl on the page about formats', () => {
  it('write the file of a project, and none where it is refused', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const { id } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await makeContent(ann, await makeVideo(api), id)
    const once = blockOf('docs/tokens.md', '> token.txt')
    const coco = blockOf('docs/formats.md', 'project.coco.json')
    for (const [who, isMember] of [
      [ann, true],
      [ben, false],
    ] as const) {
      const folder = shell.folder(who.username)
      await run(once, folder, envOf(who))
      const env = { ...envOf(who), PROJECT: id }
      for (let times = 0; times < 2; times += 1) expect((await run(coco, folder, env)).code === 0).toBe(isMember)
      expect(existsSync(join(folder, 'project.coco.json'))).toBe(isMember)
    }
    expect(
      JSON.parse(readFileSync(join(shell.folder(ann.username), 'project.coco.json'), 'utf8')).annotations,
    ).toBeDefined()
  })
})

describe.skipIf(missing !== undefined)('the lines for curl of README.md', () => {
  const query = blockOf('README.md', 'curl -sSf -c jar')
  const [, password = ''] = /"password":"([^"]*)"/.exec(query) ?? []

  it('sign in, find the videos and ask for them, as often as they are run', async () => {
    const code = query.replaceAll('http://127.0.0.1:3001', api.url)
    const own = code.replace(password, api.app.services.config.adminPassword ?? '')
    mkdirSync(join(api.folder, 'videos'), { recursive: true })
    copyFileSync('tests/fixtures/videos/dust-storm.webm', join(api.folder, 'videos', 'dust-storm.webm'))
    for (let times = 0; times < 2; times += 1) {
      const { code: ended, out } = await run(own, shell.folder('readme'), {})
      expect([ended, out]).toEqual([0, expect.stringMatching(/"nodes":\[\{"id"/)])
    }
  })

  it('stop at the first that is refused, or that comes before the server answers', async () => {
    const early = query.replaceAll('http://127.0.0.1:3001', `http://127.0.0.1:${await freePort()}`)
    expect((await run(early, shell.folder('early'), {})).code).toBe(7)
    const wrong = query.replaceAll('http://127.0.0.1:3001', api.url)
    expect((await run(wrong, shell.folder('wrong'), {})).code).toBe(22)
  })
})

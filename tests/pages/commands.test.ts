import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { exportText, readVideo } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made, makeContent, unique } from '../support/workspace.js'
import { blockOf } from './blocks.js'
import { openShell, variablesOf, type Shell } from './shell.js'

// Runs the lines with `parallax` of docs/: twice, for two users in one folder, and before the server answers.

let api: TestApi
let workers: { close(): Promise<void> }
let shell: Shell
let ann: Person
let ben: Person
let projectId: string
let videoId: string
let personaId: string
/** The lines of a page with the ids and the user of this server. */
let here: (code: string, who?: Person) => string

beforeAll(async () => {
  api = await startApi()
  workers = createWorkers(api.app)
  shell = openShell()
  ;[ann, ben] = [await api.person('ann'), await api.person('ben')]
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'project_manager' }))
  videoId = await readVideo(api)
  await made((await api.admin()).post(`/api/projects/${projectId}/videos`, { videoId }))
  personaId = (await makeContent(ann, videoId, projectId)).personaId
  for (const who of [ann, ben]) await makeContent(who, videoId)
  here = (code, who = ann) =>
    code
      .replaceAll('project:0193e5a0-0000-7000-8000-000000000001', `project:${projectId}`)
      .replaceAll('0193e5a0-0000-7000-8000-000000000002', videoId)
      .replaceAll('0193e5a0-0000-7000-8000-000000000003', personaId)
      .replaceAll('--user ann', `--user ${who.username}`)
})
afterAll(async () => {
  await workers.close()
  await api.stop()
  shell.remove()
})

const run = (code: string, folder: string, who = ann, url = api.url) =>
  shell.run(here(code, who), shell.folder(folder), variablesOf(who, url))
const unpacked = (folder: string, name: string) => gunzipSync(readFileSync(join(shell.folder(folder), name))).toString()

/** Runs lines before the server answers: they fail, say so, and leave no file that looks like a whole one. */
async function tooEarly(code: string): Promise<void> {
  const folder = unique('early')
  const { code: ended, out } = await run(code, folder, ann, `http://127.0.0.1:${await freePort()}`)
  expect([ended, out]).toEqual([1, expect.stringContaining('cannot be reached')])
  expect(readdirSync(shell.folder(folder))).toEqual([])
}

describe('the lines of the page about export and import', () => {
  const lines = blockOf('docs/exchange.md', 'parallax export backup.jsonl.gz')

  it('save, follow and import what each of two users has, as often as they are run in one folder', async () => {
    for (const who of [ann, ben, ann]) {
      await settled(api)
      const all = await exportText(who)
      const team = await exportText(who, `/api/export/all?scope=project:${projectId}`)
      const { code, out } = await run(lines, 'exchange', who)
      expect([who.username, code, out]).toEqual([who.username, 0, expect.stringContaining('"success":true')])
      expect(unpacked('exchange', 'backup.jsonl.gz')).toBe(all)
      expect(unpacked('exchange', 'large.jsonl.gz')).toBe(all)
      expect(readFileSync(join(shell.folder('exchange'), 'copy/copy.ndjson'), 'utf8')).toBe(all)
      expect(unpacked('exchange', 'team.jsonl.gz')).toBe(team)
    }
  })

  it('fail before the server answers', () => tooEarly(lines))
})

describe('the lines of the page about formats', () => {
  const cvat = blockOf('docs/formats.md', '--format cvat')
  const imported = blockOf('docs/formats.md', 'parallax import annotations.xml')
  const agreement = blockOf('docs/formats.md', '--file agreement')
  const files = blockOf('docs/formats.md', '--file videos')

  it('write a file of CVAT that the import takes, as often as they are run', async () => {
    for (const _time of [1, 2]) {
      expect(await run(cvat, 'cvat')).toMatchObject({ code: 0 })
      const { code, out } = await run(imported, 'cvat')
      expect([code, out]).toEqual([0, expect.stringContaining('othing was written')])
    }
    expect(readFileSync(join(shell.folder('cvat'), 'annotations.xml'), 'utf8')).toContain('<track')
  })

  it('take the files of MOT that the server writes', async () => {
    const folder = join(shell.folder('mot'), 'gt')
    mkdirSync(folder, { recursive: true })
    for (const [name, format] of [
      ['gt.txt', 'mot'],
      ['labels.txt', 'mot-labels'],
    ] as const)
      writeFileSync(join(folder, name), await exportText(ann, `/api/export?format=${format}&videoIds=${videoId}`))
    const { code, out } = await run(blockOf('docs/formats.md', '--labels gt/labels.txt'), 'mot')
    expect([code, out]).toEqual([0, expect.stringMatching(/imported: \d+ annotations/)])
  })

  it('say so when the file of CVAT is not there yet', async () => {
    const { code, out } = await run(imported, 'nothing')
    expect([code, out]).toEqual([1, expect.stringMatching(/^ENOENT.*annotations\.xml/)])
  })

  it('write what two personas say about a video', async () => {
    const other = (await makeContent(ann, videoId, projectId)).personaId
    const lines = agreement.replace('0193e5a0-0000-7000-8000-000000000004', other)
    for (const _time of [1, 2]) expect(await run(lines, 'agreement')).toMatchObject({ code: 0 })
    const [head = '', unit = ''] = readFileSync(join(shell.folder('agreement'), 'agreement.jsonl'), 'utf8').split('\n')
    expect(Object.keys(JSON.parse(head).annotators).sort()).toEqual([personaId, other].sort())
    expect(Object.keys(JSON.parse(unit).labels).sort()).toEqual([personaId, other].sort())
  })

  it('write the lines and the videos of a project, and none for a stranger', async () => {
    for (const _time of [1, 2]) expect(await run(files, 'tables')).toMatchObject({ code: 0 })
    const written = (name: string) => readFileSync(join(shell.folder('tables'), name), 'utf8')
    const scope = `scope=project:${projectId}`
    expect(written('export.ndjson')).toBe(await exportText(ann, `/api/export/all?${scope}`))
    expect(written('videos.ndjson')).toBe(await exportText(ann, `/api/export/videos?${scope}`))
    expect(await run(files, 'stranger', await api.person())).toMatchObject({ code: 1 })
    expect(readdirSync(shell.folder('stranger'))).toEqual([])
  })

  it('write the file of COCO from which datumaro goes on', async () => {
    const [coco = '', convert] = blockOf('docs/formats.md', 'datum convert').split('\n')
    expect(await run(coco, 'yolo')).toMatchObject({ code: 0 })
    const [path = ''] = /\S+\.json/.exec(convert ?? '') ?? []
    expect(JSON.parse(readFileSync(join(shell.folder('yolo'), path), 'utf8')).annotations.length).toBeGreaterThan(0)
  })

  it('fail before the server answers', async () => {
    for (const lines of [cvat, agreement, files]) await tooEarly(lines)
  })
})

describe('the line of the page about changes', () => {
  const line = blockOf('docs/changes.md', 'parallax follow')
  const follow = (folder: string, token: string, signal?: AbortSignal) => {
    const code = here(line).replace('https://annotation.example.org', api.url).replace('plx_…', token)
    return shell.run(code, shell.folder(folder), {}, signal)
  }
  const tokenOf = async (who: Person) =>
    (await made(who.post('/api/tokens', { name: unique('copy'), scopes: ['export'] }))).token as string

  it('follows the project until it is stopped, and goes on when it is run again', async () => {
    const token = await tokenOf(ann)
    const path = join(shell.folder('follow'), 'port/copy.ndjson')
    for (const _time of [1, 2]) {
      await makeContent(ann, videoId, projectId)
      const stop = new AbortController()
      const ended = follow('follow', token, stop.signal)
      const whole = await exportText(ann, `/api/export/all?scope=project:${projectId}`)
      await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8'), { timeout: 20_000 }).toBe(whole)
      stop.abort()
      await ended
    }
  })

  it('keeps nothing for a token that may not export the project', async () => {
    const { code } = await follow('follow-stranger', await tokenOf(await api.person()))
    expect([code, existsSync(join(shell.folder('follow-stranger'), 'port/copy.ndjson'))]).toEqual([1, false])
  })
})

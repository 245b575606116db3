import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exportCommand } from '../../src/commands/export.js'
import { importCommand } from '../../src/commands/import.js'
import { splitFile } from '../../src/commands/split-file.js'
import { adminPassword, startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { annotation, claim, entity, ontology, persona, sequence, summary, typed } from './lines.js'
import { exportText, importLines, readVideo } from './support.js'

let api: TestApi
let ann: Person
let folder: string

beforeAll(async () => {
  api = await startApi()
  folder = mkdtempSync(join(tmpdir(), 'parallax-command-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await api.stop()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Runs a command, as Ann unless `env` says otherwise; returns its exit code and what it printed. */
async function run(command: (args: string[]) => Promise<number>, args: string[], env: Record<string, string> = {}) {
  const printed = { out: '', err: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed.out += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed.err += String(text))))
  for (const [name, value] of Object.entries({ PARALLAX_URL: api.url, PARALLAX_COOKIE: ann?.cookie ?? '', ...env }))
    vi.stubEnv(name, value)
  try {
    return { code: await command(args), ...printed }
  } finally {
    vi.restoreAllMocks()
  }
}

const write = (name: string, lines: readonly unknown[]) => {
  const path = join(folder, name)
  const text = lines.map((one) => JSON.stringify(one) + '\n').join('')
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

describe('parallax import and parallax export', () => {
  it('act by the token in PARALLAX_TOKEN, with the scopes that they need', async () => {
    const person = await api.person()
    const { token } = await made(person.post('/api/tokens', { name: 'Carrier', scopes: ['write', 'export'] }))
    const env = { PARALLAX_TOKEN: token, PARALLAX_COOKIE: '', PARALLAX_USER: 'nobody' }
    const p = persona()
    const imported = await run(importCommand, [write('token.jsonl', [p, ontology(p.data.id)]), '--json'], env)
    expect([imported.code, imported.err]).toEqual([0, ''])
    const out = join(folder, 'token-out.jsonl')
    expect((await run(exportCommand, [out], env)).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toBe(await exportText(person))
    expect(await run(exportCommand, [out, '--user', 'ann'], env)).toMatchObject({ code: 2 })
    const { token: reader } = await made(person.post('/api/tokens', { name: 'Reader', scopes: ['read'] }))
    const refused = await run(exportCommand, [out], { ...env, PARALLAX_TOKEN: reader })
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('The token lacks the scope export')])
    const gone = await run(exportCommand, [out], { ...env, PARALLAX_TOKEN: 'plx_unknown' })
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('The token is not valid')])
  })

  it('carry a file to the server and back, compressed by its suffix', async () => {
    ann = await api.person()
    const p = persona()
    const path = write('in.jsonl.gz', [p, ontology(p.data.id), entity('e1'), annotation()])
    const imported = await run(importCommand, [path, '--json'])
    expect(imported.code).toBe(0)
    expect(JSON.parse(imported.out)).toMatchObject({ success: true, summary: { totalLines: 4 } })
    const out = join(folder, 'out.jsonl.gz')
    const exported = await run(exportCommand, [out])
    expect(exported).toMatchObject({ code: 0, err: expect.stringMatching(/^4 lines, 0\.00 MB/) })
    expect(gunzipSync(readFileSync(out)).toString()).toBe(await exportText(ann))
    const world = join(folder, 'world.jsonl')
    expect((await run(exportCommand, [world, '--file', 'world', '--json'])).code).toBe(0)
    expect(readFileSync(world, 'utf8')).toBe(await exportText(ann, '/api/export/world'))
  })

  it('take the format of a file, and tell what a format leaves out', async () => {
    const person = await api.person()
    const as = { PARALLAX_COOKIE: person.cookie }
    const videoId = await readVideo(api)
    await importLines(person, [entity('e1'), annotation({ videoId })])
    const [xml, coco] = ['out.xml', 'out.json'].map((name) => join(folder, name)) as [string, string]
    const exported = await run(exportCommand, [xml, '--file', 'annotations', '--format', 'cvat'], as)
    expect(exported.code).toBe(0)
    expect(exported.err).toContain('Left out, because the format has no place for it: links=1\n')
    expect(readFileSync(xml, 'utf8')).toBe(await exportText(person, '/api/export?format=cvat'))
    const all = await run(exportCommand, [coco, '--format', 'coco', '--json'], as)
    expect(JSON.parse(all.err)).toMatchObject({ success: true, leftOut: 'world-objects=1, links=1' })
    expect(await run(exportCommand, [coco, '--format', 'yolo'], as)).toMatchObject({ code: 1 })

    const other = await readVideo(api)
    const imported = await run(importCommand, [xml, '--format', 'cvat', '--video', other, '--json'], as)
    expect([imported.code, JSON.parse(imported.out).summary.importedItems.annotations]).toEqual([0, 1])
    expect(await exportText(person, `/api/export?videoIds=${other}`)).toContain('"label":"Entity e1"')
    const refused = await run(importCommand, [xml, '--format', 'ndjson'], as)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Failed to parse line 1')])
    const unknown = await run(importCommand, [xml, '--persona', 'nobody'], as)
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('options.target.personaId')])
  })

  it('take the filters of annotations as options', async () => {
    const person = await api.person()
    await importLines(person, [entity('e1'), ...['v,1', 'v2', 'v3'].map((videoId) => annotation({ videoId }))])
    const out = join(folder, 'some.jsonl')
    const options = ['--file', 'annotations', '--video', 'v,1', '--video', 'v3', '--interpolated']
    expect((await run(exportCommand, [out, ...options], { PARALLAX_COOKIE: person.cookie })).code).toBe(0)
    expect(readFileSync(out, 'utf8').match(/"videoId":"[^"]*"/g)).toEqual(['"videoId":"v,1"', '"videoId":"v3"'])
    expect((await run(exportCommand, ['--help'])).out).toContain('--persona VALUE  Only annotations of these personas.')
  })

  it('take the scope of an export', async () => {
    const person = await api.person()
    const { id } = await made(person.post('/api/projects', { name: 'Port', slug: 'port' }))
    await made(person.post('/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?', projectId: id }))
    const env = { PARALLAX_COOKIE: person.cookie }
    const out = join(folder, 'project.jsonl')
    expect((await run(exportCommand, [out, '--scope', `project:${id}`], env)).code).toBe(0)
    const text = readFileSync(out, 'utf8')
    expect(text).toBe(await exportText(person, `/api/export/all?scope=project:${id}`))
    expect(text.match(/"author":{/g)).toHaveLength(2)
    expect(await run(exportCommand, [out, '--scope', 'all'], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('403'),
    })
  })

  it('sign in by name, preview, pass options, and tell by the exit code how it went', async () => {
    const path = write('two.jsonl', [persona(), persona({ name: '' })])
    const asAdmin = { PARALLAX_COOKIE: '', PARALLAX_PASSWORD: adminPassword }
    expect((await run(importCommand, [path, '--user', 'admin', '--preview', '--json'], asAdmin)).code).toBe(0)
    const strict = await run(
      importCommand,
      [path, '--user', 'admin', '--options', '{"validation":{"strictMode":true}}'],
      asAdmin,
    )
    expect(strict).toMatchObject({ code: 3, err: expect.stringContaining('line 2: name: must not be empty') })
    expect(
      await run(importCommand, [path, '--user', 'admin'], { ...asAdmin, PARALLAX_PASSWORD: 'wrong-password' }),
    ).toMatchObject({ code: 1, err: expect.stringContaining('Signing in as admin failed') })
    expect(await run(importCommand, [path], { PARALLAX_COOKIE: '' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('401'),
    })
    expect((await run(importCommand, [path, '--options', '{'])).code).toBe(2)
    expect((await run(exportCommand, ['--file', 'everything'])).code).toBe(2)
    expect((await run(exportCommand, ['--colour'])).code).toBe(2)
    expect(await run(exportCommand, ['x', '--json'], { PARALLAX_URL: 'http://127.0.0.1:9' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be reached'),
    })
  })

  it('print counts that add up to the lines of the file, and that a preview has written nothing', async () => {
    const who = await api.person()
    const p = persona()
    const s = summary(p.data.id)
    const track = typed(p.data.id, 'person')
    const lines = [p, ontology(p.data.id), entity('e1'), s, claim(s.data.id), track, { type: 'unknown', data: {} }]
    const path = write('counts.jsonl', [...lines, { type: 'video', data: {} }, annotation({ objectLink: null })])
    const as = { PARALLAX_COOKIE: who.cookie }
    const sums = (text: string) =>
      text
        .replaceAll(/\(.*?\)/g, '')
        .split('\n')
        .filter((each) => /^ {2}(would import|imported|would skip|skipped|excluded|failed): /.test(each))
        .flatMap((each) => each.match(/\d+/g) ?? [])
        .reduce((sum, count) => sum + Number(count), 0)
    const preview = await run(importCommand, [path, '--preview'], as)
    expect([preview.code, sums(preview.err)]).toEqual([0, 9])
    expect(preview.err).toMatch(/^Preview, nothing was written: 9 lines/)
    expect(preview.err).toContain(
      'would import: 1 personas, 1 ontologies, 1 entities, 1 summaries, 1 claims, 1 annotations (2 keyframes)',
    )
    expect((await made(who.get('/api/export/stats'))).personaCount).toBe(0)
    const first = await run(importCommand, [path], as)
    expect([first.err.startsWith('Done: 9 lines'), sums(first.err)]).toEqual([true, 9])
    const second = await run(importCommand, [path], as)
    expect(second.err).toContain('  8 of 9 lines skipped, 0 imported (')
    expect(second.err).toContain(
      'skipped: 1 personas, 1 ontologies, 1 worldObjects, 1 summaries, 1 claims, 2 annotations, 1 of unknown types',
    )
    expect(sums(second.err)).toBe(9)
  })

  it('never leave a file that is not whole', async () => {
    const liar = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write('{"type":"entity"}\n')
      setTimeout(() => response.destroy(), 50)
    }).listen(0, '127.0.0.1')
    await new Promise((ready) => liar.once('listening', ready))
    const out = join(folder, 'cut.jsonl')
    const cut = await run(exportCommand, [out], {
      PARALLAX_URL: `http://127.0.0.1:${(liar.address() as AddressInfo).port}`,
    })
    expect(cut).toMatchObject({ code: 1, err: expect.stringContaining('broke off') })
    expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false])
    await new Promise((done) => liar.close(done))
  })

  it('keep a persona in one part with its ontology, which would meet an empty one in a later part', async () => {
    const person = await api.person()
    const personas = Array.from({ length: 20 }, () => persona())
    const path = write('personas.jsonl', [...personas, ...personas.map(({ data }) => ontology(data.id))])
    const { files, remove } = await splitFile(path, 4000)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files)
      expect((await importLines(person, readFileSync(file, 'utf8'))).body).toMatchObject({
        success: true,
        conflicts: [],
      })
    const stats = await made(person.get('/api/export/stats'))
    expect([stats.personaCount, stats.entityTypeCount]).toEqual([20, 20])
    await remove()
  })

  it('keep the defaults of a file of nothing but annotations, however large it is (I-07)', async () => {
    const person = await api.person()
    await importLines(person, [entity('e1'), annotation()])
    const path = write('annotations.jsonl', [annotation({ boundingBoxSequence: sequence([5, 20]) })])
    // Blank lines, until the file exceeds the upload limit.
    appendFileSync(path, `${' '.repeat(1 << 20)}\n`.repeat(101))
    const { code, out } = await run(importCommand, [path, '--json'], { PARALLAX_COOKIE: person.cookie })
    expect(JSON.parse(out)).toMatchObject({ success: true, conflicts: [{ resolution: 'merge' }] })
    expect(code).toBe(0)
  })

  it('split what is too large by dependency, annotations of one video in one part', async () => {
    const p = persona()
    const s = summary(p.data.id)
    const annotations = Array.from({ length: 60 }, (_, i) => typed(p.data.id, 'person', { videoId: `v${i % 6}` }))
    const path = write('large.jsonl', [
      ...annotations,
      claim(s.data.id),
      s,
      ontology(p.data.id),
      p,
      ...Array.from({ length: 40 }, (_, i) => entity(`e${i}`)),
    ])
    const { files, remove } = await splitFile(path, 8000)
    const parts = files.map((file) =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one)),
    )
    expect(parts.flat()).toHaveLength(104)
    for (const file of files) expect(readFileSync(file).length).toBeLessThanOrEqual(8000)
    const kinds = parts.flat().map((one) => one.type)
    expect([...new Set(kinds)]).toEqual(['persona', 'ontology', 'entity', 'summary', 'claim', 'annotation'])
    const places = new Map<string, Set<number>>()
    parts.forEach((part, i) =>
      part.forEach(
        (one) =>
          one.type === 'annotation' && places.set(one.data.videoId, (places.get(one.data.videoId) ?? new Set()).add(i)),
      ),
    )
    expect([...places.values()].map((set) => set.size)).toEqual([1, 1, 1, 1, 1, 1])
    await remove()
    expect(existsSync(files[0] ?? '')).toBe(false)
  })
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModelConfig } from '@parallax/model-service/models/model-config.js'
import { readConfig } from '../../src/config.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { readVideo } from '../exchange/support.js'
import { startApi, type TestApi } from '../support/api.js'
import { environmentOf, interpolate, readCompose } from '../support/compose.js'
import { hasNginx } from '../support/nginx.js'
import { made, makeContent } from '../support/workspace.js'
import { blockOf } from './blocks.js'
import { openShell, type Shell } from './shell.js'

// Runs what the pages have operators write and run, as far as it needs neither Docker nor Kubernetes.

const missing = (program: string) => spawnSync(program, ['--help']).error !== undefined
const signingKey = 'a key of the CDN that is long enough'

let api: TestApi
let shell: Shell
beforeAll(async () => {
  shell = openShell()
  api = await startApi({
    BASE_PATH: '/parallax',
    CDN_ENABLED: 'true',
    CDN_BASE_URL: 'https://cdn.example/films',
    CDN_SIGNING_KEY: signingKey,
  })
})
afterAll(async () => {
  await api.stop()
  shell.remove()
})

describe.skipIf(missing('openssl'))('the lines for compose', () => {
  const [written = ''] = blockOf('docs/operations.md', 'POSTGRES_PASSWORD=').split(/^docker /m)
  const read = (folder: string) => readFileSync(join(shell.folder(folder), '.env'), 'utf8')

  it('write variables with which every service has a configuration without faults, for their owner alone', async () => {
    expect(await shell.run(written, shell.folder('compose'), {})).toEqual({ code: 0, out: '' })
    const pairs = [...read('compose').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
    const given = Object.fromEntries(pairs) as Record<string, string>
    expect(statSync(join(shell.folder('compose'), '.env')).mode & 0o077).toBe(0)
    expect(() => interpolate(readFileSync('docker-compose.yml', 'utf8'), given)).not.toThrow()
    const warnings: string[] = []
    for (const name of ['api', 'worker'])
      readConfig({ NODE_ENV: 'production', ...environmentOf(readCompose(), name, given) }, (one) => warnings.push(one))
    expect(warnings).toEqual([])
  })

  it('keep the secrets of an installation when they are run again', async () => {
    const before = read('compose')
    expect(await shell.run(written, shell.folder('compose'), {})).toEqual({ code: 0, out: '' })
    expect(read('compose')).toBe(before)
  })
})

describe('the page about storage', () => {
  it.skipIf(missing('openssl') || missing('basenc'))(
    'computes the signature that the server gives a video',
    async () => {
      const ann = await api.person()
      copyFileSync('tests/fixtures/videos/dust-storm.webm', join(api.folder, 'videos/dust-storm.webm'))
      await made((await api.admin()).post('/api/videos/sync'))
      const [{ id }] = await made(ann.get('/api/videos'))
      const { url } = await made(ann.get(`/api/videos/${id}/url`))
      const printed = blockOf('docs/storage.md', 'https://cdn.example')
      const shape = (text: string) =>
        text
          .trim()

          .replace(/=[^&]+/g, '=VALUE')
      expect(shape(url)).toBe(shape(printed))
      const { pathname, searchParams } = new URL(url)
      const code = blockOf('docs/storage.md', 'printf').replace(
        '/films/dust-storm.webm?expires=1767226200',
        `${pathname}?expires=${searchParams.get('expires')}`,
      )
      const { out } = await shell.run(code, shell.folder('cdn'), { CDN_SIGNING_KEY: signingKey })
      expect(out.trim()).toBe(searchParams.get('signature'))
    },
  )
})

describe.skipIf(!hasNginx)('the location for nginx', () => {
  it('serves a server below a path: people sign in there, and answers lead below it', async () => {
    const folder = shell.folder('nginx')
    mkdirSync(folder, { recursive: true })
    const port = await freePort()
    const location = blockOf('docs/operations.md', 'location /parallax/').replace('http://127.0.0.1:3001', api.url)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join('\n')
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} error_log stderr;
events {}
http { access_log off; ${temporary} server { listen 127.0.0.1:${port};\n${location}\n} }`,
    )
    const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' })
    try {
      const url = `http://127.0.0.1:${port}/parallax`
      await expect
        .poll(() =>
          fetch(`${url}/api/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200)
      const ann = await api.person()
      const login = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: ann.username, password: 'password-1' }),
      })
      expect([login.status, login.headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('Path=/parallax')])
      const ordered = await fetch(`${url}/api/exports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: ann.cookie },
        body: '{}',
      })
      expect([ordered.status, ordered.headers.get('location')]).toEqual([
        202,
        expect.stringMatching(/^\/parallax\/api\/exports\//),
      ])
    } finally {
      nginx.kill()
      await once(nginx, 'exit')
    }
  })
})

describe.skipIf(missing('ffmpeg'))('the line that writes the pictures of a video', () => {
  it('writes them under the names that COCO has, as often as it is run', async () => {
    const code = blockOf('docs/formats.md', 'ffmpeg -i ferry.mp4')
    const folder = shell.folder('pictures')
    mkdirSync(folder)
    copyFileSync('tests/fixtures/videos/dust-storm.webm', join(folder, 'ferry.mp4'))
    for (const _time of [1, 2]) expect(await shell.run(code, folder, {})).toMatchObject({ code: 0 })
    const ann = await api.person()
    await makeContent(ann, await readVideo(api, { filename: 'ferry.mp4' }))
    const { images } = await made(ann.get('/api/export?format=coco'))
    const names = images.map(({ file_name }: { file_name: string }) => file_name)
    expect(names.length).toBeGreaterThan(0)
    expect(readdirSync(join(folder, 'ferry')).map((name) => `ferry/${name}`)).toEqual(expect.arrayContaining(names))
  })
})

describe('the parts of a model configuration', () => {
  const bundled = readFileSync('model-service/src/active-models.yaml', 'utf8')
  const read = (text: string) => {
    mkdirSync(shell.folder('models'), { recursive: true })
    const path = join(shell.folder('models'), 'models.yaml')
    writeFileSync(path, text)
    return readModelConfig(path)
  }

  it('give words of a query other classes', () => {
    const { vocabulary } = read(
      bundled.replace(/^vocabulary:\n(?: {2}.*\n)+/m, blockOf('docs/perception.md', 'vocabulary:')),
    )
    expect(vocabulary).toMatchObject({ van: ['car', 'truck', 'bus'], crane: [] })
  })

  it("have a server of one's own transcribe, in place of the entry that is there", () => {
    const entry = blockOf('docs/perception.md', 'audio_transcription:')
    const { models } = read(bundled.replace(/^ {2}audio_transcription:\n(?: {4}.*\n)+/m, entry))
    expect(models['audio_transcription']).toMatchObject({
      selected: 'local',
      options: { local: { model_id: 'Systran/faster-whisper-small', framework: 'openai' } },
    })
  })
})

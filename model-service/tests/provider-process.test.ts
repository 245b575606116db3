import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProviderServer } from './provider-server.js'
import type { ProviderServer } from './provider-server.js'

// A module loader that prints each provider SDK that is imported.
const loader = `export async function resolve(name, context, next) {
  if (/^(?:openai|@anthropic-ai\\/sdk|@google\\/genai)$/.test(name)) process._rawDebug('sdk ' + name)
  return next(name, context)
}`
const entry = `
  import { register } from 'node:module'
  import { readModelServiceConfig } from './model-service/src/config.ts'
  import { startModelService } from './model-service/src/server.ts'
  register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(loader)}))
  const { url } = await startModelService(readModelServiceConfig(process.env))
  process.stdout.write('url ' + url + '\\n')
`
const script = resolve(`node_modules/.cache/parallax-providers-${process.pid}/main.mjs`)
const keys = {
  anthropic: 'sk-ant-of-the-process-123',
  openai: 'sk-oai-of-the-process-123',
  google: 'AIza-of-the-process-123',
}
const request = { summary_id: 's', summary_text: 'A car stops.' }

let provider: ProviderServer
let child: ChildProcess
let output = ''
let url = ''

beforeAll(async () => {
  provider = await startProviderServer()
  buildSync({
    stdin: { contents: entry, resolveDir: process.cwd() },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      MODEL_SERVICE_PORT: '0',
      MODEL_CONFIG_PATH: resolve('model-service/src/active-models.yaml'),
      LOG_LEVEL: 'trace',
      ANTHROPIC_LOG: 'debug',
      OPENAI_LOG: 'debug',
      ANTHROPIC_BASE_URL: provider.url,
      OPENAI_BASE_URL: provider.url,
      GOOGLE_BASE_URL: provider.url,
      GOOGLE_API_KEY: keys.google,
    },
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  for (let tries = 0; url === '' && tries < 200; tries += 1) {
    await sleep(100)
    url = /^url (\S+)$/m.exec(output)?.[1] ?? ''
  }
})
afterAll(async () => {
  child.kill()
  rmSync(dirname(script), { recursive: true, force: true })
  await provider.stop()
})

const extract = (headers: Record<string, string>) =>
  fetch(`${url}/api/extract-claims`, {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('the process of the model service', () => {
  it('loads the SDK of a provider at its first call, and none before', async () => {
    const loaded = () => [...output.matchAll(/^sdk (\S+)$/gm)].map((match) => match[1])
    provider.answers = [{ content: { claims: [] } }]
    await fetch(`${url}/health`)
    expect(loaded()).toEqual([])
    expect((await extract({ 'x-provider-api-key-openai': keys.openai })).status).toBe(200)
    expect(loaded()).toEqual(['openai'])
  })

  it('AK-08: prints no key at any log level, whatever the providers answer', async () => {
    const answers = [
      { content: { claims: [] } },
      { raw: 'no' },
      { status: 401, body: { error: { message: Object.values(keys).join(' ') } } },
      { status: 400 },
      { status: 500, headers: { 'retry-after': '0' } },
    ]
    let bodies = ''
    for (const answer of answers) {
      for (const name of ['anthropic', 'openai', 'google'] as const) {
        provider.answers = [answer]
        bodies += await (await extract({ [`x-provider-api-key-${name}`]: keys[name] })).text()
      }
    }
    expect(provider.calls.length).toBeGreaterThan(15)
    expect(output).toContain('/api/extract-claims')
    for (const key of Object.values(keys)) expect([output.includes(key), bodies.includes(key)]).toEqual([false, false])
  })
})

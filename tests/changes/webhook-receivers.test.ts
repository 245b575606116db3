import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhooks } from '../../src/changes/webhooks/webhook-sender.service.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import { python } from '../clients/scripts.js'
import { blockOf } from '../pages/blocks.js'
import { startApi, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

// The receivers of docs/webhooks.md, as they stand there.

const javascript = () =>
  ts.transpileModule(blockOf('docs/webhooks.md', 'createServer('), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  }).outputText

const receivers = [
  {
    name: 'TypeScript',
    command: process.execPath,
    args: (code: string) => ['--input-type=module', '-e', code],
    code: javascript,
  },
  {
    name: 'Python',
    command: python,
    args: (code: string) => ['-c', code],
    code: () => blockOf('docs/webhooks.md', 'HTTPServer(('),
  },
]

let api: TestApi
let sender: { stop(): Promise<void> }
beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: 'true' })
  sender = startWebhooks(api.app.services, { everyMs: 50 })
})
afterAll(async () => {
  await sender.stop()
  await api.stop()
})

async function untilListening(port: number): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: '{}' }).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true)
}

describe('a receiver as the page has it', () => {
  it.each(receivers.filter(({ command }) => command !== undefined))(
    'in $name takes messages of the server, and refuses those of others',
    async ({ command, args, code }) => {
      const admin = await api.admin()
      const port = await freePort()
      const url = `http://127.0.0.1:${port}/`
      const { id, secret } = await made(admin.post('/api/webhooks', { url, kinds: ['persona'] }))
      const text = code()
      expect(text).toContain('8080')
      let child: ChildProcess | undefined
      try {
        child = spawn(command!, args(text.replace('8080', String(port))), {
          env: { ...process.env, WEBHOOK_SECRET: secret },
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        let out = ''
        child.stdout!.on('data', (part: Buffer) => (out += part.toString()))
        await untilListening(port)
        const persona = await made(admin.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' }))
        await expect.poll(() => out.trim(), { timeout: 10_000 }).toBe(`persona insert ${persona.id}`)
        const [message] = (await made(admin.get(`/api/webhooks/${id}/deliveries`))).deliveries
        const forged = await fetch(url, {
          method: 'POST',
          headers: {
            'webhook-id': message.id,
            'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
            'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
          },
          body: '{"data":{"changes":[{"kind":"persona","operation":"delete","thing":"x"}]}}',
        })
        expect(forged.status).toBe(400)
        expect(out).not.toContain('delete')
        await made(admin.delete(`/api/webhooks/${id}`))
      } finally {
        if (child && child.exitCode === null) {
          child.kill()
          await once(child, 'exit')
        }
      }
    },
    40_000,
  )
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api.js'
import { entity } from '../exchange/lines.js'
import { upload } from '../exchange/support.js'
import { settled } from '../support/settled.js'
import { made, unique } from '../support/workspace.js'
import { Copy } from './feed-copy.js'

/**
 * Holds back the first statement whose text matches until it is let go on; `reached` resolves when it would have been
 * sent.
 */
function holdStatement(pattern: RegExp): { reached: Promise<void>; letGo(): void } {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  let letGo = () => {}
  let isReached = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const reached = new Promise<void>((resolve) => (isReached = resolve))
  const restore = () => void (pg.Client.prototype.query = send as typeof pg.Client.prototype.query)
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
    if (!pattern.test(text)) return send.apply(this, args)
    restore()
    isReached()
    const sent = gate.then(() => send.apply(this, args))
    return typeof first === 'object' && first !== null && 'submit' in first ? first : sent
  } as typeof pg.Client.prototype.query
  return {
    reached,
    letGo() {
      restore()
      letGo()
    },
  }
}

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const lines = Array.from({ length: 5000 }, (_, i) => entity(`e${i}`))

const staged = /^create index on import_lines/
const planned = /^\s*select[^]* from import_lines where stop/

describe('the feed beside imports', () => {
  it.each([
    ['a preview whose lines are staged', '/preview', staged],
    ['a preview that is being planned', '/preview', planned],
    ['an import whose lines are staged', '', staged],
  ])('has the changes of others at once during %s', async (_name, act, statement) => {
    const [ann, ben] = [await api.person(), await api.person()]
    const copy = new Copy(ann, 'scope=own')
    await settled(api)
    await copy.begin()
    const held = holdStatement(statement)
    const report = upload(ben, `/api/import${act}`, lines)
    try {
      await held.reached
      const persona = { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?' }
      const { id } = await made(ann.post('/api/personas', persona))
      // Transactions of other suites, on the same server, hold the position back for a moment.
      await expect.poll(() => copy.catchUp().then(() => copy.text())).toContain(id)
    } finally {
      held.letGo()
    }
    expect((await report).body).toMatchObject({ success: true })
  })
})

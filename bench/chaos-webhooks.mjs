// A receiver of webhooks for the campaign of kills: it receives every change of a persona, refuses some messages and
// answers others late. At the end it must have received every change in the log.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts the receiver and creates a webhook; `request` is that of the ledger, `random` returns numbers from 0 to 1. */
export async function startReceiver({ request, random }) {
  const received = new Set()
  const counts = { messages: 0, refused: 0, again: 0 }
  let refusedInARow = 0
  const server = createServer(async (incoming, answer) => {
    const pieces = []
    for await (const piece of incoming) pieces.push(piece)
    counts.messages += 1
    const lot = random()
    if (lot < 0.1) await sleep(300)
    // A message that is refused four times is delayed by ten minutes, longer than the campaign waits at the end.
    if (lot > 0.9 && refusedInARow < 3) {
      refusedInARow += 1
      counts.refused += 1
      answer.writeHead(500).end()
      return
    }
    refusedInARow = 0
    for (const { position } of JSON.parse(Buffer.concat(pieces).toString()).data.changes) {
      if (received.has(position)) counts.again += 1
      received.add(position)
    }
    answer.writeHead(204).end()
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${server.address().port}/`
  const made = await request('POST', '/api/webhooks', { url, kinds: ['persona'] })
  if (made.status !== 201) throw new Error(`the webhook was not made: ${made.status} ${made.text}`)
  const { position } = made.json()
  const [, tx, seq] = position.split('-').map(Number)
  return {
    /** Waits up to five minutes for the last messages and returns the changes that the receiver missed. */
    async findings(query) {
      const entries = await query(
        `select change_log() || '-' || tx || '-' || seq as position from changes
          where kind = 'persona' and (tx, seq) >= ($1, $2)`,
        [tx, seq],
      )
      const missing = () => entries.filter((entry) => !received.has(entry.position)).length
      for (const until = Date.now() + 300_000; missing() && Date.now() < until;) await sleep(200)
      this.report = `webhook: ${entries.length} changes told in ${counts.messages} messages, ${counts.refused} refused, ${counts.again} changes told again`
      server.close()
      server.closeAllConnections()
      return missing() ? [`the webhook was not told of ${missing()} of ${entries.length} changes`] : []
    },
  }
}

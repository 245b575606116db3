// The least that a server on Node and PostgreSQL can do for a read: it asks for the rows, receives their bytes without
// looking at them, and answers as many bytes as the server under test, always the same. It has no session, no routes
// and no JSON. Runs as a process of its own.
import { fork } from 'node:child_process'
import http from 'node:http'
import { fileURLToPath } from 'node:url'

/** Starts a bare server for the statements; `stop` ends it. */
export async function startBareServer({ databaseUrl, statements, bytes, concurrency }) {
  const child = fork(fileURLToPath(import.meta.url), [], { execArgv: ['--max-semi-space-size=32'], stdio: 'inherit' })
  child.send({ databaseUrl, statements: [statements].flat(), bytes, concurrency })
  const port = await new Promise((done, fail) => {
    child.once('message', done)
    child.once('exit', () => fail(new Error('The bare server ended')))
  })
  return { port, pid: child.pid, stop: () => void child.kill() }
}

/** A connection whose answers are received and thrown away. */
class RawConnection {
  #tail = Buffer.alloc(0)
  #answered = () => undefined

  constructor(client, request) {
    this.stream = client.connection.stream
    this.request = request
    this.stream.removeAllListeners('data')
    this.stream.on('data', (chunk) => {
      // The message ReadyForQuery ends an answer. Its last byte is the state of the transaction.
      this.#tail = chunk.length >= 6 ? chunk.subarray(-6) : Buffer.concat([this.#tail, chunk]).subarray(-6)
      if (this.#tail.subarray(0, 5).equals(readyForQuery)) this.#answered()
    })
  }

  ask() {
    return new Promise((done) => {
      this.#answered = done
      this.stream.write(this.request)
    })
  }
}

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5])

function queryMessage(text) {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

async function serve({ databaseUrl, statements, bytes, concurrency }) {
  const { default: pg } = await import('pg')
  const execute = queryMessage(statements.map((_, number) => `execute bare${number}`).join('; '))
  const idle = []
  const waiting = []
  for (let n = 0; n < concurrency; n++) {
    const client = new pg.Client({ connectionString: databaseUrl, options: '-c jit=off' })
    await client.connect()
    for (const [number, text] of statements.entries()) await client.query(`prepare bare${number} as ${text}`)
    idle.push(new RawConnection(client, execute))
  }
  const body = Buffer.alloc(bytes, 'x')
  const server = http.createServer(async (_, response) => {
    const connection = idle.pop() ?? (await new Promise((done) => waiting.push(done)))
    await connection.ask()
    const next = waiting.shift()
    if (next) next(connection)
    else idle.push(connection)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', serve)
  process.once('disconnect', () => process.exit())
}

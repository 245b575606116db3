import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { isErrno } from '@parallax/shared/errno.js'
import { CommandError, messageOf, send, sendPatiently, textOf, type Remote } from './remote.js'

/** How many times in a row a request or download is tried again without progress, and the pause before each try. */
const mostTries = 8
const waitMs = (attempt: number) => Math.min(20_000, 100 * 2 ** attempt)

interface Order {
  url: string
  /** The body of the order, as sent. */
  body: string
}

interface State extends Order {
  id: string
}

interface FrozenExport {
  id: string
  status: string
  error: string | null
  size: number | null
  digest: string | null
  fileUrl: string | null
  manifest: { lines: number; bytes: number } | null
}

/**
 * Downloads by a frozen export, so that a download that is cut off, by the network or by the end of this command,
 * continues where it stopped. The state is beside the file, in `FILE.part` and `FILE.part.json`; the same command with
 * the same filters continues with it, and orders a new export if the server no longer has the old one. Deletes the
 * export once the file is complete and its digest right. A name without `.gz` is written decompressed.
 */
export async function exportResumed(
  remote: Remote,
  out: string,
  order: object,
  onBytes: (received: number, size: number) => void,
): Promise<{ lines: number; bytes: number }> {
  const part = `${out}.part`
  const wanted: Order = { url: remote.url, body: JSON.stringify(order) }
  const id = (await orderedBefore(remote, part, wanted)) ?? (await ordered(remote, part, wanted))
  const made = await written(remote, id)
  await download(remote, made, part, onBytes)
  if ((await digestOf(part)) !== made.digest) {
    await forget(part)
    throw new CommandError('The download is damaged: its digest is another one')
  }
  if (out.endsWith('.gz')) await rename(part, out)
  else {
    await pipeline(createReadStream(part), createGunzip(), createWriteStream(`${part}.lines`))
    await rename(`${part}.lines`, out)
  }
  await forget(part)
  // The file is complete: if the export cannot be deleted, it expires.
  await answered(remote, 'DELETE', `/api/exports/${id}`).catch(() => undefined)
  return made.manifest
}

async function forget(part: string): Promise<void> {
  for (const path of [part, `${part}.json`]) await rm(path, { force: true })
}

/**
 * Sends a request, and sends it again if the server cannot be reached: it may be starting. An idempotency key prevents
 * the server from taking an order twice.
 */
async function answered(remote: Remote, method: string, path: string, body?: string): Promise<[number, string]> {
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  for (let tries = 0; ; tries++) {
    try {
      const response = await sendPatiently(remote, method, path, headers, body)
      return [response.statusCode ?? 0, await textOf(response)]
    } catch (error) {
      if (tries >= mostTries) throw error
      await sleep(waitMs(tries))
    }
  }
}

/**
 * Returns the id of the export that an earlier run has ordered, if its order was the same and the server still has it.
 */
async function orderedBefore(remote: Remote, part: string, wanted: Order): Promise<string | null> {
  const text = await readFile(`${part}.json`, 'utf8').catch(() => null)
  const state = text === null ? null : (JSON.parse(text) as State)
  if (state?.url !== wanted.url || state.body !== wanted.body) return null
  const [status, answer] = await answered(remote, 'GET', `/api/exports/${state.id}`)
  if (status === 404) return null
  if (status !== 200) throw new CommandError(`The server answered ${status}: ${messageOf(answer)}`)
  return (JSON.parse(answer) as FrozenExport).status === 'failed' ? null : state.id
}

async function ordered(remote: Remote, part: string, wanted: Order): Promise<string> {
  const [status, answer] = await answered(remote, 'POST', '/api/exports', wanted.body)
  if (status !== 202) throw new CommandError(`The server answered ${status}: ${messageOf(answer)}`)
  const { id } = JSON.parse(answer) as FrozenExport
  await rm(part, { force: true })
  await writeFile(`${part}.json`, JSON.stringify({ ...wanted, id } satisfies State))
  return id
}

type Written = FrozenExport & { size: number; fileUrl: string; manifest: NonNullable<FrozenExport['manifest']> }

/** Waits until the export has been written. */
async function written(remote: Remote, id: string): Promise<Written> {
  for (let pause = 200; ; pause = Math.min(5000, pause * 1.5)) {
    const [status, answer] = await answered(remote, 'GET', `/api/exports/${id}`)
    if (status !== 200) throw new CommandError(`The server answered ${status}: ${messageOf(answer)}`)
    const made = JSON.parse(answer) as FrozenExport
    if (made.status === 'failed') throw new CommandError(`The export failed: ${made.error}`)
    if (made.fileUrl !== null) return made as Written
    await sleep(pause)
  }
}

const sizeOf = async (path: string) =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (isErrno(error, 'ENOENT')) return 0
      throw error
    },
  )

/** Appends the missing bytes to the part. Tries again after each broken connection, as long as bytes arrive. */
async function download(
  remote: Remote,
  { size, digest, fileUrl }: Written,
  part: string,
  onBytes: (received: number, size: number) => void,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    let received = await sizeOf(part)
    if (received > size) {
      await rm(part)
      received = 0
    }
    onBytes(received, size)
    if (received === size) return
    const before = received
    try {
      const response = await fileFrom(remote, fileUrl, { range: `bytes=${received}-`, 'if-range': `"${digest}"` })
      if (response.statusCode !== 206)
        throw new Refused(`The server answered ${response.statusCode}: ${messageOf(await textOf(response))}`)
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          received += chunk.length
          onBytes(received, size)
          done(null, chunk)
        },
      })
      await pipeline(response, counted, createWriteStream(part, { flags: 'a' }))
    } catch (error) {
      if (error instanceof Refused) throw error
      if (received > before) tries = 0
      if (tries >= mostTries)
        throw new CommandError(
          `The download broke off at ${received} of ${size} bytes; the same command goes on with it: ` +
            (error instanceof Error ? error.message : String(error)),
        )
      await sleep(waitMs(tries))
    }
  }
}

class Refused extends CommandError {}

/** Requests the file, from the server or from the object store to which the server redirects. */
async function fileFrom(remote: Remote, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const response = await sendPatiently(remote, 'GET', path, headers)
  const { location } = response.headers
  if (response.statusCode !== 302 || location === undefined) return response
  await textOf(response)
  const { origin, pathname, search } = new URL(location)
  // Neither the cookie nor the ETag of this server is for the store, whose files never change under the same name.
  return send({ url: origin, who: {} }, 'GET', pathname + search, { range: headers['range']! })
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { longestWait } from '../changes/feed/feed.shape.js'
import { FollowedCopy } from './follow-copy.js'
import {
  askedPause,
  CommandError,
  failure,
  messageOf,
  openRemote,
  remoteUsage,
  send,
  textOf,
  type Remote,
} from './remote.js'

const usage = `Usage: parallax follow FOLDER
Keeps FOLDER/copy.ndjson equal to an export, by the feed of changes: the first run fetches everything, later ones what has changed. It may be
killed at any moment; the next run goes on.
  --scope WHOSE    own, project:ID or, for administrators, all; default own
  --project ID     with scope own: the world within a project
  --once           end as soon as the copy is up to date
  --interval SEC   ask every so many seconds; without it the server answers as soon as something changes
${remoteUsage}  --json           what was done as one JSON object a line on standard output
Exit codes: 0 done, 1 failed or nothing may be exported any more (the copy is removed then), 2 wrong usage.
`

/** How often `--once` repeats a failed request, and the pauses in between, in milliseconds. */
const mostTries = 8
const pauseMs = (tries: number) => Math.min(30_000, 200 * 2 ** tries)

interface Following {
  remote: Remote
  copy: FollowedCopy
  query: URLSearchParams
  once: boolean
  interval: number | null
  say: (what: object, text: string) => void
}

/** The command `follow`: keeps a copy of an export up to date. Returns the exit code. */
export async function followCommand(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        scope: { type: 'string' },
        project: { type: 'string' },
        once: { type: 'boolean', default: false },
        interval: { type: 'string' },
        url: { type: 'string' },
        user: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(usage)
      return 0
    }
    const [folder] = positionals
    if (folder === undefined || positionals.length > 1) throw new CommandError('follow needs one FOLDER', 2)
    const interval = values.interval === undefined ? null : Number(values.interval)
    if (interval !== null && !(interval > 0)) throw new CommandError('--interval must be a number of seconds', 2)
    const options = { ...(values.url && { url: values.url }), ...(values.user && { user: values.user }) }
    const remote = await openRemote(options, process.env)
    const query = new URLSearchParams({
      scope: values.scope ?? 'own',
      ...(values.project && { projectId: values.project }),
    })
    await mkdir(folder, { recursive: true })
    const copy = new FollowedCopy(folder, { url: remote.url, query: query.toString() })
    const say = (what: object, text: string) =>
      void (values.json ? process.stdout.write(`${JSON.stringify(what)}\n`) : process.stderr.write(`${text}\n`))
    await copy.open()
    try {
      await follow({ remote, copy, query, once: values.once, interval, say })
    } finally {
      await copy.release()
    }
    return 0
  } catch (error) {
    return failure(error, args.includes('--json'))
  }
}

/** Asks the feed and applies its answers until the command ends. */
async function follow(following: Following): Promise<void> {
  const { copy, once, interval, say } = following
  let tries = 0
  for (;;) {
    try {
      const outcome = await step(following)
      tries = 0
      if (outcome === null) continue
      const { set, gone, reset, more } = outcome
      const what = { lines: copy.lines, set, gone, reset, position: copy.position }
      if (set || gone || reset) say(what, `${set} lines set, ${gone} gone, ${copy.lines} in all`)
      if (more) continue
      if (once) return
      if (interval !== null) await sleep(interval * 1000)
    } catch (error) {
      if (!(error instanceof Again) || (once && tries >= mostTries)) throw error
      const pause = error.afterMs ?? pauseMs(tries)
      say({ retry: error.message, afterMs: pause }, `${error.message}; again in ${(pause / 1000).toFixed(1)} s`)
      tries += 1
      await sleep(pause)
    }
  }
}

/** An error after which the request can be tried again. */
class Again extends CommandError {
  constructor(
    message: string,
    readonly afterMs?: number,
  ) {
    super(message)
  }
}

/** Sends one request and applies its answer; returns null if the copy has to be fetched anew. */
async function step({ remote, copy, query, once, interval }: Following) {
  const position = copy.position ?? (await begin(remote, copy, query))
  const wait = once || interval !== null || copy.position === null ? '0' : String(longestWait)
  const parameters = new URLSearchParams([...query, ['since', position], ['wait', wait]])
  const response = await reach(remote, 'GET', `/api/changes?${parameters}`)
  if (response.statusCode === 410) {
    await textOf(response)
    copy.position = null
    return null
  }
  if (response.statusCode !== 200) await refused(response, copy)
  await receive(response, copy.answerPath)
  const outcome = await copy.apply()
  if (outcome === null) throw new Again('The answer broke off')
  return outcome
}

/**
 * Returns the position of an export without its last part, because the copy does not have the lines of the export yet.
 * From this position, the feed sends all of them.
 */
async function begin(remote: Remote, copy: FollowedCopy, query: URLSearchParams): Promise<string> {
  const response = await reach(remote, 'HEAD', `/api/export/all?${query}`)
  await textOf(response)
  if (response.statusCode !== 200) {
    refuseForNow(response, 'the export is put off')
    // An answer to HEAD has no body with the reason.
    const again = await reach(remote, 'GET', `/api/export/all?${query}`)
    if (again.statusCode !== 200) await refused(again, copy)
    again.destroy()
    throw new Again(`The server answered ${response.statusCode}, and then 200`)
  }
  const position = response.headers['x-export-position']
  if (typeof position !== 'string')
    throw new CommandError('The server has no feed of changes: it is older than this command')
  return position.split('-').slice(0, 3).join('-')
}

async function reach(remote: Remote, method: string, path: string): Promise<IncomingMessage> {
  try {
    return await send(remote, method, path, { 'accept-encoding': 'gzip' })
  } catch (error) {
    throw new Again(error instanceof Error ? error.message : String(error))
  }
}

/** Throws an error that can be tried again after the pause that the server asks for, unless the refusal is final. */
function refuseForNow(response: IncomingMessage, reason: string): void {
  const { statusCode = 0 } = response
  if (statusCode === 429 || statusCode >= 500)
    throw new Again(`The server answered ${statusCode}: ${reason}`, askedPause(response))
}

/** Throws the reason of the refusal; removes the copy if the caller may no longer have it. */
async function refused(response: IncomingMessage, copy: FollowedCopy): Promise<never> {
  const { statusCode = 0 } = response
  const text = await textOf(response)
  refuseForNow(response, messageOf(text))
  const message = `The server answered ${statusCode}: ${messageOf(text)}`
  if (isLost(statusCode, text)) {
    await copy.remove()
    throw new CommandError(`${message}. The copy was removed`)
  }
  throw new CommandError(message)
}

/** Whether the server itself, not a gateway in front of it, says that the caller has nothing to export any longer. */
function isLost(status: number, text: string): boolean {
  try {
    const { code, message } = JSON.parse(text) as { code?: string; message?: string }
    return (
      (status === 403 && code === 'FORBIDDEN') ||
      (status === 404 && code === 'NOT_FOUND' && !/^Route /.test(message ?? ''))
    )
  } catch {
    return false
  }
}

/** Writes the body of an answer into a file, and compares its digest. */
async function receive(response: IncomingMessage, path: string): Promise<void> {
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const unzip = response.headers['content-encoding'] === 'gzip' ? [createGunzip()] : []
  try {
    await pipeline([response, hashed, ...unzip, createWriteStream(path)])
  } catch (error) {
    throw new Again(`The answer broke off: ${error instanceof Error ? error.message : String(error)}`)
  }
  const digest = response.trailers['repr-digest']
  if (digest !== undefined && digest !== `sha-256=:${hash.digest('base64')}:`)
    throw new Again('The answer is damaged: its digest is another one')
}

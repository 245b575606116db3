import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { exportFilters, type GivenFilters } from '../exchange/export/filter.js'
import { formats, ownFormats } from '../exchange/export/formats/format.js'
import { exportUrl } from '../exchange/export/url.js'
import { agreementOptions, agreementUrl, refuseAgreementOptions } from './export-agreement.js'
import { countLines, startProgress } from './progress.js'
import { exportResumed } from './export-resumed.js'
import {
  CommandError,
  failure,
  messageOf,
  openRemote,
  remoteUsage,
  sendPatiently,
  textOf,
  type Remote,
} from './remote.js'

const usageOf = (filters: Record<string, { option: string; description: string }>, value: string) =>
  Object.values(filters)
    .map(({ option, description }) => `  ${`--${option}${value}`.padEnd(16)} ${description}\n`)
    .join('')
const filterOptions: object = Object.fromEntries([
  ...Object.values(exportFilters.flags).map(({ option }) => [option, { type: 'boolean' }] as const),
  ...Object.values(exportFilters.lists).map(({ option }) => [option, { type: 'string', multiple: true }] as const),
  ...Object.values(agreementOptions).map(({ option }) => [option, { type: 'string' }] as const),
])

/** Returns the filters among parsed options, under the names of the routes. */
const filtersOf = (values: Record<string, unknown>): GivenFilters =>
  Object.fromEntries(
    Object.entries({ ...exportFilters.flags, ...exportFilters.lists }).map(([name, { option }]) => [
      name,
      values[option],
    ]),
  )

const files = ['all', 'annotations', 'personas', 'world', 'summaries', 'videos', 'agreement']
const usage = `Usage: parallax export [FILE]
Downloads what the user owns, or may export from a project, as JSON Lines or in a format of other tools; FILE.gz is written compressed, no FILE or - is standard output.
  --file WHAT      ${files.join(', ')}; default all
  --format NAME    ${[...ownFormats, 'json', ...formats].join(', ')}; default ndjson (all, annotations)
  --scope WHOSE    own, project:ID or, for administrators, all; default own
  --project ID     with scope own: the world within a project (all, world)
Of the annotations (all, annotations); what is named may be repeated:
${usageOf(exportFilters.flags, '')}${usageOf(exportFilters.lists, ' VALUE')}Of the agreement of personas about a video (agreement), with one --video, several --persona and --review:
${usageOf(agreementOptions, ' N')}${remoteUsage}  --resume         by a frozen export: the same command goes on where a download was cut off
  --json           the outcome as one JSON object on standard error
Exit codes: 0 done, 1 failed, 2 wrong usage.
`

/**
 * The command `export`: downloads an export. A file is written beside its place and renamed once it is complete and its
 * digest is right. Returns the exit code.
 */
export async function exportCommand(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...filterOptions,
        file: { type: 'string', default: 'all' },
        format: { type: 'string' },
        scope: { type: 'string' },
        project: { type: 'string' },
        url: { type: 'string' },
        user: { type: 'string' },
        resume: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return print(usage, 0)
    if (!files.includes(values.file)) throw new CommandError(`--file must be one of ${files.join(', ')}`, 2)
    const out = positionals[0] === undefined || positionals[0] === '-' ? null : positionals[0]
    const remote = await openRemote(
      { ...(values.url && { url: values.url }), ...(values.user && { user: values.user }) },
      process.env,
    )
    const ofAgreement = values.file === 'agreement' ? agreementUrl(values) : undefined
    if (ofAgreement === undefined) refuseAgreementOptions(values)
    if (values.resume) {
      if (out === null) throw new CommandError('--resume needs a FILE', 2)
      const order = {
        contents: values.file,
        ...(values.format && { format: values.format === 'jsonl' ? 'ndjson' : values.format }),
        ...(values.scope && { scope: values.scope }),
        ...(values.project && { projectId: values.project }),
        ...filtersOf(values),
      }
      return await resumed(remote, out, order, values.json)
    }
    const path =
      ofAgreement ??
      exportUrl(values.file, filtersOf(values), {
        ...(values.scope && { scope: values.scope }),
        ...(values.project && { projectId: values.project }),
        ...(values.format && { format: values.format }),
      })
    const response = await sendPatiently(remote, 'GET', path, { 'accept-encoding': 'gzip' })
    if (response.statusCode !== 200)
      throw new CommandError(`The server answered ${response.statusCode}: ${messageOf(await textOf(response))}`)
    const progress = startProgress('Export', 0, !values.json && out !== null && process.stderr.isTTY)
    const hash = createHash('sha256')
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        progress.add(chunk.length, countLines(chunk))
        done(null, chunk)
      },
    })
    const unzip = response.headers['content-encoding'] === 'gzip' ? [createGunzip()] : []
    const zip = out?.endsWith('.gz') ? [createGzip()] : []
    const part = out === null ? null : `${out}.part`
    try {
      await pipeline(
        [response, hashed, ...unzip, counted, ...zip, part === null ? process.stdout : createWriteStream(part)],
        { end: part !== null },
      )
      const digest = response.trailers['repr-digest']
      if (digest !== undefined && digest !== `sha-256=:${hash.digest('base64')}:`)
        throw new CommandError('The download is damaged: its digest is another one')
      if (part !== null && out !== null) await rename(part, out)
    } catch (error) {
      if (part !== null) await rm(part, { force: true })
      throw error instanceof CommandError
        ? error
        : new CommandError(`The export broke off: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      progress.stop()
    }
    const { bytes, lines, seconds } = progress.totals()
    const leftOut = response.headers['x-export-left-out']
    const outcome = { success: true, file: out, bytes, lines, seconds, ...(leftOut && { leftOut }) }
    if (values.json) process.stderr.write(`${JSON.stringify(outcome)}\n`)
    else if (out !== null) {
      process.stderr.write(`${lines} lines, ${(bytes / 1_048_576).toFixed(2)} MB, ${seconds.toFixed(1)} s\n`)
      if (leftOut) process.stderr.write(`Left out, because the format has no place for it: ${String(leftOut)}\n`)
    }
    return 0
  } catch (error) {
    return failure(error, args.includes('--json'))
  }
}

async function resumed(remote: Remote, out: string, order: object, json: boolean): Promise<number> {
  const progress = startProgress('Export', 0, !json && process.stderr.isTTY)
  let reached = 0
  try {
    const { lines, bytes } = await exportResumed(remote, out, order, (received) => {
      progress.add(Math.max(0, received - reached), 0)
      reached = received
    })
    const { seconds } = progress.totals()
    if (json) process.stderr.write(`${JSON.stringify({ success: true, file: out, bytes, lines, seconds })}\n`)
    else process.stderr.write(`${lines} lines, ${(bytes / 1_048_576).toFixed(2)} MB, ${seconds.toFixed(1)} s\n`)
    return 0
  } finally {
    progress.stop()
  }
}

function print(text: string, code: number): number {
  process.stdout.write(text)
  return code
}

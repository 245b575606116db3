import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { largestFile } from '../exchange/import/spool.js'
import { countLines, startProgress } from './progress.js'
import {
  CommandError,
  messageOf,
  openRemote,
  remoteUsage,
  sendPatiently,
  textOf,
  type Remote,
  failure,
} from './remote.js'
import { labelsOf, readOptions, withTarget } from './import-options.js'
import { splitCvat } from './split-cvat.js'
import { splitFile } from './split-file.js'

const usage = `Usage: parallax import [FILE]
Uploads JSON Lines or a file of CVAT for video or MOT; FILE.gz is read compressed, no FILE or - is standard input. A
file over 100 MB goes in several parts in order of dependency; then each part is all or nothing by itself.
  --format NAME    ndjson, cvat or mot; otherwise the beginning of the file decides
  --video ID       the video of a file of another tool, where the file does not name it
  --persona ID     the persona whose types the labels of a file of another tool are
  --labels FILE    the names of the classes of a file of MOT, one a line (labels.txt)
  --options JSON   conflictResolution, scope, validation, transaction; or @FILE
  --preview        only say what would happen
${remoteUsage}  --json           the report as one JSON object on standard output
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the import reported errors.
`

interface Report {
  success: boolean
  summary: {
    totalLines: number
    excludedLines: number
    failedLines: number
    placeholderItems: number
    importedItems: Record<string, number>
    skippedItems: Record<string, number>
  }
  errors: { line: number; message: string }[]
  warnings: Warning[]
  conflicts: { type: string }[]
}

/** The command `import`: uploads a file, in parts if it is too large, and prints the report. Returns the exit code. */
export async function importCommand(args: string[]): Promise<number> {
  let folder: string | undefined
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        video: { type: 'string' },
        persona: { type: 'string' },
        labels: { type: 'string' },
        options: { type: 'string' },
        preview: { type: 'boolean', default: false },
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
    const labels = values.labels === undefined ? undefined : await labelsOf(values.labels)
    const options = withTarget(await readOptions(values.options), { ...values, labels })
    const remote = await openRemote(
      { ...(values.url && { url: values.url }), ...(values.user && { user: values.user }) },
      process.env,
    )
    folder = await mkdtemp(join(tmpdir(), 'parallax-import-'))
    const { path, name } = await plainFile(positionals[0], folder)
    const upload: Upload = (file, more, label) =>
      uploadFile(remote, file, {
        name,
        options: more,
        preview: values.preview,
        label,
        shown: !values.json && process.stderr.isTTY,
      })
    const reports =
      (await stat(path)).size <= largestFile
        ? [await upload(path, options, 'Import')]
        : await importParts(path, options, values.preview, upload)
    if (values.json)
      process.stdout.write(
        `${JSON.stringify(reports.length === 1 ? reports[0] : { success: reports.every((one) => one.success), parts: reports })}\n`,
      )
    else for (const report of reports) process.stderr.write(summaryOf(report, values.preview))
    return reports.every((one) => one.success) ? 0 : 3
  } catch (error) {
    return failure(error, args.includes('--json'))
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the path of an uncompressed file: the file itself, or a temporary file. Standard input and compressed files
 * are written to a temporary file, because the form has to state its length.
 */
async function plainFile(input: string | undefined, folder: string): Promise<{ path: string; name: string }> {
  const isInput = input === undefined || input === '-'
  if (!isInput && !input.endsWith('.gz')) return { path: input, name: basename(input) }
  const path = join(folder, 'plain.jsonl')
  const source = isInput ? process.stdin : createReadStream(input)
  await pipeline([source, ...(isInput ? [] : [createGunzip()]), createWriteStream(path)])
  return { path, name: isInput ? 'stdin.jsonl' : basename(input, '.gz') }
}

/** Returns the first character of a file that is neither blank nor a byte order mark. */
async function firstCharacter(path: string): Promise<string | undefined> {
  for await (const chunk of createReadStream(path, { end: 1023 })) return (chunk as Buffer).toString('utf8').trim()[0]
  return undefined
}

type Upload = (file: string, options: Record<string, unknown> | undefined, label: string) => Promise<Report>

/**
 * Uploads a large file part by part. The server does not know, in one part of a file of lines, which ids it changed in
 * an earlier part, so options that ask for new ids are refused; the tracks of CVAT do not depend on each other.
 */
async function importParts(
  path: string,
  options: Record<string, unknown> | undefined,
  preview: boolean,
  upload: Upload,
): Promise<Report[]> {
  const conflict = (options?.['conflictResolution'] ?? {}) as Record<string, unknown>
  const first = await firstCharacter(path)
  if (options?.['format'] === 'mot' || /\d/.test(first ?? ''))
    throw new CommandError(
      'A file of MOT over 100 MB cannot be divided, since the rows of a track may be anywhere in it',
    )
  if (options?.['format'] === 'cvat' || first === '<') {
    const { files, remove } = await splitCvat(path, largestFile)
    return inParts(files, options, upload).finally(remove)
  }
  if (preview) throw new CommandError('A file over 100 MB cannot be previewed: its parts depend on each other')
  if (conflict['duplicateIds'] === 'regenerate-id' || conflict['personas'] === 'rename') {
    throw new CommandError(
      'A file over 100 MB goes in parts, and new ids of one part are not known in the next: use other options',
    )
  }
  const { files, annotationsOnly, remove } = await splitFile(path, largestFile)
  // The last parts hold only annotations, for which other defaults would apply; these are the defaults of the whole
  // file.
  const sequences = {
    ...(conflict['overlappingFrames'] === undefined && { overlappingFrameRanges: 'fail-import' }),
    interpolationConflicts: 'use-existing',
    ...(conflict['sequences'] as object | undefined),
  }
  const whole = annotationsOnly ? options : { ...options, conflictResolution: { ...conflict, sequences } }
  return inParts(files, whole, upload).finally(remove)
}

/** Uploads the parts of a file one after the other, up to the first failure. */
async function inParts(
  files: readonly string[],
  options: Record<string, unknown> | undefined,
  upload: Upload,
): Promise<Report[]> {
  process.stderr.write(`The file is over 100 MB: ${files.length} parts, each all or nothing by itself\n`)
  const reports: Report[] = []
  for (const [index, file] of files.entries()) {
    const report = await upload(file, options, `Part ${index + 1}/${files.length}`)
    reports.push(report)
    if (!report.success) break
    if (index + 1 < files.length && report.conflicts.some((one) => one.type === 'id-conflict')) {
      throw new CommandError(`Part ${index + 1} holds ids that somebody else uses; later parts would miss them`)
    }
  }
  return reports
}

interface UploadOptions {
  name: string
  options: Record<string, unknown> | undefined
  preview: boolean
  label: string
  shown: boolean
}

async function uploadFile(
  remote: Remote,
  path: string,
  { name, options, preview, label, shown }: UploadOptions,
): Promise<Report> {
  const boundary = `parallax-${randomUUID()}`
  const part = (disposition: string, type: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n`
  const before =
    (options ? `${part('name="options"', 'text/plain')}${JSON.stringify(options)}\r\n` : '') +
    part(`name="file"; filename="${name.replace(/["\r\n\\]/g, '_')}"`, 'application/x-ndjson')
  const after = `\r\n--${boundary}--\r\n`
  const { size } = await stat(path)
  const progress = startProgress(label, size, shown)
  async function* body(): AsyncGenerator<Buffer | string> {
    yield before
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      progress.add((chunk as Buffer).length, countLines(chunk as Buffer))
      yield chunk as Buffer
    }
    yield after
  }
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(Buffer.byteLength(before) + size + Buffer.byteLength(after)),
  }
  try {
    const response = await sendPatiently(remote, 'POST', preview ? '/api/import/preview' : '/api/import', headers, () =>
      Readable.from(body(), { objectMode: false }),
    )
    const text = await textOf(response)
    if (response.statusCode !== 200)
      throw new CommandError(`The server answered ${response.statusCode}: ${messageOf(text)}`)
    return JSON.parse(text) as Report
  } finally {
    progress.stop()
  }
}

/** Returns the counts of a report as they are printed; each line of the file is in one of them. */
function countsOf({ importedItems, skippedItems }: Report['summary']) {
  // These count lines that other members count too, or count frames.
  const {
    totalKeyframes,
    totalInterpolatedFrames: _between,
    singleKeyframeSequences: _single,
    ...imported
  } = importedItems
  const { sequenceAnnotations: _boxes, personas = 0, ontologies = 0, unknown = 0, ...others } = skippedItems
  const skipped = {
    personas: personas - ontologies,
    ontologies,
    ...others,
    ...(unknown && { 'of unknown types': unknown }),
  }
  return { imported, skipped, keyframes: totalKeyframes ?? 0 }
}

function summaryOf({ success, summary, errors, warnings, conflicts }: Report, isPreview: boolean): string {
  const counts = (items: Record<string, number>) =>
    Object.entries(items)
      .filter(([, count]) => count)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'nothing'
  const { imported, skipped, keyframes } = countsOf(summary)
  const done = success ? 'Done' : 'Not done'
  const { excludedLines, failedLines, placeholderItems } = summary
  const rest = { excluded: excludedLines, failed: failedLines }
  return [
    `${isPreview ? 'Preview, nothing was written' : done}: ${summary.totalLines} lines, ${warnings.length} warnings, ${conflicts.length} conflicts`,
    ...warnings.filter(isAboutAll).map((one) => `  ${typeof one === 'string' ? one : one.message}`),
    `  ${isPreview ? 'would import' : 'imported'}: ${counts(imported)}${keyframes ? ` (${keyframes} keyframes)` : ''}`,
    ...(placeholderItems ? [`    of these placeholders, which are no lines: ${placeholderItems}`] : []),
    `  ${isPreview ? 'would skip' : 'skipped'}: ${counts(skipped)}`,
    ...Object.entries(rest).flatMap(([name, count]) => (count ? [`  ${name}: ${count} lines`] : [])),
    ...errors.slice(0, 20).map((one) => `  line ${one.line}: ${one.message}`),
    '',
  ].join('\n')
}

type Warning = { line: number; message: string } | string
/** Whether a warning is about the whole file; a preview has texts, which begin with the line. */
const isAboutAll = (one: Warning) => (typeof one === 'string' ? !/^Line \d+: /.test(one) : one.line === 0)

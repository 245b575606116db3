import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { lineKinds, type LineKind } from '../exchange/line.shape.js'
import { parseLine } from '../exchange/import/stage/line-parse.js'
import { readLines } from '../lib/ndjson.js'
import { CommandError } from './remote.js'

export interface Parts {
  /** The paths of the parts, in order of dependency; each is within the limit. */
  files: string[]
  /** Whether every data line is an annotation: such a file has its own defaults (I-07). */
  annotationsOnly: boolean
  remove(): Promise<void>
}

/** Lines that stay together in one part: those of a persona, or the annotations of a video. */
interface Bundle {
  of: 'persona' | 'video'
  key: string
}

interface PlacedLine {
  text: string
  kind: string
  rank: number
  bundle: Bundle | null
}

/** Files whose lines follow one another; with `whole` they stay together in one part. */
interface Piece {
  names: string[]
  whole: boolean
}

/**
 * Splits a file over the limit (in bytes) into parts that can be imported one after the other. The kinds come in order
 * of dependency. The annotations of one video are in one part, because annotations of different parts could seem to
 * overlap. A persona is in one part with its ontology, because without it the persona gets an empty ontology. The order
 * inside a kind stays, so claims whose parents come first still follow them. Throws CommandError if a line, or lines
 * that stay together, exceed the limit.
 */
export async function splitFile(path: string, limit: number): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { bins, annotationsOnly } = await binsOf(path, limit)
    const writers = new Map<string, Writer>()
    await eachLine(path, async ({ text, rank, bundle }) => {
      const name = bundle ? `${rank}-${bins[bundle.of].get(bundle.key) ?? 0}` : `${rank}`
      const writer = writers.get(name) ?? openWriter(join(folder, name))
      writers.set(name, writer)
      await writer.write(`${text}\n`)
    })
    for (const writer of writers.values()) await writer.end()
    const binned = (of: Bundle['of'], kinds: readonly LineKind[]): Piece[] =>
      Array.from({ length: new Set(bins[of].values()).size }, (_, bin) => ({
        names: kinds.map((kind) => `${lineKinds.indexOf(kind)}-${bin}`).filter((name) => writers.has(name)),
        whole: true,
      }))
    const others = lineKinds.map((_kind, rank) => String(rank)).filter((name) => writers.has(name))
    const pieces = [
      ...binned('persona', ['persona', 'ontology']),
      ...others.map((name) => ({ names: [name], whole: false })),
      ...binned('video', ['annotation']),
    ]
    return { files: await pack(folder, pieces, limit), annotationsOnly, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function eachLine(path: string, act: (line: PlacedLine) => void | Promise<void>): Promise<void> {
  for await (const batch of readLines(createReadStream(path, { highWaterMark: 1 << 20 }))) {
    for (const { number, text } of batch) {
      const { kind, data } = parseLine(text, number)
      const rank = Math.max(lineKinds.indexOf(kind as LineKind), 0)
      await act({ text, kind, rank, bundle: bundleOf(kind, data) })
    }
  }
}

function bundleOf(kind: string, data: Record<string, unknown>): Bundle | null {
  if (kind === 'annotation') return { of: 'video', key: String(data['videoId']) }
  if (kind === 'persona') return { of: 'persona', key: String(data['id']).toLowerCase() }
  return kind === 'ontology' ? { of: 'persona', key: String(data['personaId']).toLowerCase() } : null
}

async function binsOf(path: string, limit: number) {
  const sizes = { persona: new Map<string, number>(), video: new Map<string, number>() }
  const seen = new Set<string>()
  await eachLine(path, ({ text, kind, bundle }) => {
    seen.add(kind)
    const bytes = Buffer.byteLength(text) + 1
    if (bytes > limit) throw new CommandError('A single line is larger than the import limit')
    if (bundle) sizes[bundle.of].set(bundle.key, (sizes[bundle.of].get(bundle.key) ?? 0) + bytes)
  })
  const bins = { persona: placesOf('persona', sizes.persona, limit), video: placesOf('video', sizes.video, limit) }
  const annotationsOnly = seen.has('annotation') && !lineKinds.some((kind) => kind !== 'annotation' && seen.has(kind))
  return { bins, annotationsOnly }
}

/**
 * Puts bundles into bins within the limit, each into the first bin that has room for it; returns the bin of each key.
 */
function placesOf(of: Bundle['of'], sizes: ReadonlyMap<string, number>, limit: number): Map<string, number> {
  const bins: number[] = []
  const places = new Map<string, number>()
  const things = of === 'video' ? 'annotations' : 'ontologies'
  for (const [key, bytes] of sizes) {
    if (bytes > limit) throw new CommandError(`The ${things} of ${of} ${key} alone are larger than the import limit`)
    const fitting = bins.findIndex((filled) => filled + bytes <= limit)
    const bin = fitting < 0 ? bins.length : fitting
    bins[bin] = (bins[bin] ?? 0) + bytes
    places.set(key, bin)
  }
  return places
}

/**
 * Writes the pieces into parts, one after the other: line by line or, if they must stay whole, into the current part if
 * they fit and into a new part if not.
 */
async function pack(folder: string, pieces: readonly Piece[], limit: number): Promise<string[]> {
  const files: string[] = []
  let writer: Writer | undefined
  const writerFor = async (bytes: number): Promise<Writer> => {
    if (writer && writer.bytes() + bytes <= limit) return writer
    await writer?.end()
    const path = join(folder, `part-${files.length}.jsonl`)
    files.push(path)
    writer = openWriter(path)
    return writer
  }
  for (const { names, whole } of pieces) {
    const paths = names.map((name) => join(folder, name))
    if (whole) {
      const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
      const target = await writerFor(sizes.reduce((sum, size) => sum + size, 0))
      for (const path of paths) for await (const chunk of createReadStream(path)) await target.write(chunk as Buffer)
      continue
    }
    for (const path of paths)
      for await (const batch of readLines(createReadStream(path, { highWaterMark: 1 << 20 })))
        for (const { text } of batch) await (await writerFor(Buffer.byteLength(text) + 1)).write(`${text}\n`)
  }
  await writer?.end()
  return files
}

interface Writer {
  write(piece: string | Buffer): Promise<void>
  bytes(): number
  end(): Promise<void>
}

function openWriter(path: string): Writer {
  const stream = createWriteStream(path)
  let bytes = 0
  return {
    async write(piece) {
      bytes += Buffer.byteLength(piece)
      if (!stream.write(piece)) await once(stream, 'drain')
    },
    bytes: () => bytes,
    async end() {
      stream.end()
      await finished(stream)
    },
  }
}

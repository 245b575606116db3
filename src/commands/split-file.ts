import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { lineKinds, type LineKind } from '../exchange/line.schema.js'
import { parseLine } from '../exchange/import/stage/line-parse.js'
import { readLines } from '../lib/ndjson.js'
import { CommandError } from './remote.js'

export interface Parts {
  /** In order of dependency; each fits the limit. */
  files: string[]
  remove(): Promise<void>
}

/**
 * A file over the limit in parts that can be imported one after the other: kinds in order of dependency, annotations of
 * one video in one part, because annotations of different parts could seem to overlap. Inside a kind the order stays,
 * so claims that come parents first still do.
 */
export async function splitFile(path: string, limit: number): Promise<Parts> {
  const folder = await mkdtemp(join(tmpdir(), 'parallax-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const bins = await binsOfVideos(path, limit)
    const writers = new Map<string, Writer>()
    await eachLine(path, async (text, rank, videoId) => {
      const name = videoId === null ? `${rank}` : `annotations-${bins.get(videoId) ?? 0}`
      const writer = writers.get(name) ?? openWriter(join(folder, name))
      writers.set(name, writer)
      await writer.write(`${text}\n`)
    })
    for (const writer of writers.values()) await writer.end()
    const kinds = lineKinds.map((_kind, rank) => String(rank)).filter((name) => writers.has(name))
    const annotations = [...writers.keys()].filter((name) => name.startsWith('annotations-'))
    return { files: await pack(folder, kinds, annotations, limit), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function eachLine(
  path: string,
  act: (text: string, rank: number, videoId: string | null) => void | Promise<void>,
): Promise<void> {
  for await (const batch of readLines(createReadStream(path, { highWaterMark: 1 << 20 }))) {
    for (const { number, text } of batch) {
      const { kind, data } = parseLine(text, number)
      await act(
        text,
        Math.max(lineKinds.indexOf(kind as LineKind), 0),
        kind === 'annotation' ? String(data['videoId']) : null,
      )
    }
  }
}

/** Videos put into bins that fit the limit, each into the first with room for it. */
async function binsOfVideos(path: string, limit: number): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  await eachLine(path, (text, _rank, videoId) => {
    const bytes = Buffer.byteLength(text) + 1
    if (bytes > limit) throw new CommandError('A single line is larger than the import limit')
    if (videoId !== null) sizes.set(videoId, (sizes.get(videoId) ?? 0) + bytes)
  })
  const bins: number[] = []
  const places = new Map<string, number>()
  for (const [videoId, bytes] of sizes) {
    if (bytes > limit)
      throw new CommandError(`The annotations of video ${videoId} alone are larger than the import limit`)
    const fitting = bins.findIndex((filled) => filled + bytes <= limit)
    const bin = fitting < 0 ? bins.length : fitting
    bins[bin] = (bins[bin] ?? 0) + bytes
    places.set(videoId, bin)
  }
  return places
}

/**
 * The kinds one after the other, line by line into parts; then the bins, each into a part of its own or behind what is
 * there.
 */
async function pack(
  folder: string,
  kinds: readonly string[],
  bins: readonly string[],
  limit: number,
): Promise<string[]> {
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
  for (const name of kinds) {
    for await (const batch of readLines(createReadStream(join(folder, name), { highWaterMark: 1 << 20 }))) {
      for (const { text } of batch) await (await writerFor(Buffer.byteLength(text) + 1)).write(`${text}\n`)
    }
  }
  for (const name of bins) {
    const target = await writerFor((await stat(join(folder, name))).size)
    for await (const chunk of createReadStream(join(folder, name))) await target.write(chunk as Buffer)
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

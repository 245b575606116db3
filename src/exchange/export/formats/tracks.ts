import { setImmediate as nextTurn } from 'node:timers/promises'
import { rowsOf } from '../sequence-lines.js'

/** An annotation in the terms of other tools: the track of one object on one video. */
export interface Track {
  /** The place of the track in the export, from 1. */
  place: number
  /** The number of the track in its video. */
  number: number
  /** The id of the annotation. */
  id: string
  videoId: string
  /** The name of the type or object that its label refers to, or else the label itself. */
  name: string
  isObject: boolean
  source: string
  confidence: number | null
  /** The sequence of boxes, as stored. */
  frames: unknown
}

const separator = 2
const pieceLength = 1 << 16

/** Yields the tracks in the rows of selectTracks, one at a time; other requests run after each 64 KB of rows. */
export async function* tracksOf(source: AsyncIterable<Buffer>): AsyncGenerator<Track> {
  let place = 0
  let bytes = 0
  for await (const row of rowsOf(source)) {
    bytes += row.length
    if (bytes >= pieceLength) {
      bytes = 0
      await nextTurn()
    }
    const end = row.indexOf(separator)
    const members = JSON.parse(row.toString('utf8', 0, end)) as Omit<Track, 'place' | 'frames'>
    place += 1
    yield { place, ...members, frames: JSON.parse(row.toString('utf8', end + 1)) as unknown }
  }
}

/**
 * Encodes texts in pieces of about 64 KB, so that a sequence of millions of frames needs no more memory than a short
 * one; other requests run between pieces. The texts of one part are created while they are read.
 */
export async function* inPieces(parts: AsyncIterable<Iterable<string>>): AsyncGenerator<Buffer> {
  let piece = ''
  for await (const part of parts) {
    for (const text of part) {
      piece += text
      if (piece.length < pieceLength) continue
      yield Buffer.from(piece, 'utf8')
      piece = ''
      await nextTurn()
    }
  }
  if (piece) yield Buffer.from(piece, 'utf8')
}

const largest = 1e9

/** Rounds a number of pixels to a millionth; numbers beyond a thousand million are unchanged. */
export const pixels = (value: number): number =>
  value < largest && value > -largest ? Math.round(value * 1e6) / 1e6 : value

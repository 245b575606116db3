import { highestFrame } from '../../../../annotations/sequences/sequence-check.js'
import { inTurns, type Clock } from '../../../../lib/fairness/turns.js'
import { longer } from '../../../../lib/longer.js'
import { parseFault } from '../../stage/line-parse.js'
import { withKeyframes } from '../keyframes.js'
import { mostBoxes, noAttributes, type ToolBox, type ToolItem, type ToolSources } from '../tool-track.js'

/**
 * Reads a file of MOT: rows of numbers `frame, track, left, top, width, height`, of which ground truth (gt.txt) goes on
 * with `1 if the box counts else 0, class, visibility`, and results with `confidence, x, y, z`. Frames count from 1, or
 * from 0 where the file has a frame 0. The rows of a track may be anywhere in the file, so all of them are kept, in 48
 * bytes each, until its end.
 *
 * Sources: Milan et al., MOT16, arXiv:1603.00831, table 7; https://motchallenge.net/instructions/.
 */
export class MotReader {
  readonly sources: ToolSources = new Map()
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  private rest = ''
  private line = 0
  private readonly rows = new Rows()
  private readonly tracks = new Map<number, TrackRows>()
  private lowest = Infinity
  private nameless = { count: 0, line: 0 }

  read(bytes: Uint8Array): ToolItem[] {
    const lines = (this.rest + this.decoded(bytes)).split('\n')
    this.rest = lines.pop()!
    if (this.rest.length > longestRow) throw parseFault(this.line + 1, `a row is longer than ${longestRow} characters`)
    for (const line of lines) this.take(line)
    return []
  }

  /** Yields a track for each number of the second column, in the order in which they occur. */
  async *end(clock: Clock): AsyncGenerator<ToolItem> {
    this.take(this.rest + this.decoded(undefined))
    if (this.nameless.count) {
      const message = `Not imported: ${this.nameless.count} boxes without a track (-1 in the second column)`
      yield { line: this.nameless.line, fault: { type: 'unsupported_shape', message } }
    }
    for (const [number, track] of this.tracks) {
      const head = { line: track.line, label: track.label, number, source: null, groupId: 0, taskId: null, step: 1 }
      const refused = (message: string): ToolItem => ({
        ...head,
        boxes: [],
        fault: { type: 'validation', message: `Not imported: the track ${number} has ${message}` },
      })
      if (track.count > mostBoxes) yield refused(`more than ${mostBoxes} boxes`)
      else {
        const boxes = await this.boxesOf(track, clock)
        const twice = boxes.findIndex(({ frame }, i) => frame === boxes[i - 1]?.frame)
        if (twice < 0) yield { ...head, boxes: await withKeyframes(boxes, clock), fault: null }
        else yield refused(`two boxes on frame ${boxes[twice]!.frame + Math.min(1, this.lowest)}`)
      }
    }
  }

  private decoded(bytes: Uint8Array | undefined): string {
    try {
      return this.decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw parseFault(this.line + 1, 'is not valid UTF-8')
    }
  }

  private take(text: string): void {
    this.line += 1
    if (!text.trim()) return
    const values = text.split(',').map(numberOf)
    const [frame, number, left, top, width, height] = values
    const fault = (what: string) => parseFault(this.line, `a row of MOT has ${what}`)
    if (values.length < 6 || values.length > 10 || values.some(Number.isNaN)) throw fault('6 to 10 numbers')
    if (!Number.isInteger(frame) || frame! < 0 || frame! > highestFrame)
      throw fault(`an integer of 0 to ${highestFrame} as its frame`)
    if (!Number.isSafeInteger(number)) throw fault('an integer as its track')
    this.lowest = Math.min(this.lowest, frame!)
    if (number! < 0) {
      this.nameless.line ||= this.line
      this.nameless.count += 1
      return
    }
    const isTruth = values.length === 9 || values.length === 8
    const [score, label, visibility] = [values[6] ?? 1, isTruth ? values[7]! : -1, isTruth ? (values[8] ?? 1) : 1]
    let track = this.tracks.get(number!)
    if (!track) {
      track = { line: this.line, label: label < 0 ? 'object' : String(label), last: -1, count: 0 }
      this.tracks.set(number!, track)
    }
    track.count += 1
    track.last = this.rows.add([frame!, left!, top!, width!, height!, isTruth ? visibility : score], {
      before: track.last,
      flag: isTruth ? (score === 0 ? ignored : truth) : result,
    })
  }

  /** Returns the boxes of a track, sorted by frame. */
  private async boxesOf({ last, count }: TrackRows, clock: Clock): Promise<ToolBox[]> {
    const { rows } = this
    const boxes = new Array<ToolBox>(count)
    const from = Math.min(1, this.lowest)
    let row = last
    await inTurns(clock, count, (i) => {
      boxes[count - 1 - i] = rows.box(row, from)
      row = rows.before(row)
    })
    return boxes.sort((a, b) => a.frame - b.frame)
  }
}

interface TrackRows {
  line: number
  label: string
  /** Its last row. */
  last: number
  count: number
}

const longestRow = 1000

/** Reads a number; NaN for other spellings than decimal ones. */
const numberOf = (text: string) => (/^\s*[-+]?[\d.]+(?:e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : NaN)

// What the seventh and the ninth column of a row say.
const [truth, ignored, result] = [0, 1, 2]
const columns = 6

/** Rows of boxes, in columns. */
class Rows {
  private size = 0
  private values = new Float64Array(columns * 1024)
  /** The row before of the same track; -1 for the first. */
  private links = new Int32Array(1024)
  private flags = new Uint8Array(1024)

  /** Adds a row and returns its place. `values` are the frame, the box, and the visibility or the confidence. */
  add(values: readonly number[], { before, flag }: { before: number; flag: number }): number {
    if (this.size === this.links.length) this.grow()
    this.values.set(values, columns * this.size)
    this.links[this.size] = before
    this.flags[this.size] = flag
    return this.size++
  }

  before(row: number): number {
    return this.links[row]!
  }

  /** Returns the box of a row; `from` is the number of the first frame in the file. */
  box(row: number, from: number): ToolBox {
    const [frame, left, top, width, height, last] = this.values.subarray(columns * row, columns * row + columns)
    const flag = this.flags[row]!
    const isPart = flag !== result && last! > 0 && last! < 1
    const attributes: [string, string][] = [
      ...(isPart ? [['visibility', String(last)] as [string, string]] : []),
      ...(flag === ignored ? [['ignored', 'true'] as [string, string]] : []),
    ]
    return {
      ...{ frame: frame! - from, left: left!, top: top!, right: left! + width!, bottom: top! + height! },
      ...{ isOutside: false, isOccluded: flag !== result && last === 0, isKeyframe: false, depth: 0 },
      attributes: attributes.length ? attributes : noAttributes,
      ...(flag === result && last! >= 0 && last! < 1 && { confidence: last! }),
    }
  }

  private grow(): void {
    this.values = longer(this.values)
    this.links = longer(this.links)
    this.flags = longer(this.flags)
  }
}

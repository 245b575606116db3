import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { run } from '../media/run.js'
import type { RunLimits } from '../media/run.js'
import { Problem } from '../problem.js'
import { columnRuns, runLengthsOf } from './rle.js'
import type { ColumnRun, RunLengths } from './rle.js'

const length = Type.Integer({ minimum: 0 })
const runLengths = Type.Object({ size: Type.Tuple([length, length]), counts: Type.Array(length) })

/**
 * Reads one initial mask: base64 of a PNG of the video's size (white = object), or of the JSON of its run lengths.
 * Throws 400 for anything else, for another size and for an empty mask; `place` names the mask in messages.
 */
export async function readMask(
  base64: string,
  size: [number, number],
  place: string,
  limits: RunLimits,
): Promise<ColumnRun[]> {
  const bytes = Buffer.from(base64.replace(/^data:[\w/+.-]+;base64,/, ''), 'base64')
  const isPng = bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47
  const mask = isPng ? await readPng(bytes, size, place, limits) : readJson(bytes, size, place)
  const runs = columnRuns(mask)
  if (runs.length === 0) throw new Problem(400, `${place} is empty`)
  return runs
}

async function readPng(bytes: Buffer, size: [number, number], place: string, limits: RunLimits): Promise<RunLengths> {
  // The size is in the header, so a picture of absurd size is refused before it is decoded.
  requireSize([bytes.readUInt32BE(20), bytes.readUInt32BE(16)], size, place)
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-protocol_whitelist',
    'pipe',
    '-max_pixels',
    String(limits.maxPixels),
    '-f',
    'png_pipe',
    '-i',
    'pipe:0',
    '-frames:v',
    '1',
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
    'pipe:1',
  ]
  const pixelCount = size[0] * size[1]
  const { stdout } = await run('ffmpeg', args, { ...limits, input: bytes, maxBytes: pixelCount })
  if (stdout.length !== pixelCount) throw new Problem(400, `${place} is not a PNG that can be decoded`)
  return runLengthsOf(stdout, size)
}

function readJson(bytes: Buffer, size: [number, number], place: string): RunLengths {
  const wrong = new Problem(400, `${place} is neither a PNG nor the JSON of run lengths {size, counts}`)
  let content: unknown
  try {
    content = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw wrong
  }
  if (!Value.Check(runLengths, content)) throw wrong
  requireSize(content.size, size, place)
  const total = content.counts.reduce((sum, count) => sum + count, 0)
  if (total !== size[0] * size[1]) throw new Problem(400, `${place}: counts do not add up to the size`)
  return content
}

function requireSize(size: [number, number], [height, width]: [number, number], place: string): void {
  if (size[0] !== height || size[1] !== width) {
    throw new Problem(400, `${place} is ${size[1]}x${size[0]} pixels, the video ${width}x${height}`)
  }
}

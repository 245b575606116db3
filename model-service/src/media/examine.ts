import { createHash } from 'node:crypto'
import { lstat, type FileHandle } from 'node:fs/promises'
import { startOf, type Ratio } from '@parallax/shared/frame-clock.js'
import { packTicks } from '@parallax/shared/frame-ticks.js'
import { isErrno } from '@parallax/shared/errno.js'
import { openRegular } from '@parallax/shared/open-file.js'
import { together } from '@parallax/shared/together.js'
import { Problem } from '../problem.js'
import { clockOfFile, sourceOf } from './pictures.js'
import type { RunLimits } from './run.js'

/** What is known of a video once all of it was read. */
export interface Examination {
  sha256: string
  codec: string
  /** Degrees clockwise by which players turn the stored pictures: 0, 90, 180 or 270. */
  rotation: number
  /** Whether players also exchange left and right, after the turn. */
  mirrored: boolean
  /** Pixels as displayed: square ones, turned. */
  width: number
  height: number
  /** When the last frame ends, in seconds of `currentTime`. */
  duration: number
  frame_count: number
  frame_rate: Ratio
  time_base: Ratio
  first_tick: number
  is_variable: boolean
  /** Base64 of the ticks of all frames (shared/src/frame-ticks.ts); null where the rate says them exactly. */
  ticks: string | null
}

/**
 * Reads a whole video file: its bytes for the SHA-256, and its pictures for their times. `path` is a real path, without
 * links. Throws 400 where it is no video that can be read, and where it becomes another file in the meantime: the
 * digest and the pictures would be those of two files.
 */
export async function examineVideo(path: string, limits: RunLimits): Promise<Examination> {
  const file = await openRegular(path).catch((error: unknown) => {
    throw isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EACCES') ? unreadable(error) : error
  })
  if (file === null) throw new Problem(400, 'The video is not a file')
  try {
    return await examineOpen(file, path, limits)
  } finally {
    await file.close()
  }
}

async function examineOpen(file: FileHandle, path: string, limits: RunLimits): Promise<Examination> {
  const before = await file.stat()
  // The headers first: a file that is no video is refused without reading all of it.
  const source = await sourceOf(path, limits)
  const refuseOther = async () => {
    const now = await lstat(path).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
      throw error
    })
    // Not the time of change: copies of objects are touched when they are used.
    const same = (['dev', 'ino', 'size'] as const).every((fact) => now?.[fact] === before[fact])
    if (!same) throw new Problem(400, 'The file of the video changed while it was read')
  }
  // Once before the decoder opens the path, once to stop a decoder that waits at a pipe, and once for what it read.
  await refuseOther()
  const [sha256, clock] = await together(limits.signal, [
    async (signal) => {
      const digest = await digestOf(file, signal)
      await refuseOther()
      return digest
    },
    (signal) => clockOfFile(source, { ...limits, signal }),
  ])
  await refuseOther()
  const { codec, rotation, mirrored, width, height } = source
  return {
    ...{ sha256, codec, rotation, mirrored, width, height },
    duration: startOf(clock, clock.count),
    frame_count: clock.count,
    frame_rate: clock.rate,
    time_base: clock.timeBase,
    first_tick: clock.firstTick,
    is_variable: clock.isVariable,
    ticks: clock.ticks && packTicks(clock.ticks).toString('base64'),
  }
}

const unreadable = ({ code }: NodeJS.ErrnoException) =>
  new Problem(code === 'ENOENT' ? 404 : 400, `The video cannot be read (${code ?? 'unknown reason'})`)

/** SHA-256 of a file in hexadecimal. */
async function digestOf(file: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const chunks = file.createReadStream({ start: 0, autoClose: false, signal, highWaterMark: 1 << 20 })
  for await (const chunk of chunks) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

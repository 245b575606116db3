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

/** The facts about a video that are known after reading all of it. */
export interface Examination {
  sha256: string
  codec: string
  /** Degrees clockwise by which players turn the stored pictures: 0, 90, 180 or 270. */
  rotation: number
  /** Whether players also swap left and right, after the turn. */
  mirrored: boolean
  /** Displayed pixels: square and turned. */
  width: number
  height: number
  /** The end of the last frame, in seconds of `currentTime`. */
  duration: number
  frame_count: number
  frame_rate: Ratio
  time_base: Ratio
  first_tick: number
  is_variable: boolean
  /** Base64 of the ticks of all frames (shared/src/frame-ticks.ts); null if the rate alone gives them exactly. */
  ticks: string | null
}

/**
 * Reads a whole video file: its bytes for the SHA-256, and its pictures for their times. `path` must be a real path,
 * without links. Throws 400 if the file is not a readable video, or if it is replaced meanwhile: the digest and the
 * pictures would then belong to two files.
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
  // The headers first, so that a file that is not a video is refused without reading all of it.
  const source = await sourceOf(path, limits)
  const refuseOther = async () => {
    const now = await lstat(path).catch((error: unknown) => {
      if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
      throw error
    })
    // The time of change is not compared, because copies of objects are touched on each use.
    const same = (['dev', 'ino', 'size'] as const).every((fact) => now?.[fact] === before[fact])
    if (!same) throw new Problem(400, 'The file of the video changed while it was read')
  }
  // Checked before the decoder opens the path, to stop a decoder that waits at a pipe, and after the decoder has read.
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

/** Returns the SHA-256 of a file in hexadecimal. */
async function digestOf(file: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const chunks = file.createReadStream({ start: 0, autoClose: false, signal, highWaterMark: 1 << 20 })
  for await (const chunk of chunks) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

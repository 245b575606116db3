import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Problem } from '../problem.js'
import type { Box } from '../vision/box.js'
import { jpegOf } from './jpeg.js'
import type { VideoFacts } from './probe.js'
import type { RunLimits } from './run.js'

/** Boxes in shares of the picture, in the colours of their classes. */
export interface DrawnBox {
  box: Box
  /** RGB as six hexadecimal digits. */
  colour: string
}

/** Width and height in pixels. */
export const thumbnailSizes = { small: [320, 180], medium: [640, 360], large: [1280, 720] } as const

/**
 * Writes a JPEG of exactly the wanted size (with black bars where the shape differs). Returns its path and the time of
 * the frame used, in seconds. Throws 400 where no frame can be decoded, 503 where the folder cannot be created.
 */
export async function writeThumbnail(
  video: VideoFacts,
  wanted: {
    folder: string
    videoId: string
    timestamp: number
    size: keyof typeof thumbnailSizes
    /** Undefined where none are asked for. */
    boxes: readonly DrawnBox[] | undefined
  },
  limits: RunLimits,
): Promise<{ path: string; timestamp: number }> {
  const timestamp = timeInside(video, wanted.timestamp)
  await mkdir(wanted.folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new Problem(503, `The thumbnail folder cannot be made (${error.code ?? 'unknown reason'})`)
  })
  // Some files state a longer duration than they have: then the first frame must do.
  const jpegAt = (seconds: number) =>
    jpegOf(video, { seconds, filter: boxed(wanted.size, wanted.boxes), quality: 3 }, limits)
  const atTime = await jpegAt(timestamp)
  const jpeg = atTime.length > 0 ? atTime : await jpegAt(0)
  if (jpeg.length === 0) throw new Problem(400, 'The video has no frame that can be decoded')
  const usedTimestamp = atTime.length > 0 ? timestamp : 0
  const kind = wanted.boxes ? `${wanted.size}_boxes` : wanted.size
  const path = join(wanted.folder, `${fileStem(wanted.videoId)}_${Math.round(usedTimestamp * 1000)}_${kind}.jpg`)
  // Written beside and renamed: a reader never sees half a picture.
  const draft = join(wanted.folder, `.${randomUUID()}.jpg`)
  await writeFile(draft, jpeg)
  await rename(draft, path)
  void sweep(wanted.folder).catch(() => undefined)
  return { path, timestamp: usedTimestamp }
}

const [keptMs, sweptEveryMs] = [3_600_000, 600_000]
const ours = /_\d+_(?:small|medium|large)(?:_boxes)?\.jpg$|^\.[0-9a-f-]{36}\.jpg$/
const sweptAt = new Map<string, number>()

/**
 * Deletes old pictures and drafts, every ten minutes at most: the API takes a picture over at once, so nobody needs
 * those older than an hour.
 */
async function sweep(folder: string): Promise<void> {
  const now = Date.now()
  if (now - (sweptAt.get(folder) ?? 0) < sweptEveryMs) return
  sweptAt.set(folder, now)
  for (const name of (await readdir(folder)).filter((one) => ours.test(one))) {
    const path = join(folder, name)
    // A draft of another call may be renamed in the meantime.
    const facts = await stat(path).catch(() => undefined)
    if (facts && now - facts.mtimeMs > keptMs) await rm(path, { force: true })
  }
}

/** The time in seconds, limited to that of the last frame. */
export function timeInside(video: VideoFacts, timestamp: number): number {
  return Math.min(Math.max(0, timestamp), Math.max(0, (video.frameCount - 1) / video.fps))
}

/** The ffmpeg filters that scale to fit, draw the boxes and add the bars. */
function boxed(size: keyof typeof thumbnailSizes, boxes: readonly DrawnBox[] = []): string {
  const [width, height] = thumbnailSizes[size]
  const bars = `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`
  const part = (value: number) => value.toFixed(4)
  const drawn = boxes.map(
    ({ box, colour }) =>
      `drawbox=x=iw*${part(box.x)}:y=ih*${part(box.y)}:w=iw*${part(box.width)}:h=ih*${part(box.height)}` +
      `:color=0x${colour}:t=${height >= 720 ? 3 : 2}`,
  )
  return [`scale=${width}:${height}:force_original_aspect_ratio=decrease`, ...drawn, bars].join(',')
}

/** The stem of a file name: plain ids stay readable, any other id becomes safe and stays distinct. */
function fileStem(videoId: string): string {
  if (/^[\w-]{1,100}$/.test(videoId)) return videoId
  return `${videoId.replace(/[^\w-]+/g, '-').slice(0, 60)}-${createHash('sha256').update(videoId).digest('hex').slice(0, 12)}`
}

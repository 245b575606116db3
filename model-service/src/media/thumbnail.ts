import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Problem } from '../problem.js'
import type { Box } from '../vision/box.js'
import { jpegOf, sizeWithin } from './jpeg.js'
import { timeOf, type VideoFacts } from './pictures.js'
import type { RunLimits } from './run.js'

/** A box in fractions of the picture, with the colour of its class. */
export interface DrawnBox {
  box: Box
  /** RGB as six hexadecimal digits. */
  colour: string
}

/** Width and height in pixels. */
const thumbnailSizes = { small: [320, 180], medium: [640, 360], large: [1280, 720] } as const

/**
 * Writes a JPEG of exactly the wanted size (with black bars if the shape differs) of one frame. Returns its path and
 * the time at which the frame begins, in seconds. Throws 400 if the frame cannot be decoded, 503 if the folder cannot
 * be created.
 */
export async function writeThumbnail(
  video: VideoFacts,
  wanted: {
    folder: string
    videoId: string
    frame: number
    size: keyof typeof thumbnailSizes
    /** Undefined if no boxes are requested. */
    boxes: readonly DrawnBox[] | undefined
  },
  limits: RunLimits,
): Promise<{ path: string; timestamp: number }> {
  await mkdir(wanted.folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new Problem(503, `The thumbnail folder cannot be made (${error.code ?? 'unknown reason'})`)
  })
  const size = sizeWithin(video, thumbnailSizes[wanted.size])
  const filters = drawn(wanted.size, wanted.boxes)
  const jpeg = await jpegOf(video, { frame: wanted.frame, ...size, filters, quality: 3 }, limits)
  if (!jpeg) throw new Problem(400, 'The video has no frame that can be decoded')
  const timestamp = timeOf(video, wanted.frame)
  const kind = wanted.boxes ? `${wanted.size}_boxes` : wanted.size
  const path = join(wanted.folder, `${fileStem(wanted.videoId)}_${Math.round(timestamp * 1000)}_${kind}.jpg`)
  // Written under another name and renamed, so that a reader never sees half a picture.
  const draft = join(wanted.folder, `.${randomUUID()}.jpg`)
  await writeFile(draft, jpeg)
  await rename(draft, path)
  void sweep(wanted.folder).catch(() => undefined)
  return { path, timestamp }
}

const [keptMs, sweptEveryMs] = [3_600_000, 600_000]
const ours = /_\d+_(?:small|medium|large)(?:_boxes)?\.jpg$|^\.[0-9a-f-]{36}\.jpg$/
const sweptAt = new Map<string, number>()

/**
 * Deletes old pictures and drafts, every ten minutes at most: the API takes a picture over immediately, so pictures
 * older than an hour are no longer needed.
 */
async function sweep(folder: string): Promise<void> {
  const now = Date.now()
  if (now - (sweptAt.get(folder) ?? 0) < sweptEveryMs) return
  sweptAt.set(folder, now)
  for (const name of (await readdir(folder)).filter((one) => ours.test(one))) {
    const path = join(folder, name)
    // A draft of another call may be renamed meanwhile.
    const facts = await stat(path).catch(() => undefined)
    if (facts && now - facts.mtimeMs > keptMs) await rm(path, { force: true })
  }
}

/** Returns the ffmpeg filters that draw the boxes and add the bars. */
function drawn(size: keyof typeof thumbnailSizes, boxes: readonly DrawnBox[] = []): string[] {
  const [width, height] = thumbnailSizes[size]
  const part = (value: number) => value.toFixed(4)
  const rectangles = boxes.map(
    ({ box, colour }) =>
      `drawbox=x=iw*${part(box.x)}:y=ih*${part(box.y)}:w=iw*${part(box.width)}:h=ih*${part(box.height)}` +
      `:color=0x${colour}:t=${height >= 720 ? 3 : 2}`,
  )
  return [...rectangles, `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`]
}

/** Returns the stem of a file name: plain ids stay readable, any other id becomes safe and stays distinct. */
function fileStem(videoId: string): string {
  if (/^[\w-]{1,100}$/.test(videoId)) return videoId
  return `${videoId.replace(/[^\w-]+/g, '-').slice(0, 60)}-${createHash('sha256').update(videoId).digest('hex').slice(0, 12)}`
}

import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { Readable } from 'node:stream'
import { isErrno } from '@parallax/shared/errno.js'
import { openRegular } from '@parallax/shared/open-file.js'
import type { Context } from '../../context.js'
import { AppError } from '../../lib/errors.js'
import { clockMember, frameOfVideo, probesOfVideos } from './frame.service.js'
import { namedFault } from '../named-fault.js'
import { thumbnailName, type Files } from '../storage/storage.js'
import type { ThumbnailSize } from '../video.shape.js'
import { getVideo, modelVideo } from '../video.service.js'
import { updateThumbnailPath, type VideoRow } from '../video.sql.js'

export interface ThumbnailInput {
  size: ThumbnailSize
  /** In seconds from the start; only pictures at the default time, 1, are cached. */
  timestamp?: number | undefined
  /** The number of the frame, in place of its time. */
  frame?: number | undefined
  /** Whether to draw the boxes of detected objects; these pictures are not cached. */
  boxes?: boolean | undefined
}

const defaultTimestamp = 1
const largestPicture = 20 * 1024 * 1024

/**
 * The pictures that are being made: clients who ask for the same picture share one call, which is aborted when the last
 * of them has left.
 */
const underWay = new WeakMap<Files, Map<string, Making>>()

interface Making {
  picture: Promise<Buffer>
  waiting: number
  stop: AbortController
}

/**
 * Returns the JPEG of a video, from the cache or from the model service (V-12, V-13). Throws NOT_FOUND for a video that
 * the actor may not see and for one whose file was found to be unreadable, those of frameOfVideo for a frame, and the
 * faults of the model service.
 */
export async function thumbnailOf(
  ctx: Context,
  id: string,
  { size, boxes = false, ...place }: ThumbnailInput,
): Promise<{ stream: Readable; size: number }> {
  const video = await getVideo(ctx, id)
  const timestamp = await timeOf(ctx, id, place)
  const kept = timestamp === defaultTimestamp && !boxes
  const name = thumbnailName(id, size)
  const cached = kept ? await keptPicture(ctx, video, name) : null
  if (cached) return cached
  await requireReadable(ctx, id)
  const bytes = await shared(ctx, `${name}@${timestamp}${boxes ? '+boxes' : ''}`, (signal) =>
    make(ctx, video, { size, timestamp, boxes }, kept ? name : null, signal),
  )
  return { stream: Readable.from([bytes]), size: bytes.length }
}

/** Returns the time to show. Throws VALIDATION_ERROR if both a time and a frame are given. */
async function timeOf(
  ctx: Context,
  id: string,
  { timestamp, frame }: Pick<ThumbnailInput, 'timestamp' | 'frame'>,
): Promise<number> {
  if (frame === undefined) return timestamp ?? defaultTimestamp
  if (timestamp !== undefined) throw new AppError('VALIDATION_ERROR', 'Only one of frame and timestamp may be given')
  await requireReadable(ctx, id)
  return (await frameOfVideo(ctx, id, { frame })).frame!.time
}

/**
 * Returns the cached picture, or null without a valid one: a picture that is older than the file under the video's name
 * shows the previous file.
 */
async function keptPicture(
  ctx: Context,
  video: VideoRow,
  name: string,
): Promise<{ stream: Readable; size: number } | null> {
  const [picture, file] = await Promise.all([ctx.files.openThumbnail(name), ctx.files.stat(video.path)])
  if (picture === null || file === null || file.changedAt <= picture.madeAt) return picture
  picture.stream.destroy()
  return null
}

/** Throws NOT_FOUND if the current file was probed and cannot be read; the model service is not asked again then. */
async function requireReadable(ctx: Context, id: string): Promise<void> {
  const [probed] = await probesOfVideos(ctx, [id])
  const fault = probed?.probe.fault
  if (fault) throw new AppError('NOT_FOUND', `The video has no thumbnail, because its file cannot be read: ${fault}`)
}

async function shared(ctx: Context, key: string, start: (signal: AbortSignal) => Promise<Buffer>): Promise<Buffer> {
  const makings = underWay.get(ctx.files) ?? new Map<string, Making>()
  underWay.set(ctx.files, makings)
  const making = makings.get(key) ?? begin(makings, key, start)
  making.waiting++
  const gone = ctx.clientGone()
  const leave = () => {
    if (--making.waiting > 0) return
    if (makings.get(key) === making) makings.delete(key)
    making.stop.abort(gone.reason)
  }
  if (gone.aborted) leave()
  else gone.addEventListener('abort', leave, { once: true })
  return making.picture
}

function begin(makings: Map<string, Making>, key: string, start: (signal: AbortSignal) => Promise<Buffer>): Making {
  const stop = new AbortController()
  const picture = start(stop.signal).finally(() => {
    if (makings.get(key) === making) makings.delete(key)
  })
  const making: Making = { picture, waiting: 0, stop }
  makings.set(key, making)
  return making
}

async function make(
  ctx: Context,
  video: VideoRow,
  { size, timestamp, boxes }: Pick<ThumbnailInput, 'size' | 'boxes'> & { timestamp: number },
  name: string | null,
  signal: AbortSignal,
): Promise<Buffer> {
  const file = { ...(await modelVideo(ctx, video)), ...(await clockMember(ctx, video.id)) }
  const request = { video_id: video.id, ...file, timestamp, size, ...(boxes && { boxes }) }
  const options = { signal, waits: ctx.budget.person }
  const answer = await ctx.modelService.ask('generateThumbnail', request, options).catch((error: unknown) => {
    throw thumbnailFault(error)
  })
  const bytes = await readPicture(answer.thumbnail_path, ctx.config.files.thumbnails.madeIn)
  if (name !== null) await updateThumbnailPath(ctx.db, video.id, await ctx.files.putThumbnail(name, bytes))
  return bytes
}

/**
 * Returns the error of this route: every refusal of the model service counts as a fault of the server, not of the
 * request.
 */
function thumbnailFault(error: unknown): unknown {
  if (!(error instanceof AppError) || error.extra?.upstreamStatus === undefined) return namedFault(error)
  return new AppError('MODEL_SERVICE_ERROR', `Thumbnail generation failed: ${error.message}`, { extra: error.extra })
}

/**
 * Reads the picture that the model service has made. Accepts only a JPEG that is a regular file, below the folder if
 * that is known: the path comes from another process, and this route must not become a way to read any file.
 */
async function readPicture(path: string, folder: string | null): Promise<Buffer> {
  const missing = (cause?: unknown) =>
    namedFault(
      new AppError('MODEL_SERVICE_OUTPUT_MISSING', 'The model service did not leave the picture that it announced', {
        cause,
      }),
    )
  const file = await openBelow(folder, path).catch((error: unknown) => {
    throw isErrno(error, ...notThere) ? missing(error) : error
  })
  if (file === null) throw missing()
  try {
    const facts = await file.stat()
    if (facts.size < 4 || facts.size > largestPicture) throw missing()
    const bytes = await file.readFile()
    if (bytes.readUInt16BE(0) !== 0xffd8) throw missing()
    return bytes
  } finally {
    await file.close()
  }
}

/** Error codes of paths under which a file cannot be opened; ENXIO is that of a socket. */
const notThere = [
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'ENXIO',
  'ENODEV',
  'ERR_INVALID_ARG_VALUE',
]

async function openBelow(folder: string | null, path: string) {
  if (folder === null) return openRegular(path)
  const [top, real] = await Promise.all([realpath(folder), realpath(path)])
  return real.startsWith(top + sep) ? openRegular(real) : null
}

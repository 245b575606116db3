import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Context } from '../context.js'
import { isErrno } from '../lib/errno.js'
import { AppError } from '../lib/errors.js'
import { namedFault } from './named-fault.js'
import { thumbnailName, type Files } from './storage.js'
import type { ThumbnailSize } from './video.schema.js'
import { getVideo, modelPath } from './video.service.js'
import { updateThumbnailPath, type VideoRow } from './video.sql.js'

export interface ThumbnailInput {
  size: ThumbnailSize
  /** Seconds from the start; only pictures of the default moment are kept. */
  timestamp: number
}

const defaultTimestamp = 1
const largestPicture = 20 * 1024 * 1024

/** What is being made at this moment: several who ask for one picture cause one call. */
const underWay = new WeakMap<Files, Map<string, Promise<Buffer>>>()

/** The JPEG, from the cache or made by the model service (V-12, V-13). */
export async function thumbnailOf(
  ctx: Context, id: string, { size, timestamp }: ThumbnailInput,
): Promise<{ stream: Readable; size: number }> {
  const video = await getVideo(ctx, id)
  const kept = timestamp === defaultTimestamp
  const name = thumbnailName(id, size)
  const cached = kept ? await ctx.files.openThumbnail(name) : null
  if (cached) return cached
  const making = underWay.get(ctx.files) ?? new Map<string, Promise<Buffer>>()
  underWay.set(ctx.files, making)
  const key = `${name}@${timestamp}`
  let picture = making.get(key)
  if (!picture) {
    picture = make(ctx, video, { size, timestamp }, kept ? name : null).finally(() => making.delete(key))
    making.set(key, picture)
  }
  const bytes = await picture
  return { stream: Readable.from([bytes]), size: bytes.length }
}

async function make(ctx: Context, video: VideoRow, { size, timestamp }: ThumbnailInput, name: string | null): Promise<Buffer> {
  const request = { video_id: video.id, video_path: modelPath(ctx, video), timestamp, size }
  const answer = await ctx.modelService.ask('generateThumbnail', request).catch((error: unknown) => {
    throw thumbnailFault(error)
  })
  const bytes = await readPicture(answer.thumbnail_path)
  if (name !== null) await updateThumbnailPath(ctx.db, video.id, await ctx.files.putThumbnail(name, bytes))
  return bytes
}

/** Whatever the model service refuses is a fault of this route's server side. */
function thumbnailFault(error: unknown): unknown {
  if (!(error instanceof AppError) || error.extra?.['upstreamStatus'] === undefined) return namedFault(error)
  return new AppError('MODEL_SERVICE_ERROR', `Thumbnail generation failed: ${error.message}`, { extra: error.extra })
}

/** Only a JPEG is taken: the path comes from another process and must not turn this route into a reader of any file. */
async function readPicture(path: string): Promise<Buffer> {
  const missing = (cause?: unknown) =>
    namedFault(new AppError('MODEL_SERVICE_OUTPUT_MISSING', 'The model service did not leave the picture that it announced', { cause }))
  const file = await open(path).catch((error: unknown) => {
    throw isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE') ? missing(error) : error
  })
  try {
    const facts = await file.stat()
    if (!facts.isFile() || facts.size < 4 || facts.size > largestPicture) throw missing()
    const bytes = await file.readFile()
    if (bytes.readUInt16BE(0) !== 0xffd8) throw missing()
    return bytes
  } finally {
    await file.close()
  }
}

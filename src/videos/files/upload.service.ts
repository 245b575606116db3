import type { Readable } from 'node:stream'
import { type Context, transaction } from '../../context.js'
import { requireActor } from '../../access/actor.js'
import { atMost } from '../../lib/at-most.js'
import { AppError, ClientGone, conflict, leftMidFile, validation } from '../../lib/errors.js'
import { nameFault } from '../storage/content-type.js'
import { videoIdOf } from './metadata.js'
import type { Draft, StoredFile } from '../storage/store.js'
import { addFile, requireFileKeeper } from './sync.service.js'
import { lockSync } from './sync.sql.js'
import { getVideo } from '../video.service.js'
import type { VideoRow } from '../video.sql.js'

/** The longest file name that file systems accept, in bytes. */
const longestName = 255

/** A video that has been received but is not visible yet. */
export interface DraftVideo {
  filename: string
  draft: Draft
}

/** Returns the error for a video that exceeds the configured size. */
export function videoTooLarge(ctx: Pick<Context, 'config'>): AppError {
  const { largestUpload } = ctx.config.files
  return new AppError('PAYLOAD_TOO_LARGE', `A video has ${largestUpload} bytes at most`)
}

const taken = (filename: string) => conflict(`There is a video of the name ${filename} already`, 'file')

/**
 * Receives a new video, which is not visible yet, as its bytes arrive; for users who may synchronise. Throws CONFLICT
 * if a file has the name, PAYLOAD_TOO_LARGE, STORAGE_FULL, and VALIDATION_ERROR for an empty file or an invalid name
 * for a video. The received bytes are then removed, as they are when the sender disconnects.
 */
export async function draftVideo(ctx: Context, filename: string, source: Readable): Promise<DraftVideo> {
  requireFileKeeper(ctx)
  checkName(filename)
  if (await ctx.files.stat(filename)) throw taken(filename)
  const bytes = atMost(source, ctx.config.files.largestUpload, () => videoTooLarge(ctx))
  const draft = await ctx.files.draft(filename, bytes).catch((error: unknown) => {
    throw faultOf(error)
  })
  if (draft.size > 0) return { filename, draft }
  await draft.drop()
  throw validation([{ field: 'file', message: 'is empty' }])
}

/**
 * Makes the file visible under its name and returns the video. Throws CONFLICT if another file has taken the name
 * meanwhile.
 */
export async function keepVideo(ctx: Context, { filename, draft }: DraftVideo): Promise<VideoRow> {
  // When the transaction is retried, the file is already in its place.
  let file: StoredFile | null = null
  try {
    await transaction(ctx, async (tx) => {
      await lockSync(tx.db)
      // The other store may have received a file of this name.
      file ??= (await ctx.files.stat(filename)) ? null : await draft.keep()
      if (!file) throw taken(filename)
      await addFile(tx, file)
    })
  } catch (error) {
    await draft.drop()
    throw faultOf(error)
  }
  return getVideo(ctx, videoIdOf(filename))
}

/** Receives and stores a file that is uploaded through GraphQL, and returns the video. */
export async function uploadVideo(
  ctx: Context,
  { filename, open }: { filename: string; open: () => Readable },
): Promise<VideoRow> {
  requireFileKeeper(ctx)
  return ctx.admission.during('upload', requireActor(ctx).userId, undefined, async () =>
    keepVideo(ctx, await draftVideo(ctx, filename, open())),
  )
}

function checkName(filename: string): void {
  const refuse = (message: string) => validation([{ field: 'file', message }])
  const fault = nameFault(filename)
  if (fault !== null) throw refuse(fault)
  if (Buffer.byteLength(filename) > longestName) throw refuse(`must have a name of at most ${longestName} bytes`)
}

function faultOf(error: unknown): unknown {
  if (leftMidFile(error)) return new ClientGone()
  return error
}

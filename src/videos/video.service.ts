import { trace } from '@opentelemetry/api'
import { join } from 'node:path'
import { abilitiesOf } from '../access/abilities.js'
import { visibleVideo } from '../access/place-rules.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { listPage, type ListPage, type PageArguments } from '../lib/page.js'
import { nameInside } from './storage-combined.js'
import type { VideoUrl } from './storage-store.js'
import {
  countVideos,
  selectVideo,
  selectVideoIds,
  selectVideoPage,
  selectVideosByIds,
  type VideoFilter,
  type VideoRow,
} from './video.sql.js'

const rowsAtOnce = 500

const newestVideos = {
  kinds: ['time', 'text'] as const,
  keyOf: (row: { createdAt: string; id: string }) => [row.createdAt, row.id],
}

const tracer = trace.getTracer('parallax')

/** What the caller sees (VA-17); a project filter counts only for projects whose videos the caller may see. */
async function accessTo(ctx: Context, { projectId }: VideoFilter) {
  return visibleVideo(await abilitiesOf(ctx), 'v', projectId)
}

/**
 * All visible videos, newest first (V-02), some hundred at a time, so that a long list neither fills the memory nor
 * stops others. Which they are is settled at the start by one statement; no connection is held while a slow client
 * reads.
 */
export async function* eachVideo(ctx: Context, filter: VideoFilter): AsyncGenerator<VideoRow[]> {
  const access = await accessTo(ctx, filter)
  const ids = await tracer.startActiveSpan('video-access.resolve', async (span) => {
    try {
      const found = await selectVideoIds(ctx.db, access, filter)
      span.setAttribute('result.count', found.length)
      return found
    } finally {
      span.end()
    }
  })
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const part = ids.slice(at, at + rowsAtOnce)
    const rows = new Map((await selectVideosByIds(ctx.db, part)).map((row) => [row.id, row]))
    const page = part.flatMap((id) => rows.get(id) ?? [])
    if (page.length) yield page
  }
}

/** The same list a page at a time. */
export async function pageOfVideos(
  ctx: Context,
  args: PageArguments,
  filter: VideoFilter,
): Promise<ListPage<VideoRow>> {
  const access = await accessTo(ctx, filter)
  return listPage(args, {
    name: 'videos',
    filter,
    ...newestVideos,
    select: (page) => selectVideoPage(ctx.db, access, filter, page),
    count: () => countVideos(ctx.db, access, filter),
  })
}

/** How many videos the list has in all. */
export async function numberOfVideos(ctx: Context, filter: VideoFilter): Promise<number> {
  return countVideos(ctx.db, await accessTo(ctx, filter), filter)
}

/** NOT_FOUND also for what the caller may not see (G-14). */
export async function getVideo(ctx: Context, id: string): Promise<VideoRow> {
  // No stored id has one, and the database refuses it as text.
  if (id.includes('\0')) throw notFound('Video')
  const video = await selectVideo(ctx.db, id, visibleVideo(await abilitiesOf(ctx), 'v'))
  if (!video) throw notFound('Video')
  return video
}

/** One entry a key, in key order; undefined for what the caller may not see. */
export async function videosByIds(ctx: Context, ids: readonly string[]): Promise<(VideoRow | undefined)[]> {
  const rows = new Map(
    (await selectVideosByIds(ctx.db, ids, visibleVideo(await abilitiesOf(ctx), 'v'))).map((row) => [row.id, row]),
  )
  return ids.map((id) => rows.get(id))
}

/** An address to play the video from, for `expiresIn` seconds where it is signed (V-08). */
export async function urlOfVideo(ctx: Context, id: string, expiresIn: number): Promise<VideoUrl> {
  return ctx.files.url(await getVideo(ctx, id), expiresIn)
}

/** Where the model service finds the file: STORAGE_PATH is replaced by its own video root. */
export function modelPath(ctx: Context, video: { path: string }): string {
  const name = nameInside(ctx.config.files.root, video.path)
  if (name === null) throw notFound('Video')
  return join(ctx.config.modelService.videoRoot, name)
}

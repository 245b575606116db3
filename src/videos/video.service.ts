import { join } from 'node:path'
import { abilitiesOf } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { visibleVideo } from '../access/place-rules.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { indexBy } from '../lib/group-by.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { parse } from '../lib/validate.js'
import { nameInside } from './storage-combined.js'
import type { VideoUrl } from './storage-store.js'
import { listVideosQuery } from './video.schema.js'
import {
  countVideos,
  listedVideos,
  selectVideo,
  selectVideoIds,
  selectVideoPage,
  selectVideosByIds,
  type VideoFilter,
  type VideoRow,
} from './video.sql.js'

const rowsAtOnce = 100

/** The filter of a list from the arguments of GraphQL; what is null or empty is none. */
export function videoFilter({ projectId, search, summarizedBy, hasSummary }: Record<string, unknown>): VideoFilter {
  return {
    ...parse(listVideosQuery, {
      ...(projectId ? { projectId } : {}),
      ...(summarizedBy ? { summarizedBy } : {}),
      ...(typeof hasSummary === 'boolean' && { hasSummary }),
    }),
    ...(typeof search === 'string' && search && { search }),
  }
}

/**
 * What the caller sees (VA-17) and what of it is listed; a project filter counts only for projects whose videos the
 * caller may see.
 */
async function accessTo(ctx: Context, filter: VideoFilter) {
  const abilities = await abilitiesOf(ctx)
  return { access: visibleVideo(abilities, 'v', filter.projectId), listed: listedVideos(abilities, filter) }
}

/**
 * All visible videos, newest first (V-02), a hundred at a time, so that a long list neither fills the memory nor
 * stops others. Which they are is settled at the start by one statement; no connection is held while a slow client
 * reads.
 */
export async function* eachVideo(ctx: Context, filter: VideoFilter): AsyncGenerator<VideoRow[]> {
  const { access, listed } = await accessTo(ctx, filter)
  const ids = await selectVideoIds(ctx.db, among(access), listed)
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const part = ids.slice(at, at + rowsAtOnce)
    const rows = indexBy(await selectVideosByIds(ctx.db, part), (row) => row.id)
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
  const { access, listed } = await accessTo(ctx, filter)
  return listPage(args, {
    name: 'videos',
    filter,
    ...newestFirst,
    kinds: ['time', 'text'],
    select: (page) => selectVideoPage(ctx.db, access, listed, page),
    count: () => countVideos(ctx.db, access, listed),
  })
}

/** How many videos the list has in all. */
export async function numberOfVideos(ctx: Context, filter: VideoFilter): Promise<number> {
  const { access, listed } = await accessTo(ctx, filter)
  return countVideos(ctx.db, access, listed)
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
  const access = visibleVideo(await abilitiesOf(ctx), 'v')
  const rows = indexBy(await selectVideosByIds(ctx.db, ids, access), (row) => row.id)
  return ids.map((id) => rows.get(id))
}

/** An address to play the video from, for `expiresIn` seconds where it is signed (V-08). */
export async function urlOfVideo(ctx: Context, id: string, expiresIn: number): Promise<VideoUrl> {
  return ctx.files.url(await getVideo(ctx, id), expiresIn)
}

/** Longer than any call of the model service lasts. */
const modelUrlSeconds = 3600

/**
 * Where the model service finds the file: STORAGE_PATH is replaced by its own video root. For an object its signed
 * address too, from which a service without the bucket's folder copies it.
 */
export async function modelSource(ctx: Context, video: { path: string }): Promise<{ path: string; url?: string }> {
  const name = nameInside(ctx.config.files.root, video.path)
  if (name === null) throw notFound('Video')
  const url = await ctx.files.objectUrl(video.path, modelUrlSeconds)
  return { path: join(ctx.config.modelService.videoRoot, name), ...(url !== null && { url }) }
}

/** The same as the members of a request of the model service. */
export async function modelVideo(ctx: Context, video: { path: string }) {
  const { path, url } = await modelSource(ctx, video)
  return { video_path: path, ...(url !== undefined && { video_url: url }) }
}

import { join } from 'node:path'
import { abilitiesOf } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { visibleVideo } from '../access/place-rules.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { indexBy } from '../lib/group-by.js'
import { newestFirst, type Listed } from '../lib/page.js'
import { parse } from '../lib/validate.js'
import { nameInside } from './storage/combined.js'
import type { VideoUrl } from './storage/store.js'
import { listVideosQuery } from './video.shape.js'
import {
  listedVideos,
  selectVideo,
  selectVideoIds,
  selectVideos,
  selectVideosByIds,
  videosFrom,
  type VideoFilter,
  type VideoList,
  type VideoRow,
} from './video.sql.js'

const rowsAtOnce = 100

/**
 * Returns the filter of a list from GraphQL arguments; arguments that are null or empty do not filter. Throws
 * VALIDATION_ERROR for invalid arguments.
 */
export function videoFilter(args: Record<string, unknown>): VideoFilter {
  const { projectId, search, summarizedBy, hasSummary, assignedTo } = args
  return {
    ...parse(listVideosQuery, {
      ...(projectId ? { projectId } : {}),
      ...(summarizedBy ? { summarizedBy } : {}),
      ...(assignedTo ? { assignedTo } : {}),
      ...(typeof hasSummary === 'boolean' && { hasSummary }),
    }),
    ...(typeof search === 'string' && search && { search }),
  }
}

/**
 * Returns the list of those videos of the filter that the caller may see (VA-17). With a project in the filter, the
 * list is empty unless the caller may see that project's videos.
 */
async function listOf(ctx: Context, filter: VideoFilter): Promise<VideoList> {
  const abilities = await abilitiesOf(ctx)
  const access = visibleVideo(abilities, 'v', filter.projectId)
  return { from: videosFrom(filter), access, listed: listedVideos(abilities, filter) }
}

/** Returns the list of the videos of the filter that the caller may see, newest first, to be read in parts. */
export async function listVideos(ctx: Context, filter: VideoFilter): Promise<Listed<VideoRow>> {
  const list = await listOf(ctx, filter)
  return {
    name: 'videos',
    filter: videoFilter({ ...filter }),
    kinds: ['time', 'text'],
    keyOf: newestFirst.keyOf,
    select: (page) => selectVideos(ctx.db, list, page),
  }
}

/**
 * Yields all visible videos, newest first (V-02), a hundred at a time, so that a long list neither fills the memory nor
 * blocks other requests. One statement determines the videos at the start; no connection is held while a slow client
 * reads.
 */
export async function* eachVideo(ctx: Context, filter: VideoFilter): AsyncGenerator<VideoRow[]> {
  const list = await listOf(ctx, filter)
  const ids = await selectVideoIds(ctx.db, { ...list, access: among(list.access) })
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const part = ids.slice(at, at + rowsAtOnce)
    const rows = indexBy(await selectVideosByIds(ctx.db, part), (row) => row.id)
    const page = part.flatMap((id) => rows.get(id) ?? [])
    if (page.length) yield page
  }
}

/** Returns a video. Throws NOT_FOUND for an unknown video and for one that the caller may not see (G-14). */
export async function getVideo(ctx: Context, id: string): Promise<VideoRow> {
  // No stored id contains a NUL character, and PostgreSQL does not accept one in text.
  if (id.includes('\0')) throw notFound('Video')
  const video = await selectVideo(ctx.db, id, visibleVideo(await abilitiesOf(ctx), 'v'))
  if (!video) throw notFound('Video')
  return video
}

/** Reads videos by id, one entry per id in the order of the ids; undefined for a video that the caller may not see. */
export async function videosByIds(ctx: Context, ids: readonly string[]): Promise<(VideoRow | undefined)[]> {
  const access = visibleVideo(await abilitiesOf(ctx), 'v')
  const rows = indexBy(await selectVideosByIds(ctx.db, ids, access), (row) => row.id)
  return ids.map((id) => rows.get(id))
}

/**
 * Returns an address from which the video can be played; a signed one is valid for `expiresIn` seconds (V-08). Throws
 * NOT_FOUND for a video that the caller may not see.
 */
export async function urlOfVideo(ctx: Context, id: string, expiresIn: number): Promise<VideoUrl> {
  return ctx.files.url(await getVideo(ctx, id), expiresIn)
}

/** In seconds; longer than any call of the model service. */
const modelUrlSeconds = 3600

/**
 * Returns where the model service finds the file: the path, with STORAGE_PATH replaced by the service's own video root,
 * and for an object also a signed address, from which a service without that folder can download it. Throws NOT_FOUND
 * for a path outside STORAGE_PATH.
 */
export async function modelSource(ctx: Context, video: { path: string }): Promise<{ path: string; url?: string }> {
  const name = nameInside(ctx.config.files.root, video.path)
  if (name === null) throw notFound('Video')
  const url = await ctx.files.objectUrl(video.path, modelUrlSeconds)
  return { path: join(ctx.config.modelService.videoRoot, name), ...(url !== null && { url }) }
}

/** Returns the same as members of a request to the model service. */
export async function modelVideo(ctx: Context, video: { path: string }) {
  const { path, url } = await modelSource(ctx, video)
  return { video_path: path, ...(url !== undefined && { video_url: url }) }
}

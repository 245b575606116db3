import { abilitiesOf } from '../access/abilities.js'
import { visible } from '../access/rules.js'
import type { Context } from '../context.js'
import { groupBy } from '../lib/group-by.js'
import { load } from '../lib/load.js'
import { listPage, newestFirst, type ListPage, type Page, type PageArguments } from '../lib/page.js'
import { parse } from '../lib/validate.js'
import { countAnnotations, selectAnnotationPages, type AnnotationFilter } from './annotation-list.sql.js'
import { annotationFilterSchema } from './annotation.shape.js'
import type { AnnotationRow } from './annotation.sql.js'
import { refuseReversed } from './window.js'

export type { AnnotationFilter } from './annotation-list.sql.js'

/** Parses a filter as the caller gave it. Throws VALIDATION_ERROR naming the member that is wrong. */
export function annotationFilter(given: object): AnnotationFilter {
  // A null member does not restrict the list, as in the filters of other lists.
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const { visibleIn, ...filter } = parse(annotationFilterSchema, said)
  if (!visibleIn) return filter
  refuseReversed(visibleIn, 'visibleIn.to')
  return { ...filter, firstAtMost: visibleIn.to, lastAtLeast: visibleIn.from }
}

/**
 * Returns one page of the annotations of a video that the actor may read, oldest first. The pages of several videos in
 * one request are read in one statement.
 */
export function pageOfAnnotations(
  ctx: Context,
  videoId: string,
  args: PageArguments,
  filter: AnnotationFilter,
): Promise<ListPage<AnnotationRow>> {
  return listPage(args, {
    name: 'annotations',
    filter: { ...filter, videoId },
    ...newestFirst,
    select: (page) => load(ctx, pagesOfVideos, { videoId, filter, page }),
    count: () => load(ctx, countsOfVideos, { videoId, filter }),
  })
}

/** Returns how many annotations of a video the actor may read and the filter lets through. */
export function countOfAnnotations(ctx: Context, videoId: string, filter: AnnotationFilter): Promise<number> {
  return load(ctx, countsOfVideos, { videoId, filter })
}

interface OfVideo {
  videoId: string
  filter: AnnotationFilter
}

async function pagesOfVideos(ctx: Context, keys: readonly (OfVideo & { page: Page })[]): Promise<AnnotationRow[][]> {
  const access = visible(await abilitiesOf(ctx), 'annotation', 'a')
  return alike(
    keys,
    ({ filter, page }) => JSON.stringify([filter, page]),
    async (group, { filter, page }) => {
      const rows = groupBy(await selectAnnotationPages(ctx.db, group, access, filter, page), (row) => row.videoId)
      return (videoId) => rows.get(videoId) ?? []
    },
  )
}

async function countsOfVideos(ctx: Context, keys: readonly OfVideo[]): Promise<number[]> {
  const access = visible(await abilitiesOf(ctx), 'annotation', 'a')
  return alike(
    keys,
    ({ filter }) => JSON.stringify(filter),
    async (group, { filter }) => {
      const counts = await countAnnotations(ctx.db, group, access, filter)
      return (videoId) => counts.get(videoId) ?? 0
    },
  )
}

/** Batches the keys that differ in the video alone into one read; returns one value per key, in key order. */
async function alike<K extends OfVideo, V>(
  keys: readonly K[],
  markOf: (key: K) => string,
  read: (videoIds: string[], key: K) => Promise<(videoId: string) => V>,
): Promise<V[]> {
  const readers = new Map<string, (videoId: string) => V>()
  for (const [mark, group] of groupBy(keys, markOf)) {
    const [first] = group
    if (first) readers.set(mark, await read([...new Set(group.map((key) => key.videoId))], first))
  }
  return keys.map((key) => readers.get(markOf(key))!(key.videoId))
}

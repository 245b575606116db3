import { abilitiesOf } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import type { Context } from '../../context.js'
import { readAlike, type AskedOf } from '../../lib/alike.js'
import { groupBy } from '../../lib/group-by.js'
import { load } from '../../lib/load.js'
import { utcOf } from '../../lib/moment.js'
import { listPage, newestFirst, type ListPage, type Page, type PageArguments } from '../../lib/page.js'
import { parse } from '../../lib/validate.js'
import type { ObjectPlace, TypePlace } from '../../world/named-things.js'
import { thingFilter } from '../../world/thing-filter.js'
import {
  countAnnotations,
  ofVideos,
  readable,
  selectAnnotationPages,
  type AnnotationFilter,
  type Places,
} from './annotation-list.sql.js'
import { annotationFilterSchema } from './annotation-filter.shape.js'
import { ofObjects, ofTypes } from './annotation-target.sql.js'
import type { AnnotationRow } from '../annotation.sql.js'
import { refuseReversed } from '../sequences/window.js'

export type { AnnotationFilter } from './annotation-list.sql.js'

/** Parses the filter of a caller. Throws VALIDATION_ERROR naming the invalid member. */
export function annotationFilter(conditions: object): AnnotationFilter {
  // A null member does not restrict the list, as in other filters.
  const present = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== null))
  const { visibleIn, objectId, ontologyTypeId, changedSince, ...filter } = parse(annotationFilterSchema, present)
  if (visibleIn) refuseReversed(visibleIn, 'visibleIn.to')
  return {
    ...filter,
    ...(changedSince !== undefined && { changedSince: utcOf(changedSince)! }),
    ...thingFilter({ objectId, ontologyTypeId }),
    ...(visibleIn && { firstAtMost: visibleIn.to, lastAtLeast: visibleIn.from }),
  }
}

/** The subject of a list of annotations: a video, an object of a world, or a type of an ontology. */
export type AnnotationPlace = { videoId: string } | ObjectPlace | TypePlace

/**
 * Returns one page of the annotations of a video, or of those whose label names a world object or an ontology type, as
 * far as the actor may read them, oldest first. One statement reads the pages of several places in one request.
 */
export function pageOfAnnotations(
  ctx: Context,
  place: AnnotationPlace,
  args: PageArguments,
  filter: AnnotationFilter,
): Promise<ListPage<AnnotationRow>> {
  const { pages, counts } = 'videoId' in place ? videos : 'worldId' in place ? objects : types
  return listPage(args, {
    name: 'annotations',
    filter: { ...filter, ...place },
    ...newestFirst,
    select: (page) => load(ctx, pages, { place: place as never, asked: { filter, page } }),
    count: () => load(ctx, counts, { place: place as never, asked: { filter } }),
  })
}

interface Asked {
  filter: AnnotationFilter
}

/**
 * Returns the batch functions of one kind of place. Each kind has its own, because one statement reads places of one
 * kind.
 */
function listsOf<Place>(placesOf: (places: Place[]) => Places) {
  return {
    pages: async (
      ctx: Context,
      keys: readonly AskedOf<Place, Asked & { page: Page }>[],
    ): Promise<AnnotationRow[][]> => {
      const abilities = await abilitiesOf(ctx)
      return readAlike<Place, Asked & { page: Page }, AnnotationRow[]>(keys, [], async (places, { filter, page }) =>
        groupBy(
          await selectAnnotationPages(ctx.db, placesOf(places), among(readable(abilities, filter)), filter, page),
          (row) => row.place,
        ),
      )
    },
    counts: async (ctx: Context, keys: readonly AskedOf<Place, Asked>[]): Promise<number[]> => {
      const abilities = await abilitiesOf(ctx)
      return readAlike<Place, Asked, number>(keys, 0, (places, { filter }) =>
        countAnnotations(ctx.db, placesOf(places), among(readable(abilities, filter)), filter),
      )
    },
  }
}

const videos = listsOf((places: { videoId: string }[]) => ofVideos(places.map(({ videoId }) => videoId)))
const objects = listsOf(ofObjects)
const types = listsOf(ofTypes)

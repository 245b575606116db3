import { abilitiesOf } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import type { Context } from '../../context.js'
import { utcOf } from '../../lib/moment.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../../lib/page.js'
import { parse } from '../../lib/validate.js'
import { columnsOf, type ObjectPlace, type TypePlace } from '../../world/named-things.js'
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
 * far as the actor may read them, oldest first. The pages of several places are read together by their plan.
 */
export async function pageOfAnnotations(
  ctx: Context,
  place: AnnotationPlace,
  args: PageArguments,
  filter: AnnotationFilter,
): Promise<ListPage<AnnotationRow>> {
  const places = placesOf(place)
  const access = among(readable(await abilitiesOf(ctx), filter))
  return listPage(args, {
    name: 'annotations',
    filter: { ...filter, ...place },
    ...newestFirst,
    select: (page) => selectAnnotationPages(ctx.db, places, access, filter, page),
    count: async () => (await countAnnotations(ctx.db, places, access, filter)).get(1) ?? 0,
  })
}

function placesOf(place: AnnotationPlace): Places {
  if ('videoId' in place) return ofVideos(columnsOf([place]))
  return 'worldId' in place ? ofObjects(columnsOf([place])) : ofTypes(columnsOf([place]))
}

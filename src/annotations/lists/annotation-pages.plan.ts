import { abilitiesOf } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import { newestFirst, type PagesBelow, type Place, type RowType } from '../../graphql/plan.js'
import { columnsOf, placeOfObject, placeOfType, type ColumnOf } from '../../world/named-things.js'
import { annotationFilter } from './annotation-list.service.js'
import { annotationPages, countAnnotations, ofVideos, readable, type Places } from './annotation-list.sql.js'
import { ofObjects, ofTypes } from './annotation-target.sql.js'

/** Returns the plans of the field `annotations` of videos, world objects and types of ontologies. */
export function annotationPagesOf(type: RowType) {
  const below = <P extends Place>(
    place: PagesBelow<P>['place'],
    placesOf: (places: ColumnOf<P>) => Places,
  ): PagesBelow<P> => ({
    kind: 'pages',
    type,
    list: 'annotations',
    ...newestFirst,
    direction: 'asc',
    filter: (args) => ({ ...annotationFilter(args) }),
    place,
    read: ({ column, abilities, filter, cut, select }) =>
      annotationPages(placesOf(column), among(readable(abilities, filter)), filter, cut, select),
    count: async (ctx, places, filter) =>
      countAnnotations(ctx.db, placesOf(columnsOf(places)), among(readable(await abilitiesOf(ctx), filter)), filter),
  })
  const ofVideo = below(({ id }: { id: string }) => ({ videoId: id }), ofVideos)
  return { ofVideo, ofObject: below(placeOfObject, ofObjects), ofType: below(placeOfType, ofTypes) }
}

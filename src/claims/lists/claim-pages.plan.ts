import { among } from '../../access/measure.js'
import { abilitiesOf } from '../../access/abilities.js'
import { newestFirst, type PagesBelow, type Place, type RowType } from '../../graphql/plan.js'
import { columnsOf, placeOfObject, placeOfType, type ColumnOf } from '../../world/named-things.js'
import { claimFilter } from './claim-list.service.js'
import { claimPages, countClaims, ofObjects, ofTypes, readable, type ClaimPlaces } from './claim-list.sql.js'

/** Returns the plans of the field `claims` of world objects and of types of ontologies. */
export function claimPagesOf(type: RowType) {
  const below = <P extends Place>(
    place: PagesBelow<P>['place'],
    placesOf: (places: ColumnOf<P>) => ClaimPlaces,
  ): PagesBelow<P> => ({
    kind: 'pages',
    type,
    list: 'claims',
    ...newestFirst,
    direction: 'asc',
    filter: (args) => ({ ...claimFilter(args) }),
    place,
    read: ({ column, abilities, filter, cut, select }) =>
      claimPages(placesOf(column), among(readable(abilities, filter)), filter, cut, select),
    count: async (ctx, places, filter) =>
      countClaims(ctx.db, placesOf(columnsOf(places)), among(readable(await abilitiesOf(ctx), filter)), filter),
  })
  return { ofObject: below(placeOfObject, ofObjects), ofType: below(placeOfType, ofTypes) }
}

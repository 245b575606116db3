import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import type { Context } from '../../context.js'
import { all, isAny } from '../../database/rows/conditions.js'
import { readAlike, type AskedOf } from '../../lib/alike.js'
import { groupBy } from '../../lib/group-by.js'
import { utcOf } from '../../lib/moment.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../../lib/page.js'
import { normalUuid } from '../../lib/uuid.js'
import { parse } from '../../lib/validate.js'
import { columnsOf, type ObjectPlace, type TypePlace } from '../../world/named-things.js'
import { thingFilter } from '../../world/thing-filter.js'
import { claimListConditions, claimListFilter } from './claim-filter.shape.js'
import {
  countClaims,
  filtered,
  ofObjects,
  ofTypes,
  readable,
  selectClaimPages,
  selectIds,
  type ClaimListFilter,
} from './claim-list.sql.js'
import type { ClaimRow } from '../claim-read.sql.js'
import { withOwners } from '../claim.service.js'

export type { ClaimListFilter } from './claim-list.sql.js'

/**
 * Returns the filter of a list of claims from its arguments; null counts as absent. Throws VALIDATION_ERROR naming the
 * invalid argument.
 */
export function claimFilter(args: object): ClaimListFilter {
  const present = Object.entries(args).filter(([name, value]) => name in claimListConditions && value !== null)
  const conditions: Static<typeof claimListFilter> = parse(claimListFilter, Object.fromEntries(present))
  const { objectId, ontologyTypeId, changedSince, ...filter } = conditions
  return {
    ...filter,
    ...(changedSince !== undefined && { changedSince: utcOf(changedSince)! }),
    ...thingFilter({ objectId, ontologyTypeId }),
  }
}

/** The subject of a list of claims: an object of a world, or a type of an ontology. */
export type ClaimPlace = ObjectPlace | TypePlace

/**
 * Returns one page of the claims that refer to a world object or an ontology type, as far as the actor may read them,
 * oldest first. The pages of several places are read together by their plan.
 */
export async function pageOfClaims(
  ctx: Context,
  place: ClaimPlace,
  args: PageArguments,
  filter: ClaimListFilter,
): Promise<ListPage<ClaimRow>> {
  const places = 'worldId' in place ? ofObjects(columnsOf([place])) : ofTypes(columnsOf([place]))
  const access = among(readable(await abilitiesOf(ctx), filter))
  return listPage(args, {
    name: 'claims',
    filter: { ...filter, ...place },
    ...newestFirst,
    select: async (page) => (await selectClaimPages(ctx.db, places, access, filter, page)).map(withOwners),
    count: async () => (await countClaims(ctx.db, places, access, filter)).get(1) ?? 0,
  })
}

/** The conditions of a list. */
interface Asked {
  filter: ClaimListFilter
}

/** A summary, and the filter for its claims. */
export type OfSummary = AskedOf<string, Asked>

/** Returns the ids of the claims of each summary that the actor may read and that pass the filter. */
export async function matchingClaims(ctx: Context, keys: readonly OfSummary[]): Promise<ReadonlySet<string>[]> {
  const abilities = await abilitiesOf(ctx)
  return readAlike<string, Asked, ReadonlySet<string>>(keys, new Set(), async (summaryIds, { filter }) => {
    const where = all(
      isAny('c.summary_id', summaryIds, 'uuid'),
      isAny('s.id', summaryIds, 'uuid'),
      among(readable(abilities, filter)),
      filtered(filter),
    )
    const ids = groupBy(await selectIds(ctx.db, where), (row) => row.summaryId)
    return new Map(summaryIds.map((id, i) => [i + 1, new Set(ids.get(normalUuid(id))?.map((row) => row.id))] as const))
  })
}

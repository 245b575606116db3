import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../../access/abilities.js'
import { openLines } from '../../access/list-lines.js'
import { among } from '../../access/measure.js'
import type { Context } from '../../context.js'
import { printList } from '../../database/rows/record-read.js'
import { readPage, type ListedRows } from '../../database/rows/record-list.js'
import { inPages } from '../../lib/fairness/budget.js'
import type { Piece } from '../../lib/bytes.js'
import { partsOfQuery, refusePage, type PageQuery } from '../../lib/page-query.js'
import type { claimsQuery } from './claim-filter.shape.js'
import { claimFilter } from './claim-list.service.js'
import { countListed, listed, listedFrom, listedJoin } from './claim-list.sql.js'
import { claimPrinter, printed } from '../claim-read.sql.js'
import { claimRecord } from '../claim.shape.js'

type ClaimsQuery = Static<typeof claimsQuery>

/** Returns the list for the query, of the claims that the actor may read. */
async function listOf(ctx: Context, { createdBy, ...conditions }: Omit<ClaimsQuery, keyof PageQuery>) {
  const filter = claimFilter({ ...conditions, ...(createdBy !== undefined && { creatorId: createdBy }) })
  const abilities = await abilitiesOf(ctx)
  const list: ListedRows<(typeof claimRecord.names)[number]> = {
    name: 'claims',
    filter,
    record: claimRecord,
    columns: printed,
    from: (cut) => listedFrom(abilities, filter, cut),
    join: listedJoin,
    where: among(listed(abilities, filter)),
  }
  return { list, count: () => countListed(ctx.db, abilities, filter) }
}

/**
 * Returns a page as JSON in UTF-8 bytes: the claims without their subclaims, the position of the page in the list and,
 * if requested, the total count.
 */
export async function printClaimList(ctx: Context, query: ClaimsQuery): Promise<Piece[]> {
  ctx.budget.hint = inPages('claims')
  const { filter, page, totalCount } = partsOfQuery(query)
  const { list, count } = await listOf(ctx, filter)
  const { rows, pageInfo } = await readPage(ctx, list, page)
  const texts = await printList(ctx.budget, rows, (row, out) => claimPrinter.print(row, out))
  const counted = totalCount ? `,"totalCount":${await count()}` : ''
  return ['{"claims":', ...texts, `,"pageInfo":${JSON.stringify(pageInfo)}${counted}}`]
}

/** Opens the whole list as lines of JSON. */
export async function openClaimLines(ctx: Context, query: ClaimsQuery) {
  refusePage(query)
  const { list } = await listOf(ctx, partsOfQuery(query).filter)
  return openLines(ctx, list, (row, out) => claimPrinter.print(row, out))
}

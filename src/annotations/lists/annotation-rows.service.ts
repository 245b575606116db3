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
import type { annotationsQuery } from './annotation-filter.shape.js'
import { annotationFilter } from './annotation-list.service.js'
import { countListed, listed, listedFrom } from './annotation-list.sql.js'
import { listedColumns, listedPrinter } from '../annotation-read.sql.js'
import { annotationRecord, windowOf } from '../annotation.shape.js'

type AnnotationsQuery = Static<typeof annotationsQuery>

/** Returns the list for the query, of the annotations that the actor may read. */
async function listOf(ctx: Context, { from, to, createdBy, ...conditions }: Omit<AnnotationsQuery, keyof PageQuery>) {
  const visibleIn =
    from === undefined && to === undefined
      ? undefined
      : windowOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
  const filter = annotationFilter({
    ...conditions,
    ...(createdBy !== undefined && { creatorId: createdBy }),
    ...(visibleIn && { visibleIn }),
  })
  const abilities = await abilitiesOf(ctx)
  const list: ListedRows<(typeof annotationRecord.names)[number]> = {
    name: 'annotations',
    filter,
    record: annotationRecord,
    columns: listedColumns,
    from: (cut) => listedFrom(abilities, filter, cut),
    where: among(listed(abilities, filter)),
  }
  return { list, count: () => countListed(ctx.db, abilities, filter) }
}

/**
 * Returns a page as JSON in UTF-8 bytes: the annotations, the position of the page in the list and, if requested, the
 * total count.
 */
export async function printAnnotations(ctx: Context, query: AnnotationsQuery): Promise<Piece[]> {
  ctx.budget.hint = inPages('annotations')
  const { filter, page, totalCount } = partsOfQuery(query)
  const { list, count } = await listOf(ctx, filter)
  const { rows, pageInfo } = await readPage(ctx, list, page)
  const printed = await printList(ctx.budget, rows, (row, out) => listedPrinter.print(row, out))
  const counted = totalCount ? `,"totalCount":${await count()}` : ''
  return ['{"annotations":', ...printed, `,"pageInfo":${JSON.stringify(pageInfo)}${counted}}`]
}

/** Opens the whole list as lines of JSON. */
export async function openAnnotationLines(ctx: Context, query: AnnotationsQuery) {
  refusePage(query)
  const { list } = await listOf(ctx, partsOfQuery(query).filter)
  return openLines(ctx, list, (row, out) => listedPrinter.print(row, out))
}

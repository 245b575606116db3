import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { AppError } from '../../lib/errors.js'
import { inOrderOf } from '../../lib/group-by.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../../lib/page.js'
import {
  countImports,
  selectImportPage,
  selectImportResults,
  selectImports,
  selectImportsByIds,
  type ImportFilter,
  type ImportRow,
} from './history.sql.js'

/**
 * Returns a page of the caller's imports, newest first, with their total number. Throws VALIDATION_ERROR, in the form
 * of the import routes, if `limit` or `offset` is not a whole number in range (I-43).
 */
export async function listImports(ctx: Context, query: { limit?: unknown; offset?: unknown }) {
  const { userId } = requireActor(ctx)
  const limit = wholeNumber(query.limit, 'limit', 50, 1, 100)
  const offset = wholeNumber(query.offset, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
  const [imports, total] = [await selectImports(ctx.db, userId, limit, offset), await countImports(ctx.db, userId)]
  return { imports, total }
}

function wholeNumber(value: unknown, name: string, fallback: number, least: number, most: number): number {
  if (value === undefined) return fallback
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : NaN
  if (number >= least && number <= most) return number
  const message = `${name} must be a whole number ${most === 100 ? `from ${least} to ${most}` : `of at least ${least}`}`
  throw new AppError('VALIDATION_ERROR', message, { extra: { error: 'Bad Request', message } })
}

/** Returns the same list as a connection, with filters. */
export async function pageOfImports(
  ctx: Context,
  args: PageArguments,
  filter: ImportFilter,
): Promise<ListPage<ImportRow>> {
  const { userId } = requireActor(ctx)
  return listPage(args, {
    name: 'imports',
    filter,
    ...newestFirst,
    select: (page) => selectImportPage(ctx.db, userId, filter, page),
    count: () => countImports(ctx.db, userId, filter),
  })
}

/** Returns one entry per id, in the given order; undefined for imports that are not the caller's. */
export async function importsByIds(ctx: Context, ids: readonly string[]): Promise<(ImportRow | undefined)[]> {
  const { userId } = requireActor(ctx)
  return inOrderOf(ids, await selectImportsByIds(ctx.db, userId, ids))
}

/** Returns the report of each import, in the order of the ids; undefined for imports that are not the caller's. */
export async function resultsOfImports(ctx: Context, ids: readonly string[]): Promise<unknown[]> {
  const { userId } = requireActor(ctx)
  const results = new Map((await selectImportResults(ctx.db, userId, ids)).map((row) => [row.id, row.result]))
  return ids.map((id) => results.get(id))
}

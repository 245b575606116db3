import { abilitiesOf } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import type { Page } from '../../lib/page.js'
import { rankTexts } from '../../models/model-sentences.js'
import { selectHits, type HitRow, type Wanted } from './search.sql.js'

/** The number of hits that are ordered by their meaning: the best ones by their words. */
const mostRanked = 100

/**
 * Returns the hits that share a word with the query or have a similar word, closest meaning first; their rank is the
 * cosine similarity. Throws what `rankTexts` throws.
 */
export async function nearestHits(ctx: Context, wanted: Wanted): Promise<HitRow[]> {
  const page = { limit: mostRanked - 1, backward: false, after: null, before: null }
  const query = wanted.fuzzy ? wanted.query.trim().split(/\s+/).join(' or ') : wanted.query
  const rows = await selectHits(ctx.db, { ...wanted, query }, await abilitiesOf(ctx), page)
  if (!rows.length) return []
  const texts = rows.map(({ text, snippet }) => text ?? snippet)
  const scores = await rankTexts(ctx, wanted.query, texts)
  return rows.map((row, at) => ({ ...row, rank: scores[at]! })).sort(bestFirst)
}

const bestFirst = (a: Pick<HitRow, 'rank' | 'key'>, b: Pick<HitRow, 'rank' | 'key'>): number =>
  b.rank - a.rank || (a.key < b.key ? 1 : a.key > b.key ? -1 : 0)

/**
 * Returns up to `page.limit + 1` of the hits for a page, best first (reversed for a backward page), as a statement
 * would.
 */
export function pageOfHits(rows: readonly HitRow[], page: Page): HitRow[] {
  const at = (key: Page['after']) => key && { rank: key[0] as number, key: key[1] as string }
  const [after, before] = [at(page.after), at(page.before)]
  const within = rows.filter((row) => (!after || bestFirst(row, after) > 0) && (!before || bestFirst(row, before) < 0))
  return (page.backward ? within.reverse() : within).slice(0, page.limit + 1)
}

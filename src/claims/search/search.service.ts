import { abilitiesOf } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import { listPage, type ListOf, type ListPage, type PageArguments } from '../../lib/page.js'
import type { SearchInput, SearchKind } from './search.shape.js'
import { countHits, marks, selectHits, type HitRow } from './search.sql.js'
import { nearestHits, pageOfHits } from './semantic-search.js'

/** A part of a snippet; `matches` is true for a word of the query. */
export interface SnippetPart {
  text: string
  matches: boolean
}

/** A hit in the list; its node, a row of the database, is read when it is selected. */
export interface Hit {
  cursor: string
  kind: SearchKind
  /** The id of what was found, as in GraphQL. */
  found: string
  rank: number
  snippet: SnippetPart[]
}

/**
 * Returns the list of the texts that the caller may read with all words of the query, or words similar to them, best
 * first. With `semantic`, it has texts with any of the words, closest meaning first, and reading it throws what
 * `rankTexts` throws if the model service cannot rank them.
 */
export async function listHits(ctx: Context, { query, kinds, semantic }: SearchInput): Promise<ListOf<HitRow>> {
  const abilities = await abilitiesOf(ctx)
  // Quotes, a leading minus and `or` ask for an exact search. PostgreSQL ignores punctuation before the minus, which
  // the expression therefore allows too.
  const wanted = { query, fuzzy: !/"|(^|[\s!&|()])-|\sor\s/i.test(query), kinds: [...new Set(kinds)].sort() }
  let nearest: Promise<HitRow[]> | undefined
  const hits = () => (nearest ??= nearestHits(ctx, wanted))
  return {
    name: 'search',
    filter: { ...wanted, ...(semantic && { semantic }) },
    kinds: ['number', 'text'],
    keyOf: (row) => [row.rank, row.key],
    select: async (one) => (semantic ? pageOfHits(await hits(), one) : selectHits(ctx.db, wanted, abilities, one)),
    count: async () => (semantic ? (await hits()).length : countHits(ctx.db, wanted, abilities)),
  }
}

/** Returns a page of the same list, whose nodes are not read. */
export async function search(
  ctx: Context,
  args: PageArguments,
  input: SearchInput,
): Promise<Omit<ListPage<HitRow>, 'edges' | 'nodes'> & { edges: Hit[] }> {
  const page = await listPage(args, listHits(ctx, input))
  const { pageInfo, countAll } = page
  return { pageInfo, countAll, edges: page.edges.map(({ cursor, node }) => hitOf(cursor, node)) }
}

const hitOf = (cursor: string, { kind, id, rank, snippet }: HitRow): Hit => ({
  ...{ cursor, kind, rank },
  found: id,
  snippet: partsOf(snippet),
})

/** Splits the snippet into parts, so that clients can highlight matches without rendering HTML. */
export function partsOf(snippet: string): SnippetPart[] {
  return snippet
    .split(marks.start)
    .flatMap((piece, index) => {
      const [first = '', rest] = piece.split(marks.stop)
      return index === 0 || rest === undefined
        ? [{ text: first, matches: false }]
        : [
            { text: first, matches: true },
            { text: rest, matches: false },
          ]
    })
    .filter(({ text }) => text !== '')
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Abilities } from '../../access/abilities.js'
import { visibleVideo } from '../../access/place-rules.js'
import { visible } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { keyset, type KeyColumn } from '../../database/rows/keyset.js'
import type { Page } from '../../lib/page.js'
import type { TypeKind } from '../../personas/type-kinds.js'
import type { SearchKind } from './search.shape.js'

/**
 * Delimiters around the matching words of a snippet. They are control characters, which are removed from the text
 * beforehand.
 */
export const marks = { start: '\u0001', stop: '\u0002' }

/** The query and scope of a search. */
export interface Wanted {
  query: string
  /** Whether similar words match too; false with quotes or exclusions, which similarity would undo. */
  fuzzy: boolean
  kinds: readonly SearchKind[]
}

export interface HitRow {
  kind: SearchKind
  /** Kind and id: unique over all hits, used as the tie-breaker of the order. */
  key: string
  id: string
  rank: number
  snippet: string
  /** The first 500 characters of the searched text. */
  text?: string
}

type TypeName = `${TypeKind}_type`

interface Source {
  /** The kind of a hit, if its rows have several. */
  kind?: RawBuilder<unknown>
  from: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** The name of a thing that has one. */
  name?: RawBuilder<unknown>
  /** These repeat the expressions of the indexes verbatim; otherwise PostgreSQL would not use the indexes. */
  words: RawBuilder<unknown>
  similar: RawBuilder<unknown>
  readable(abilities: Abilities): RawBuilder<SqlBool>
}

/** Returns the source of the objects of a kind in all worlds. The kind is a literal: the indexes are partial. */
const objectsOf = (kind: 'entity' | 'event'): Source => ({
  from: sql`world_objects o join world_states w on w.id = o.world_id`,
  id: sql`concat_ws('/', o.world_id, o.kind, o.object_id)`,
  name: sql`o.name`,
  words: sql`searched_text(coalesce(o.name, ''), o.body -> 'description')`,
  similar: sql`left(o.name, 10000)`,
  readable: (abilities) =>
    sql<SqlBool>`o.kind = ${sql.lit(kind)} and o.kind in ('entity', 'event') and ${visible(abilities, 'world_state', 'w')}`,
})

/** Returns the source of the types of these kinds in all ontologies. */
const typesOf = (kinds: readonly string[]): Source => ({
  kind: sql`t.kind || '_type'`,
  from: sql`ontology_types t join personas p on p.id = t.persona_id`,
  id: sql`concat_ws('/', t.persona_id, t.kind, t.type_id)`,
  name: sql`t.name`,
  words: sql`searched_text(t.name || ' ' || coalesce(t.body ->> 'definition', ''), t.body -> 'gloss')`,
  similar: sql`left(t.name, 10000)`,
  readable: (abilities) => sql<SqlBool>`t.kind || '_type' in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
      and ${visible(abilities, 'persona', 'p')}`,
})

const sources: Record<Exclude<SearchKind, TypeName>, Source> = {
  claim: {
    from: sql`claims c`,
    id: sql`c.id::text`,
    words: sql`searched_text(c.text, c.gloss)`,
    similar: sql`left(c.text, 10000)`,
    readable: (abilities) => visible(abilities, 'claim', 'c'),
  },
  summary: {
    from: sql`video_summaries v`,
    id: sql`v.id::text`,
    words: sql`searched_text(null, v.summary)`,
    similar: sql`left(searched_text(null, v.summary), 10000)`,
    readable: (abilities) => visible(abilities, 'summary', 'v'),
  },
  entity: objectsOf('entity'),
  event: objectsOf('event'),
  persona: {
    from: sql`personas p`,
    id: sql`p.id::text`,
    name: sql`p.name`,
    words: sql`searched_text(p.name || ' ' || p.role || ' ' || p.information_need || ' ' || coalesce(p.details, ''), null)`,
    similar: sql`left(p.name, 10000)`,
    readable: (abilities) => visible(abilities, 'persona', 'p'),
  },
  video: {
    from: sql`videos v`,
    id: sql`v.id`,
    name: sql`v.filename`,
    words: sql`searched_text(v.filename || ' ' || coalesce(v.metadata ->> 'title', '') || ' '
      || coalesce(v.metadata ->> 'description', ''), null)`,
    similar: sql`left(v.filename, 10000)`,
    readable: (abilities) => visibleVideo(abilities, 'v'),
  },
}

const wordsOf = ({ query }: Wanted) => sql`websearch_to_tsquery('simple', ${query}::text)`

/** Returns what is added to the rank of things that have the query as their name (2) or that begin with it (1). */
const ofName = (name: RawBuilder<unknown>, wanted: Wanted) => {
  const query = sql`lower(${wanted.query.trim()}::text)`
  return sql`coalesce((lower(${name}) = ${query})::int + starts_with(lower(${name}), ${query})::int, 0)`
}

/**
 * Returns a query for the hits of one source. Things whose name is the query or begins with it come first, then exact
 * hits (rank 1 and more), then similar ones; within these, the rank measures how often and how closely the words match.
 * Ranks are rounded to six digits, so that cursors compare
 * equal.
 */
function hits(
  source: Source & { kind: RawBuilder<unknown> },
  wanted: Wanted,
  abilities: Abilities,
): RawBuilder<unknown> {
  const { kind, from, id, name, words, similar, readable } = source
  const vector = sql`to_tsvector('simple', ${words})`
  const tsquery = wordsOf(wanted)
  // A query that only excludes words returns no hits, because no index can answer it.
  const hasWords = sql`(${vector} @@ ${tsquery} and querytree(${tsquery}) <> 'T')`
  const matches = wanted.fuzzy ? sql`(${hasWords} or ${similar} %> ${wanted.query}::text)` : hasWords
  const named = name ? ofName(name, wanted) : sql`0`
  const rank = sql`${named} + (d.vector @@ ${tsquery})::int + ts_rank(d.vector, ${tsquery}) + word_similarity(${wanted.query}::text, ${similar})`
  // `offset 0` keeps PostgreSQL from computing text and vector again for each use.
  return sql`select ${kind} as kind, ${id} as id, b.body, round((${rank})::numeric, 6)::float8 as rank,
      concat_ws('/', ${kind}, ${id}) as key
    from ${from} cross join lateral (select ${words} as body offset 0) b
      cross join lateral (select to_tsvector('simple', b.body) as vector offset 0) d
   where ${matches} and ${readable(abilities)}`
}

const isType = (kind: string): kind is TypeName => kind.endsWith('_type')

/** Returns the sources of the kinds; types of several kinds have one. */
function sourcesOf(kinds: readonly SearchKind[]): (Source & { kind: RawBuilder<unknown> })[] {
  const types = kinds.filter(isType)
  const others = kinds.flatMap((kind) => (isType(kind) ? [] : [{ kind: sql`${sql.lit(kind)}`, ...sources[kind] }]))
  return types.length ? [...others, typesOf(types) as (typeof others)[number]] : others
}

const union = (wanted: Wanted, abilities: Abilities) =>
  sql.join(
    sourcesOf(wanted.kinds).map((source) => hits(source, wanted, abilities)),
    sql` union all `,
  )

const bestFirst: KeyColumn[] = [
  { column: 'h.rank', type: 'float8' },
  { column: 'h.key', type: 'text' },
]
const headline = sql.lit(
  `StartSel=${marks.start}, StopSel=${marks.stop}, MaxFragments=2, MinWords=5, MaxWords=18, FragmentDelimiter=" … "`,
)

/** Returns the statement for one page of hits, best first; snippets are computed only for the hits of the page. */
export function searchStatement(wanted: Wanted, abilities: Abilities, page: Page): RawBuilder<HitRow> {
  const { where, orderBy, limit } = keyset(page, bestFirst, 'desc')
  return sql<HitRow>`
    select h.kind, h.key, h.id, h.rank,
        ts_headline('simple', translate(h.body, ${sql.lit(marks.start + marks.stop)}, ''), ${wordsOf(wanted)}, ${headline}) as snippet,
        left(h.body, 500) as text
      from (select * from (${union(wanted, abilities)}) h where ${where} order by ${orderBy} limit ${limit}) h
     order by ${orderBy}`
}

export async function selectHits(db: Database, wanted: Wanted, abilities: Abilities, page: Page): Promise<HitRow[]> {
  return (await searchStatement(wanted, abilities, page).execute(db)).rows
}

/** Returns the total number of hits. */
export async function countHits(db: Database, wanted: Wanted, abilities: Abilities): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${union(wanted, abilities)}) h`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

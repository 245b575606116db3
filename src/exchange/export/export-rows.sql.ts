import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Extent } from '../../access/extent.js'
import type { ContentType } from '../../access/vocabulary.js'
import type { Condition } from '../../database/conditions.js'
import { membersOf, plain, text, type Printed } from '../../database/print.js'
import { systemPersonaId } from '../../lib/system-persona.js'
import { anyOf } from './rows.sql.js'

/** Where the objects that annotations link are looked for; completes a select from world_objects o. */
export interface Links {
  where: RawBuilder<unknown>
  /** What comes first where several worlds have an object of the id. */
  order: RawBuilder<unknown>
  /** Further columns of the annotations that `where` reads. */
  columns: RawBuilder<unknown>
}

/**
 * The rows of an export, one condition a kind. Lines are selected, and counted, by them alone. Without parameters, so
 * that they can stand in a COPY.
 */
export interface ExportRows {
  /** Over p; ontologies go with their personas. */
  personas: Condition
  /** Over o, world_objects; null for none. */
  objects: Condition | null
  /** Over s. */
  summaries: Condition
  /** Over c. */
  claims: Condition
  /** Over r. */
  relations: Condition
  /** Over a. */
  annotations: Condition
  links: Links | null
  /** Personas that annotations name and the caller may not read: their types stay unnamed. */
  unreadablePersonas: readonly string[]
  /** Whether each line says who made its row. */
  authors: boolean
}

/** Rows of other people that the caller's rows refer to and the caller may read (X-01). All four are usually empty. */
export interface Borrowed {
  personas: readonly string[]
  summaries: readonly string[]
  claims: readonly string[]
  /** Personas the caller's rows name but the caller may not read. */
  unreadable: readonly string[]
}

const notTheSystemPersona: Condition = sql`p.id <> ${sql.lit(systemPersonaId)}`
const none: Condition = sql`false`

const also = (column: string, ids: readonly string[]) =>
  ids.length ? sql`or ${sql.ref(column)} = ${anyOf(ids, 'uuid')}` : sql``

/** What the caller made, with what it refers to (X-01); the world is one of theirs, or null. */
export function ownRows(userId: string, borrowed: Borrowed, worldId: string | null): ExportRows {
  const me = sql.lit(userId)
  const inWorld = sql<SqlBool>`o.world_id = ${sql.lit(worldId)}`
  return {
    personas: sql`(p.user_id = ${me} ${also('p.id', borrowed.personas)}) and ${notTheSystemPersona}`,
    objects: worldId === null ? null : inWorld,
    summaries: sql`(s.created_by = ${me} ${also('s.id', borrowed.summaries)})`,
    claims: sql`(c.created_by = ${me} ${also('c.id', borrowed.claims)})`,
    relations: sql`r.created_by = ${me}`,
    annotations: sql`a.created_by_user_id = ${me}`,
    links: worldId === null ? null : { where: sql`where ${inWorld}`, order: sql``, columns: sql`` },
    unreadablePersonas: borrowed.unreadable,
    authors: false,
  }
}

/**
 * What is in a project, as far as the caller may export it: everybody's rows of a kind, their own, or none. A relation
 * is in the project when both its claims are.
 */
export function projectRows(
  userId: string,
  projectId: string,
  extents: Readonly<Record<ContentType, Extent>>,
  linked: Extent,
): ExportRows {
  const [me, project] = [sql.lit(userId), sql.lit(projectId)]
  const within = (extent: Extent, alias: string, owner: string): Condition => {
    if (extent === 'none') return none
    const inProject = sql<SqlBool>`${sql.ref(`${alias}.project_id`)} = ${project}`
    return extent === 'all' ? inProject : sql`${inProject} and ${sql.ref(`${alias}.${owner}`)} = ${me}`
  }
  const inProject = (claim: string) =>
    sql`exists (select from claims e where e.id = ${sql.ref(`r.${claim}`)} and e.project_id = ${project})`
  const ofClaims = extents.claim === 'own' ? sql`r.created_by = ${me} and ` : sql``
  return {
    personas: sql`${within(extents.persona, 'p', 'user_id')} and ${notTheSystemPersona}`,
    objects:
      extents.world_state === 'none'
        ? null
        : sql`o.world_id in (select w.id from world_states w where ${within(extents.world_state, 'w', 'user_id')})`,
    summaries: within(extents.summary, 's', 'created_by'),
    claims: within(extents.claim, 'c', 'created_by'),
    relations:
      extents.claim === 'none'
        ? none
        : sql`${ofClaims}${inProject('source_claim_id')} and ${inProject('target_claim_id')}`,
    annotations: within(extents.annotation, 'a', 'created_by_user_id'),
    links: {
      where: sql`join world_states w on w.id = o.world_id
        where w.user_id = a.linked_by and ${within(linked, 'w', 'user_id')}`,
      order: sql``,
      columns: linkedBy,
    },
    unreadablePersonas: [],
    authors: true,
  }
}

/** Everything on the server, for system administrators. */
export function allRows(): ExportRows {
  const all: Condition = sql`true`
  return {
    personas: notTheSystemPersona,
    objects: all,
    summaries: all,
    claims: all,
    relations: all,
    annotations: all,
    links: {
      where: sql`join world_states w on w.id = o.world_id
        where w.user_id = a.linked_by and (w.project_id is null or w.project_id = a.linked_in)`,
      order: sql`w.project_id nulls last,`,
      columns: sql`${linkedBy}, case when a.is_object then a.project_id end as linked_in`,
    },
    unreadablePersonas: [],
    authors: true,
  }
}

/**
 * Null for annotations that link nothing: the names of types are then remembered whoever made the annotation
 * (annotations.sql.ts).
 */
const linkedBy = sql`, case when a.is_object then a.created_by_user_id end as linked_by`

/** Joins `author.text`: who a column names, as JSON; printed once for each of them (a Memoize node). */
export const authorOf = (column: string): RawBuilder<unknown> => sql`cross join lateral (select coalesce((
    select '{' || ${membersOf({ id: plain('u.id'), username: text('u.username') })} || '}'
      from users u where u.id = ${sql.ref(column)}), 'null') as text offset 0) author`

/** What ends a line, behind its last member. */
export const closing = ({ typed }: { typed: boolean }): string => (typed ? '}}' : '}')

/** An object with the author as its last member, where lines say it. */
export const signed = ({ authors }: Pick<ExportRows, 'authors'>, members: Printed): Printed =>
  authors
    ? sql<string>`('{' || ${members} || ',"author":' || author.text || '}')`
    : sql<string>`('{' || ${members} || '}')`

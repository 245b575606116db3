import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ProjectSet } from '../../access/abilities.js'
import type { Extent } from '../../access/extent.js'
import type { ContentType } from '../../access/vocabulary.js'
import type { Condition } from '../../database/rows/conditions.js'
import { membersOf, plain, text, type Printed, type Value } from '../../database/rows/print.js'
import { systemPersonaId } from '../../personas/system-persona.js'
import { lookedUpIn, lookupOrder } from '../../world/worlds-of-text.js'
import { lineKinds } from '../line.shape.js'
import { anyOf } from './rows.sql.js'

/** How to find the objects that annotations link to. The parts complete a select from world_objects o. */
export interface Links {
  where: RawBuilder<unknown>
  /**
   * Sort keys that decide which object is used if several worlds contain one with the id. Ends with a comma unless
   * empty.
   */
  order: RawBuilder<unknown>
  /** Further columns of the annotations subquery that `where` uses. Begins with a comma unless empty. */
  columns: RawBuilder<unknown>
}

/**
 * The rows of an export, as one condition for each kind. Both the export and the statistics use these conditions. They
 * contain no parameters, because they become part of COPY statements.
 */
export interface ExportRows {
  /** A condition on the alias p (personas). Ontologies are exported with their personas. */
  personas: Condition
  /** A condition on the alias k (type_correspondences): those between personas of the export. */
  correspondences: Condition
  /** A condition on the alias o (world_objects); null if no objects are exported. */
  objects: Condition | null
  /** A condition on the alias s (summaries). */
  summaries: Condition
  /** A condition on the alias c (claims). */
  claims: Condition
  /** A condition on the alias r (claim relations). */
  relations: Condition
  /** A condition on the alias a (annotations). */
  annotations: Condition
  links: Links | null
  /** How to find the names of linked objects for formats that have labels only, if not by `links`. */
  names?: Links
  /** Ids of personas that annotations name but the caller may not read: the names of their types are not exported. */
  unreadablePersonas: readonly string[]
  /** Whether each line contains the project of its row, and ends with the author of the row. */
  authors: boolean
  /** Whether each line has the envelope of the feed of changes (`inEnvelope`). */
  enveloped?: boolean
  /** With the scope `own`: the world, and the rows of other users, that the conditions select. */
  own?: { worldId: string | null; borrowed: Borrowed }
}

/**
 * Ids of rows of other users that the caller's rows refer to and the caller may read (X-01). All four lists are usually
 * empty.
 */
export interface Borrowed {
  personas: readonly string[]
  summaries: readonly string[]
  claims: readonly string[]
  /** Personas that the caller's rows refer to but the caller may not read. */
  unreadable: readonly string[]
}

const notTheSystemPersona: Condition = sql`p.id <> ${sql.lit(systemPersonaId)}`
/** A condition that is false for every row. */
export const none: Condition = sql`false`

/**
 * Returns a condition on the alias k: both personas of a correspondence meet the condition on the alias p (personas).
 */
const between = (personas: Condition): Condition =>
  sql`(select count(*) from personas p where p.id in (k.first_persona_id, k.second_persona_id) and ${personas}) = 2`

const also = (column: string, ids: readonly string[]) =>
  ids.length ? sql`or ${sql.ref(column)} = ${anyOf(ids, 'uuid')}` : sql``

/**
 * Returns the caller's rows, with the rows of others that these refer to (X-01). `worldId` is the caller's world to
 * export; null for none. `worldsOf` are the projects whose worlds the caller may read.
 */
export function ownRows(userId: string, borrowed: Borrowed, worldId: string | null, worldsOf: ProjectSet): ExportRows {
  const me = sql.lit(userId)
  const inWorld = sql<SqlBool>`o.world_id = ${sql.lit(worldId)}`
  const inProjects = worldsOf === 'every' ? sql`true` : sql`w.project_id = ${anyOf(worldsOf, 'uuid')}`
  const personas: Condition = sql`(p.user_id = ${me} ${also('p.id', borrowed.personas)}) and ${notTheSystemPersona}`
  return {
    personas,
    correspondences: between(personas),
    objects: worldId === null ? null : inWorld,
    summaries: sql`(s.created_by = ${me} ${also('s.id', borrowed.summaries)})`,
    claims: sql`(c.created_by = ${me} ${also('c.id', borrowed.claims)})`,
    relations: sql`r.created_by = ${me}`,
    annotations: sql`a.created_by_user_id = ${me}`,
    links: worldId === null ? null : { where: sql`where ${inWorld}`, order: sql``, columns: sql`` },
    names: linksIn(sql`(w.user_id = ${me} or ${inProjects})`),
    unreadablePersonas: borrowed.unreadable,
    authors: false,
    own: { worldId, borrowed },
  }
}

/**
 * Returns the rows of a project that the caller may export: of each kind all, only the caller's own, or none. A
 * relation is in the project if both its claims are. `linked` tells in whose worlds of the project the objects that
 * annotations link to are looked up.
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
  const personas: Condition = sql`${within(extents.persona, 'p', 'user_id')} and ${notTheSystemPersona}`
  return {
    personas,
    correspondences: between(personas),
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
    links: linksIn(within(linked, 'w', 'user_id')),
    unreadablePersonas: [],
    authors: true,
  }
}

/** Returns every row on the server except the system persona; for system administrators. */
export function allRows(): ExportRows {
  const all: Condition = sql`true`
  return {
    personas: notTheSystemPersona,
    correspondences: between(notTheSystemPersona),
    objects: all,
    summaries: all,
    claims: all,
    relations: all,
    annotations: all,
    links: linksIn(all),
    unreadablePersonas: [],
    authors: true,
  }
}

const ofLink = { author: sql`a.linked_by`, projectId: sql`a.linked_in` }

/**
 * Returns how to find linked objects among worlds (alias w) that meet a condition: those of the annotation's author and
 * project. Both are null for annotations without a linked object, so that the Memoize node for the names of types has
 * the same key for all authors (annotations.sql.ts).
 */
const linksIn = (worlds: Condition): Links => ({
  where: sql`join world_states w on w.id = o.world_id where ${lookedUpIn(ofLink, 'w')} and ${worlds}`,
  order: sql`${lookupOrder(ofLink, 'w')},`,
  columns: sql`, case when a.is_object then a.created_by_user_id end as linked_by,
    case when a.is_object then a.project_id end as linked_in`,
})

/**
 * Returns a join that adds `author.text`: the user in the column as JSON, or `null`. PostgreSQL prints each user once
 * (a Memoize node).
 */
export const authorOf = (column: string): RawBuilder<unknown> => sql`cross join lateral (select coalesce((
    select '{' || ${membersOf({ id: plain('u.id'), username: text('u.username') })} || '}'
      from users u where u.id = ${sql.ref(column)}), 'null') as text offset 0) author`

/**
 * Returns SQL for the members with the place of a row, each preceded by a comma, if the export's lines have them: the
 * id of its project, null outside projects, and for an object the id of its world.
 */
export const placeOf = ({ authors }: Pick<ExportRows, 'authors'>, project: Value, world?: Value): Printed =>
  authors
    ? sql<string>`(',' || ${membersOf({ projectId: plain(project), ...(world && { worldId: plain(world) }) })})`
    : sql<string>`''`

/** Returns the brackets that close a line after its last member. */
export const closing = ({ typed, enveloped }: { typed: boolean; enveloped?: boolean }): string =>
  (typed ? '}}' : '}') + (enveloped ? '}' : '')

/** The content of the envelope of a line. */
export interface Envelope {
  type: string
  /** The id of the row, a uuid, or the id of an object within its world, as JSON. */
  id: Printed
  /** For an object: its world. */
  worldId?: Printed
  /**
   * The sort keys of the lines in an export: SQL of numbers and of JSON texts, equally many for each line of a section.
   */
  order: readonly RawBuilder<unknown>[]
}

/** The sections of an export of everything, in their order; personas and ontologies share one. */
const sections: readonly string[] = lineKinds.filter((kind) => kind !== 'ontology' && kind !== 'type_correspondence')

/** Returns the number of the section of a kind of lines. Those of copies from before 0410 must stay as they were. */
const sectionOf = (type: string): number => (type === 'type_correspondence' ? 0.5 : Math.max(0, sections.indexOf(type)))

/** Returns SQL for the beginning of the envelope of a line, to which the line and a closing bracket are added. */
export const envelopeOf = ({ type, id, worldId, order }: Envelope): Printed => {
  const section = sectionOf(type)
  const world = worldId ? sql`',"worldId":', ${worldId}, ` : sql``
  return sql<string>`concat(${sql.lit(`{"change":"set","type":"${type}","id":`)}, ${id}, ${world}${sql.lit(`,"order":[${section},`)}, ${sql.join(
    order,
    sql`, ',', `,
  )}, '],"line":')`
}

/**
 * Returns a line in the envelope of the feed of changes, if the lines of the export have one:
 * `{"change":"set","type":…,"id":…,"order":[…],"line":…}`. Sorted by `order`, element by element, the lines are in the
 * order of the export.
 */
export const inEnvelope = ({ enveloped }: Pick<ExportRows, 'enveloped'>, of: Envelope, line: Printed): Printed =>
  enveloped ? sql<string>`(${envelopeOf(of)} || ${line} || '}')` : line

/** Returns SQL for a time as a sort key: milliseconds since 1970. */
export const orderTime = (column: string): RawBuilder<unknown> =>
  sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

/** Wraps the members in a JSON object, with the author as its last member if the export's lines have authors. */
export const signed = ({ authors }: Pick<ExportRows, 'authors'>, members: Printed): Printed =>
  authors
    ? sql<string>`('{' || ${members} || ',"author":' || author.text || '}')`
    : sql<string>`('{' || ${members} || '}')`

import { sql } from 'kysely'
import { among } from '../access/measure.js'
import type { Abilities } from '../access/abilities.js'
import { personaOfText, worldOfText, type TextOwner } from '../access/carried.js'
import type { Database } from '../database/driver/client.js'
import { worldKinds, type WorldKind } from './world-kinds.js'
import type { WorldObjectRow } from './world-object.sql.js'

/** The author and project of a text; for the text of a world or a persona, its owner. */
export interface TextOf {
  author: string | null
  projectId: string | null
  worldId: string | null
  ownerPersonaId: string | null
}

export interface TypeInText extends TextOf {
  personaId: string
  /** The kinds in which the type is looked up, in this order. */
  kinds: readonly string[]
  key: string
}

export interface ObjectInText extends TextOf {
  kind: WorldKind | null
  key: string
}

/** Returns the keys as a table k, numbered from 1 (n), with the owner of their text as columns of o. */
function textsOf(
  keys: readonly TextOf[],
  wanted: readonly { name: string; values: readonly unknown[]; type: string }[],
) {
  const of = (name: keyof TextOf) => sql`${keys.map((key) => key[name])}::uuid[]`
  const values = wanted.map((one) => sql`${one.values}::${sql.raw(one.type)}[]`)
  const names = sql.join(wanted.map(({ name }) => sql.ref(name)))
  return sql`unnest(${of('author')}, ${of('projectId')}, ${of('worldId')}, ${of('ownerPersonaId')}, ${sql.join(values)})
      with ordinality as k(author, project_id, world_id, owner_persona_id, ${names}, n)
    left join world_states ow on ow.id = k.world_id
    left join personas op on op.id = k.owner_persona_id
    cross join lateral (select coalesce(k.author, ow.user_id, op.user_id) as author,
      case when k.author is null then coalesce(ow.project_id, op.project_id) else k.project_id end as project_id) o`
}

const owner: TextOwner = { author: sql.ref('o.author'), project: sql.ref('o.project_id') }

/** Reads one row for each type that a text may name; `n` is the number of the key, counted from 1. */
export async function selectTypesInTexts(db: Database, abilities: Abilities, keys: readonly TypeInText[]) {
  const wanted = [
    { name: 'persona_id', values: keys.map(({ personaId }) => personaId), type: 'uuid' },
    { name: 'kinds', values: keys.map(({ kinds }) => kinds.join()), type: 'text' },
    { name: 'key', values: keys.map(({ key }) => key), type: 'text' },
  ]
  const { rows } = await sql<{
    n: number
    personaId: string
    kind: string
    typeId: string
    name: string
    body: unknown
  }>`
    select distinct on (k.n) k.n::int, t.persona_id, t.kind, t.type_id, t.name, t.body
      from ${textsOf(keys, wanted)}
      join personas p on p.id = k.persona_id and ${among(personaOfText(abilities, owner, 'p'))}
      join ontology_types t on t.persona_id = p.id and t.type_id = k.key
       and t.kind = any(string_to_array(k.kinds, ','))
     order by k.n, array_position(string_to_array(k.kinds, ','), t.kind), t.position`.execute(db)
  return rows
}

const kindOrder = sql`array_position(${sql.lit(`{${worldKinds.join(',')}}`)}::text[], x.kind)`

/** Reads one row for each world object that a text may name; `n` is the number of the key, counted from 1. */
export async function selectObjectsInTexts(db: Database, abilities: Abilities, keys: readonly ObjectInText[]) {
  const wanted = [
    { name: 'kind', values: keys.map(({ kind }) => kind), type: 'text' },
    { name: 'key', values: keys.map(({ key }) => key), type: 'text' },
  ]
  const { rows } = await sql<WorldObjectRow & { n: number }>`
    select distinct on (k.n) k.n::int, x.world_id, x.kind, x.object_id as key, x.name, x.body
      from ${textsOf(keys, wanted)}
      join world_states w on w.user_id = o.author and ${among(worldOfText(abilities, owner, 'w'))}
      join world_objects x on x.world_id = w.id and x.object_id = k.key and x.kind = coalesce(k.kind, x.kind)
     order by k.n, ${kindOrder}`.execute(db)
  return rows
}

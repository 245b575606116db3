import { sql } from 'kysely'
import { inArchived } from '../../../access/rules.js'
import type { Database } from '../../../database/driver/client.js'
import { systemPersonaId } from '../../../personas/system-persona.js'
import { newId } from '../../../lib/uuid.js'
import type { ImportOptions } from '../options.js'
import { conflict, idInUse, missing, type MissingPolicy } from './notes.js'
import { skipped, type Planning, type Step } from './planning.js'
import { concerned, listedTypes, renew, target, type Fragment, type Verdict } from './rule.sql.js'
import { nameLines, nameStored, unnamed } from './targets.sql.js'

const existing = (where: Fragment, before: string) => ({
  kinds: ['persona'] as const,
  joins: sql`join personas p on p.id = l.uid`,
  where,
  existing: sql`l.id`,
  details: sql`${before}::text || p.name || '" exists'`,
})

const verdicts: Record<ImportOptions['personas'], Verdict> = {
  skip: skipped,
  replace: { state: 'import', act: 'replace' },
  merge: { state: 'import', act: 'merge' },
  rename: { state: 'import', act: 'rename', renew: true },
}

/**
 * Returns the rules for personas: a persona of the file is the built-in system persona, the caller's own, another
 * user's, or new (I-10 to I-15). The caller's own persona in a project is not changed if the project does not let them
 * change it (PM-10).
 */
export const personas = ({ userId, options, usable }: Planning): Step[] => [
  conflict('duplicate-persona', existing(sql`p.id = ${systemPersonaId}`, 'System persona "'), 'skip', skipped),
  ...(options.regenerateIds
    ? []
    : [
        ...(options.personas === 'replace' || options.personas === 'merge'
          ? [
              conflict(
                'duplicate-persona',
                existing(sql`p.user_id = ${userId} and not ${usable.changedPersona}`, 'Persona "'),
                'skip',
                skipped,
              ),
            ]
          : []),
        conflict(
          'duplicate-persona',
          existing(sql`p.user_id = ${userId}`, 'Persona "'),
          options.personas,
          verdicts[options.personas],
        ),
        idInUse('persona', { ...existing(sql`p.user_id <> ${userId}`, ''), existing: sql`null` }),
      ]),
  nameLines('persona'),
  (db) =>
    sql`update import_targets t set own = false
      from personas p
      where t.kind = 'persona' and not t.fresh and p.id = t.final_id and not ${usable.changedPersona}`.execute(db),
]

/**
 * Returns the rules for references to personas. Each must be in the file, or be a stored persona that the caller may
 * use, or get a placeholder (I-19).
 */
export function personaReferences({ userId, options, usable, missing: policy }: Planning): Step[] {
  const ids = sql`select persona_id as id from import_lines where state = 'import'`
  const absent = {
    kinds: options.references ? (['ontology', 'summary', 'annotation'] as const) : (['ontology', 'summary'] as const),
    where: sql`l.persona_id is not null and not (l.kind = 'annotation' and l.unresolved)
      and ${unnamed('persona', sql`l.persona_id`)}`,
  }
  return [
    nameStored(
      'persona',
      ids,
      sql`(${usable.persona} or ${usable.personaOfSummary})`,
      sql`p.user_id = ${userId} and ${usable.changedPersona}`,
    ),
    refused('annotation', usable.persona, policy),
    refused('summary', usable.personaOfSummary, policy),
    ...(policy.policy === 'create' ? [(db: Database) => placePersonas(db, absent)] : []),
    missing('persona', { ...absent, id: sql`l.persona_id` }, policy),
  ]
}

/**
 * Returns a rule for lines of a kind that refer to a stored persona for which the caller may not create such content.
 */
const refused = (kind: 'annotation' | 'summary', mayUse: Fragment, policy: MissingPolicy): Step =>
  missing(
    'persona',
    {
      kinds: [kind],
      refers: { t: ['persona', 'persona_id'] },
      joins: sql`join personas p on p.id = t.final_id`,
      where: sql`not t.fresh and not ${mayUse}`,
      id: sql`l.persona_id`,
    },
    policy,
  )

async function placePersonas(db: Database, absent: Parameters<typeof concerned>[0]): Promise<void> {
  const { rows } = await sql<{ id: string; taken: boolean }>`
    select l.persona_id as id, exists (select from personas p where p.id = l.persona_id::uuid) as taken
    ${concerned(absent)}
    group by l.persona_id
    order by min(l.line)`.execute(db)
  const ids = rows.map((row) => row.id)
  const finals = rows.map((row) => (row.taken ? newId() : row.id))
  await sql`with made as (
      insert into import_placeholders (kind, id, final_id)
      select 'persona', n.id, n.final
      from unnest(${ids}::text[], ${finals}::text[]) n(id, final)
      returning id, final_id
    )
    insert into import_targets (kind, id, final_id, fresh, own)
    select 'persona', id, final_id::uuid, true, true from made`.execute(db)
}

/**
 * Returns a part of a rule: ontologies whose persona has a line in the file that is imported or refers to a stored
 * persona.
 */
const ofPersona = (where: Fragment) => ({
  kinds: ['ontology'] as const,
  joins: sql`join import_lines p on p.kind = 'persona' and p.id = l.persona_id
    and (p.state = 'import' or p.existing_id is not null)`,
  where,
  notes: [],
})

/**
 * Returns the rules for ontologies. An ontology is treated like its persona's line (I-12 to I-14); without such a line
 * it follows the policy for personas (I-18).
 */
export function ontologies({ options }: Planning): Step[] {
  const policy = options.personas === 'rename' ? 'skip' : options.personas
  const alone = (where: Fragment) => ({
    kinds: ['ontology'] as const,
    refers: { t: ['persona', 'persona_id'] as const },
    where: sql`not t.fresh and l.act = 'insert' and ${where}`,
    existing: sql`t.final_id`,
    details: 'The persona has an ontology',
  })
  const inUse = sql`l.uid is null or exists (select from ontologies o where o.id = l.uid)
    or exists (select from import_lines e
      where e.kind = 'ontology' and e.id = l.id and e.state = 'import' and e.line < l.line)`
  return [
    { ...ofPersona(sql`p.state = 'skip'`), verdict: skipped },
    { ...ofPersona(sql`p.act = 'replace'`), verdict: { state: 'import', act: 'replace' } },
    { ...ofPersona(sql`p.act = 'merge'`), verdict: { state: 'import', act: 'merge' } },
    conflict('duplicate-persona', alone(sql`not t.own`), 'skip', skipped),
    conflict('duplicate-persona', alone(sql`true`), policy, verdicts[policy]),
    // Nothing refers to an ontology by its own id; an id in use is replaced without a note.
    (db) =>
      renew(db, {
        kinds: ['ontology'],
        where: options.regenerateIds ? sql`l.act = 'insert'` : sql`l.act = 'insert' and (${inUse})`,
      }),
  ]
}

/** A condition on the alias t: the persona is in an archived project, to which nothing may be added (ST-04). */
const isKept = sql`exists (select from personas p where p.id = t.final_id and ${inArchived('p')})`

/**
 * Returns the rules for references to types. The types that annotations name must be in the ontology as it will be
 * after the import.
 */
export function typeReferences({ options, missing: policy }: Planning): Step[] {
  if (!options.references) return [nameTypes]
  const absent = {
    kinds: ['annotation'] as const,
    refers: { t: ['persona', 'persona_id'] as const },
    where: sql`not l.is_object and not l.unresolved
      and not exists (select from import_types i where i.persona_id = t.final_id and i.type_id = l.label)
      and not exists (select from ontology_types o where o.persona_id = t.final_id and o.type_id = l.label)`,
  }
  const place = (db: Database) =>
    sql`with made as (
        insert into import_placeholders (kind, id, final_id, parent)
        select distinct 'type', l.label, l.label, t.final_id
        ${concerned({ ...absent, where: sql`t.own and not ${isKept} and ${absent.where}` })}
        returning id, parent
      )
      insert into import_types (persona_id, type_id)
      select parent, id from made`.execute(db)
  return [
    nameTypes,
    ...(policy.policy === 'create' ? [place] : []),
    missing('type', { ...absent, id: sql`l.label` }, policy),
  ]
}

const nameTypes = (db: Database) =>
  sql`insert into import_types (persona_id, type_id)
    select distinct t.final_id, e ->> 'id'
    from import_lines l
    join import_bodies b on b.line = l.line
    ${target('persona', 't', 'l.persona_id')}
    cross join lateral ${listedTypes} v(kind, list)
    cross join lateral json_array_elements(coalesce(v.list, '[]')) e
    where l.kind = 'ontology' and l.state = 'import'`.execute(db)

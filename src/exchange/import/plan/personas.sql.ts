import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../../database/client.js'
import { newId } from '../../../lib/uuid.js'
import type { ImportOptions } from '../options.js'
import {
  fillNewIds,
  live,
  settleConflicts,
  settleMissing,
  target,
  type MissingPolicy,
  type Verdict,
} from './settle.sql.js'

interface Who {
  userId: string
  systemPersonaId: string
}

const noRange = sql`null::json as frame_range`

/** I-10 to I-15. A persona of the file is the caller's own, somebody else's, or new. */
export async function planPersonas(
  db: Database,
  { userId, systemPersonaId }: Who,
  options: ImportOptions,
): Promise<void> {
  const known = (
    condition: RawBuilder<SqlBool>,
    details: string,
  ) => sql`select l.line, l.id as existing, ${noRange}, ${details} || p.name || '" exists' as details
    from ${live('persona')} l join personas p on p.id = l.uid where ${condition}`
  await settleConflicts(
    db,
    known(sql<SqlBool>`p.id = ${systemPersonaId}`, 'System persona "'),
    'duplicate-persona',
    'skip',
    { state: 'skip' },
  )
  if (!options.regenerateIds) {
    const verdicts: Record<ImportOptions['personas'], Verdict> = {
      skip: { state: 'skip' },
      replace: { state: 'import', act: 'replace' },
      merge: { state: 'import', act: 'merge' },
      rename: { state: 'import', act: 'rename', renew: true },
    }
    await settleConflicts(
      db,
      known(sql<SqlBool>`p.user_id = ${userId}`, 'Persona "'),
      'duplicate-persona',
      options.personas,
      verdicts[options.personas],
    )
    const foreign = sql`select l.line, null as existing, ${noRange}, 'The id is in use; the persona gets a new one' as details
      from ${live('persona')} l join personas p on p.id = l.uid where p.user_id <> ${userId}`
    await settleConflicts(db, foreign, 'id-conflict', 'regenerate-id', { state: 'import', renew: true })
  }
  await sql`insert into import_targets (kind, id, final_id, fresh, own)
    select 'persona', id, coalesce(new_id, id)::uuid, state = 'import' and act in ('insert', 'rename'), id <> ${systemPersonaId}
      from import_lines where kind = 'persona' and (state = 'import' or state = 'skip' and existing_id is not null)`.execute(
    db,
  )
}

/** I-19: personas that other lines name. `usable` (over p) says which stored ones count. */
export async function planPersonaReferences(
  db: Database,
  { userId }: Who,
  options: ImportOptions,
  usable: RawBuilder<SqlBool>,
  missing: MissingPolicy,
): Promise<void> {
  await sql`insert into import_targets (kind, id, final_id, fresh, own)
    select distinct 'persona', l.persona_id, p.id, false, p.user_id = ${userId}
      from (select distinct persona_id, persona_id::uuid as uid from import_lines where state = 'import' and persona_id is not null offset 0) l
      join personas p on p.id = l.uid where ${usable} on conflict do nothing`.execute(db)
  if (missing.policy === 'create') await placePersonas(db, options.references)
  const absent = (kinds: readonly string[]) => sql`select l.line, l.persona_id as missing from import_lines l
    where l.state = 'import' and l.kind = any(${kinds}::text[]) and l.persona_id is not null and not (l.kind = 'annotation' and l.unresolved)
      and not exists (select from import_targets t where t.kind = 'persona' and t.id = l.persona_id)`
  await settleMissing(
    db,
    absent(options.references ? ['ontology', 'summary', 'annotation'] : ['ontology', 'summary']),
    'persona',
    missing,
  )
}

async function placePersonas(db: Database, alsoAnnotations: boolean): Promise<void> {
  const { rows } = await sql<{ id: string; taken: boolean }>`
    select l.persona_id as id, exists (select from personas p where p.id = l.persona_id::uuid) as taken from import_lines l
     where l.state = 'import' and l.persona_id is not null and (l.kind <> 'annotation' or ${alsoAnnotations} and not l.unresolved)
       and not exists (select from import_targets t where t.kind = 'persona' and t.id = l.persona_id)
     group by l.persona_id order by min(l.line)`.execute(db)
  const ids = rows.map((row) => row.id)
  const finals = rows.map((row) => (row.taken ? newId() : row.id))
  await sql`with made as (insert into import_placeholders (kind, id, final_id)
      select 'persona', n.id, n.final from unnest(${ids}::text[], ${finals}::text[]) n(id, final) returning id, final_id)
    insert into import_targets (kind, id, final_id, fresh, own) select 'persona', id, final_id::uuid, true, true from made`.execute(
    db,
  )
}

/** I-12 to I-14 and I-18: an ontology goes the way of its persona; one without a persona line goes by the policy. */
export async function planOntologies(db: Database, options: ImportOptions): Promise<void> {
  const policy = options.personas === 'rename' ? 'skip' : options.personas
  await sql`update import_lines l set state = case when p.state = 'skip' then 'skip' else l.state end,
      act = case when p.act in ('replace', 'merge') then p.act else 'insert' end
    from import_lines p where l.kind = 'ontology' and l.state = 'import' and p.kind = 'persona' and p.id = l.persona_id
     and (p.state = 'import' or p.existing_id is not null)`.execute(db)
  const alone = sql`select l.line, t.final_id::text as existing, ${noRange}, 'The persona has an ontology' as details
    from ${live('ontology')} l ${target('persona', 't', 'l.persona_id')} where not t.fresh and l.act = 'insert'`
  await settleConflicts(db, sql`${alone} and not t.own`, 'duplicate-persona', 'skip', { state: 'skip' })
  await settleConflicts(
    db,
    alone,
    'duplicate-persona',
    policy,
    policy === 'skip' ? { state: 'skip' } : { state: 'import', act: policy },
  )
  // An ontology's own id matters to nobody; one that is taken is replaced silently.
  await sql`update import_lines l set new_id = '?' where l.line in (
    select o.line from ${live('ontology')} o where o.act = 'insert' and (o.uid is null or exists (select from ontologies t where t.id = o.uid)))`.execute(
    db,
  )
  if (options.regenerateIds)
    await sql`update import_lines set new_id = '?' where kind = 'ontology' and state = 'import' and act = 'insert'`.execute(
      db,
    )
  await fillNewIds(db)
}

/** The types that annotations name must be in the ontology that the import leaves behind. */
export async function planTypeReferences(db: Database, options: ImportOptions, missing: MissingPolicy): Promise<void> {
  if (!options.references) return
  await sql`insert into import_types (persona_id, type_id) select distinct t.final_id, e ->> 'id'
      from import_lines l join import_bodies b on b.line = l.line ${target('persona', 't', 'l.persona_id')}
      cross join lateral (values (b.body -> 'entityTypes'), (b.body -> 'eventTypes'), (b.body -> 'roleTypes'), (b.body -> 'relationTypes')) v(list)
      cross join lateral json_array_elements(coalesce(v.list, '[]')) e
     where l.kind = 'ontology' and l.state = 'import'`.execute(db)
  const absent = (condition: RawBuilder<unknown>) => sql`select l.line, l.label as missing, t.final_id, l.label
    from import_lines l ${target('persona', 't', 'l.persona_id')}
    where l.kind = 'annotation' and l.state = 'import' and not l.is_object and not l.unresolved ${condition}
      and not exists (select from import_types i where i.persona_id = t.final_id and i.type_id = l.label)
      and not exists (select from ontology_types o where o.persona_id = t.final_id and o.type_id = l.label)`
  if (missing.policy === 'create') {
    await sql`with made as (insert into import_placeholders (kind, id, final_id, parent) select distinct 'type', a.label, a.label, a.final_id
        from (${absent(sql`and t.own`)}) a returning id, parent) insert into import_types (persona_id, type_id) select parent, id from made`.execute(
      db,
    )
  }
  await settleMissing(db, absent(sql``), 'type', missing)
}

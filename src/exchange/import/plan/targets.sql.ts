import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { systemPersonaId } from '../../../personas/system-persona.js'
import type { Fragment, TargetKind } from './rule.sql.js'

/**
 * Returns a step that resolves ids of the file's own lines: to the line, or to the stored row that is kept in its
 * place.
 */
export const nameLines = (kind: TargetKind) => (db: Database) =>
  sql`insert into import_targets (kind, id, final_id, fresh, own)
    select kind, id, coalesce(case state when 'skip' then existing_id end, new_id, id)::uuid,
      state = 'import' and act in ('insert', 'rename'), id <> ${systemPersonaId}
    from import_lines
    where kind = ${kind} and (state = 'import' or existing_id is not null)`.execute(db)

const tables: Record<TargetKind, Fragment> = {
  persona: sql`personas p on p.id = l.uid`,
  summary: sql`video_summaries s on s.id = l.uid`,
  claim: sql`claims c on c.id = l.uid`,
}

/**
 * Returns a step that resolves ids to stored rows. `ids` is a select with one column, id; `usable` and `own` are
 * conditions on p, s or c.
 */
export const nameStored = (kind: TargetKind, ids: Fragment, usable: Fragment, own: Fragment) => (db: Database) =>
  sql`insert into import_targets (kind, id, final_id, fresh, own)
    select ${kind}, l.id, l.uid, false, ${own}
    from (select distinct x.id, x.id::uuid as uid from (${ids}) x where x.id is not null offset 0) l
    join ${tables[kind]}
    where ${usable}
    on conflict do nothing`.execute(db)

/** Returns a condition: the id refers neither to a line of the file nor to a stored row. */
export const unnamed = (kind: TargetKind, id: Fragment): Fragment =>
  sql`not exists (select from import_targets t where t.kind = ${sql.lit(kind)} and t.id = ${id})`

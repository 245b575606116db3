import { sql } from 'kysely'
import type { ReviewColumn } from '../../../access/review.shape.js'
import { claimRecord, claimRelationRecord } from '../../../claims/claim.shape.js'
import { summaryRecord } from '../../../summaries/summary.shape.js'
import { finalLabel, renamed } from '../plan/annotations.sql.js'
import { live, type Fragment } from '../plan/rule.sql.js'
import { measureColumns } from '../stage/staged-rows.js'
import { insertLines, ownColumns, part, type Applying } from './insert.sql.js'

/** The columns of the review in a line; reviewers who do not exist on this server are omitted. */
const review: Record<ReviewColumn, Fragment> = {
  reviewState: sql`coalesce(l.review ->> 'state', 'open')::review_state`,
  reviewedBy: sql`(select u.id from users u where u.id = (l.review ->> 'by')::uuid)`,
  reviewedAt: sql`(l.review ->> 'at')::timestamptz`,
  reviewNote: sql`l.review ->> 'note'`,
}

export const applySummaries = (a: Applying): Promise<void> =>
  insertLines(a, 'summary', summaryRecord, {
    refers: { t: ['persona', 'persona_id'] },
    expressions: { videoId: sql`l.video_id`, personaId: sql`t.final_id`, createdBy: sql`${a.userId}::uuid`, ...review },
  })

/**
 * Inserts the claims, parents before children, so that an import in parts finds the parents. A claim belongs to the
 * project of its summary; if the summary has been deleted meanwhile, the database refuses its claims.
 */
export const applyClaims = (a: Applying): Promise<void> =>
  insertLines(a, 'claim', claimRecord, {
    refers: { t: ['summary', 'summary_id'] },
    joins: sql`left join import_lines p on p.kind = 'claim' and p.id = l.source_id and p.state = 'import'`,
    expressions: {
      summaryId: sql`t.final_id`,
      projectId: sql`(select s.project_id from video_summaries s where s.id = t.final_id)`,
      parentClaimId: sql`coalesce(p.new_id, l.source_id)::uuid`,
      createdBy: sql`${a.userId}::uuid`,
      ...review,
    },
    order: sql`l.depth, l.line`,
  })

/**
 * Moves new claims to the project of their summary, if a stored summary changed its project while the import ran. This
 * step comes last because it locks the summaries until the import has ended, and a user who edits one has to wait that
 * long.
 */
export async function followSummaries({ db }: Applying): Promise<void> {
  await sql`with held as materialized (
      select s.id, s.project_id from video_summaries s
       where s.id in (
         select t.final_id from import_targets t
           join import_lines l on l.kind = 'claim' and l.state = 'import' and l.summary_id = t.id
          where t.kind = 'summary' and not t.fresh)
       order by s.id for share)
    update claims c set project_id = h.project_id from held h
     where c.summary_id = h.id and c.project_id is distinct from h.project_id`.execute(db)
}

export const applyClaimRelations = (a: Applying): Promise<void> =>
  insertLines(a, 'claim_relation', claimRelationRecord, {
    refers: { s: ['claim', 'source_id'], t: ['claim', 'target_id'] },
    expressions: { sourceClaimId: sql`s.final_id`, targetClaimId: sql`t.final_id`, createdBy: sql`${a.userId}::uuid` },
  })

const measures = [...measureColumns.map(([column]) => column), 'frames_size']

/**
 * Writes the annotations: inserts new ones, overwrites replaced ones, and stores united sequences in the stored
 * annotations.
 */
export async function applyAnnotations(a: Applying): Promise<void> {
  const { id, createdAt, updatedAt } = ownColumns(a)
  const columns = sql.join(measures.map((name) => sql.ref(name)))
  const values = sql.join(measures.map((name) => sql.ref(`l.${name}`)))
  const updated = sql.join(measures.map((name) => sql`${sql.ref(name)} = ${sql.ref(`l.${name}`)}`))
  const lines = sql`${live('annotation')} l join import_bodies b on b.line = l.line
    left join import_targets t on t.kind = 'persona' and t.id = l.persona_id ${renamed}`
  const { rows } = await sql<{
    act: string
  }>`select distinct act from import_lines where kind = 'annotation' and state = 'import'`.execute(a.db)
  const acts = new Set(rows.map((row) => row.act))
  if (acts.has('insert')) {
    const { rows: counts } = await sql<{ video: string; count: number }>`
      select l.video_id as video, count(*)::int as count from ${live('annotation')} l
       where l.act = 'insert' and ${part(a)} group by l.video_id`.execute(a.db)
    // The counters are raised outside of the transaction, which would keep others from adding tracks until it ends.
    const first = await a.takeNumbers(new Map(counts.map(({ video, count }) => [video, count])))
    await sql`insert into annotations (id, number, video_id, persona_id, created_by_user_id, type, label, link_type, frames,
        confidence, source, ${columns}, sequence_problems, review_state, reviewed_by, reviewed_at, review_note,
        created_at, updated_at)
      select ${id}, numbers.first - 1 + row_number() over (partition by l.video_id order by l.created_at, l.line), l.video_id, t.final_id,
        ${a.userId}, l.type, ${finalLabel}, l.link_type, b.body,
        l.confidence, l.source, ${values}, l.problems, ${sql.join(Object.values(review))},
        ${createdAt}, ${updatedAt}
      from ${lines}
        join unnest(${[...first.keys()]}::text[], ${[...first.values()]}::int[]) numbers(video_id, first)
          on numbers.video_id = l.video_id
      where l.act = 'insert' and ${part(a)}`.execute(a.db)
  }
  const sequence = sql`frames = b.body, sequence_problems = l.problems, version = x.version + 1, ${updated}`
  if (acts.has('replace'))
    await sql`update annotations x set ${sequence},
        video_id = l.video_id, persona_id = t.final_id, type = l.type, label = ${finalLabel}, link_type = l.link_type,
        confidence = l.confidence, source = l.source,
        created_at = coalesce(l.created_at, x.created_at), updated_at = coalesce(l.updated_at, ${a.now})
      from ${lines}
      where x.id = l.uid and l.act = 'replace' and ${part(a)}`.execute(a.db)
  // The replacement changed the content, so PostgreSQL has opened the review again (migration 0340).
  if (acts.has('replace'))
    await sql`update annotations x
      set (review_state, reviewed_by, reviewed_at, review_note) = row(${sql.join(Object.values(review))})
      from ${live('annotation')} l
      where x.id = l.uid and l.act = 'replace' and l.review is not null and ${part(a)}`.execute(a.db)
  // Several lines may have been united with the same stored annotation; the last of them contains the whole result.
  if (acts.has('frames'))
    await sql`update annotations x set ${sequence}, updated_at = ${a.now}
      from ${lines}
      where x.id = l.existing_id::uuid and l.act = 'frames' and ${part(a)}
        and not exists (
          select from import_lines y
          where y.kind = 'annotation' and y.act = 'frames' and y.state = 'import'
            and y.existing_id = l.existing_id and y.line > l.line
        )`.execute(a.db)
}

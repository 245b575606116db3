import { sql } from 'kysely'
import type { ReviewColumn } from '../../../access/review.shape.js'
import { claimRecord, claimRelationRecord } from '../../../claims/claim.shape.js'
import { summaryRecord } from '../../../summaries/summary.shape.js'
import type { Database } from '../../../database/driver/client.js'
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

/** The acts that may bring a track to a video in which it has no number yet. */
const numberedActs = sql`act in ('insert', 'replace')`

/**
 * Returns the highest number that the file has for the tracks of each video. Of several lines with the same number in
 * one video, the first keeps it.
 */
export async function selectHighestNumbers(db: Database): Promise<Map<string, number>> {
  const asked = sql`kind = 'annotation' and state = 'import' and ${numberedActs} and number is not null`
  await sql`update import_lines l set number = null
      from (select line, row_number() over (partition by video_id, number order by line) as place
              from import_lines where ${asked}) p
     where p.line = l.line and p.place > 1`.execute(db)
  const { rows } = await sql<{ video: string; highest: number }>`
    select video_id as video, max(number) as highest from import_lines where ${asked} group by video_id`.execute(db)
  return new Map(rows.map(({ video, highest }) => [video, highest]))
}

/**
 * Takes numbers for these lines (alias l) and returns the expression of a line's number, with the joins that it needs:
 * its own where it is above those that the video had before the import, else the next one.
 */
async function numbersOf(a: Applying, from: Fragment, where: Fragment): Promise<{ joins: Fragment; number: Fragment }> {
  const before = sql`left join unnest(${[...a.numbered.keys()]}::text[], ${[...a.numbered.values()]}::int[])
    before(video_id, last) on before.video_id = l.video_id`
  const isKept = sql`coalesce(l.number > before.last, false)`
  const { rows } = await sql<{ video: string; count: number }>`
    select l.video_id as video, count(*) filter (where not ${isKept})::int as count
      from ${from} ${before} where ${where} group by l.video_id`.execute(a.db)
  // The counters are raised outside of the transaction, which would keep others from adding tracks until it ends.
  const first = await a.takeNumbers(new Map(rows.map(({ video, count }) => [video, count])))
  const joins = sql`${before} join unnest(${[...first.keys()]}::text[], ${[...first.values()]}::int[])
    numbers(video_id, first) on numbers.video_id = l.video_id`
  const next = sql`row_number() over (partition by l.video_id, ${isKept} order by l.created_at, l.line)`
  return { joins, number: sql`case when ${isKept} then l.number else numbers.first - 1 + ${next} end` }
}

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
    const those = sql`l.act = 'insert' and ${part(a)}`
    const { joins, number } = await numbersOf(a, sql`${live('annotation')} l`, those)
    await sql`insert into annotations (id, number, video_id, persona_id, created_by_user_id, type, label, link_type, frames,
        confidence, source, ${columns}, sequence_problems, review_state, reviewed_by, reviewed_at, review_note,
        created_at, updated_at)
      select ${id}, ${number}, l.video_id, t.final_id, ${a.userId}, l.type, ${finalLabel}, l.link_type, b.body,
        l.confidence, l.source, ${values}, l.problems, ${sql.join(Object.values(review))},
        ${createdAt}, ${updatedAt}
      from ${lines} ${joins}
      where ${those}`.execute(a.db)
  }
  const sequence = sql`frames = b.body, sequence_problems = l.problems, version = x.version + 1, ${updated}`
  if (acts.has('replace')) {
    // A track that comes to another video gets a number of that video.
    const moved = sql`${live('annotation')} l join annotations o on o.id = l.uid and o.video_id <> l.video_id`
    const those = sql`l.act = 'replace' and ${part(a)}`
    const { joins, number } = await numbersOf(a, moved, those)
    await sql`update annotations x set ${sequence}, number = coalesce(m.number, x.number),
        video_id = l.video_id, persona_id = t.final_id, type = l.type, label = ${finalLabel}, link_type = l.link_type,
        confidence = l.confidence, source = l.source,
        created_at = coalesce(l.created_at, x.created_at), updated_at = coalesce(l.updated_at, ${a.now})
      from ${lines} left join (select l.line, ${number} as number from ${moved} ${joins} where ${those}) m on m.line = l.line
      where x.id = l.uid and ${those}`.execute(a.db)
  }
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

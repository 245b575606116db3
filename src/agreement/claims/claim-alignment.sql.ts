import { sql } from 'kysely'
import type { Abilities } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import type { ReviewState } from '../../access/review.shape.js'
import { readableInSummary } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import type { GlossItem } from '../../documents/gloss.js'

/** What is compared of a claim. */
export interface ComparedRow {
  id: string
  personaId: string
  summaryId: string
  text: string
  /** Its rich text where that has references, else null. */
  gloss: GlossItem[] | null
  createdBy: string | null
  projectId: string | null
  confidence: number | null
  version: number
  /** Seconds since 1970, with the microseconds that a Date would lose. */
  createdAt: number
  /** For each piece of its evidence the start and the end in seconds, and the numbers of its frames; null for none. */
  evidence: [start: number | null, end: number | null, frames: number[] | null][] | null
}

/** Whose claims are compared. */
export interface ComparedClaims {
  videoId: string
  personaIds: readonly string[]
  reviewStates: readonly ReviewState[]
}

/** Reads a page of the claims of the personas' summaries of a video that the actor may read, by their ids. */
export async function selectComparedClaims(
  db: Database,
  abilities: Abilities,
  { videoId, personaIds, reviewStates }: ComparedClaims,
  after: string | null,
  limit: number,
): Promise<ComparedRow[]> {
  const list = (document: string) => sql`json_array_elements(
    case json_typeof(${sql.raw(document)}) when 'array' then ${sql.raw(document)} else '[]' end)`
  const { rows } = await sql<ComparedRow>`
    select c.id, s.persona_id, c.summary_id, c.text, c.created_by, c.project_id, c.confidence, c.version,
           case when exists (select from ${list('c.gloss')} g where g ->> 'type' <> 'text') then c.gloss end as gloss,
           extract(epoch from c.created_at)::float8 as created_at,
           (select json_agg(json_build_array(e -> 'startTime', e -> 'endTime',
                     (select json_agg(f -> 'frameNumber') from ${list("e -> 'frames'")} f)))
              from ${list('c.evidence')} e) as evidence
      from claims c join video_summaries s on s.id = c.summary_id
     where s.video_id = ${videoId} and s.persona_id = any(${personaIds}::uuid[])
       and c.review_state = any(${reviewStates}::review_state[])
       and ${after === null ? sql`true` : sql`c.id > ${after}`}
       and ${among(readableInSummary(abilities))}
     order by c.id limit ${limit}`.execute(db)
  return rows
}

export interface RelationBetween {
  sourceClaimId: string
  targetClaimId: string
  relationTypeId: string
}

/** Reads the relations between claims that the actor may read, all of which the caller names. */
export async function selectRelationsBetween(db: Database, claimIds: readonly string[]): Promise<RelationBetween[]> {
  const { rows } = await sql<RelationBetween>`
    select r.source_claim_id, r.target_claim_id, r.relation_type_id
      from claim_relations r
     where r.source_claim_id = any(${claimIds}::uuid[]) and r.target_claim_id = any(${claimIds}::uuid[])
     order by r.created_at, r.id`.execute(db)
  return rows
}

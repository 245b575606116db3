import { sql } from 'kysely'
import type { ReviewState } from '../access/review.shape.js'
import { sequenceText } from '../annotations/sequences/sequence-text.js'
import type { Database } from '../database/driver/client.js'
import { mostAnnotations } from './agreement.shape.js'
import type { Condition } from '../database/rows/conditions.js'

/** An annotation that is compared, without its boxes. */
export interface ComparedAnnotation {
  id: string
  personaId: string
  type: string
  isObject: boolean
  linkType: string | null
  label: string
  createdByUserId: string
  projectId: string | null
  framesSize: number
  version: number
}

interface Place {
  videoId: string
  personaIds: readonly string[]
  /** A condition on the alias a (annotations): the actor may read it. */
  readable: Condition
}

/** Reads the annotations of personas on a video in these review states, from the oldest: one more than may be. */
export async function selectCompared(
  db: Database,
  { videoId, personaIds, readable }: Place,
  states: readonly ReviewState[],
): Promise<ComparedAnnotation[]> {
  const { rows } = await sql<ComparedAnnotation>`
    select a.id, a.persona_id as "personaId", a.type, a.is_object as "isObject", a.link_type as "linkType", a.label,
           a.created_by_user_id as "createdByUserId", a.project_id as "projectId", a.frames_size as "framesSize",
           a.version
      from annotations a
     where a.video_id = ${videoId} and a.persona_id = any(${personaIds}::uuid[])
       and a.review_state = any(${states}::review_state[]) and ${readable}
     order by a.created_at, a.id limit ${mostAnnotations + 1}`.execute(db)
  return rows
}

/** Counts the annotations of personas on a video that are in none of these review states. */
export async function countOtherStates(
  db: Database,
  { videoId, personaIds, readable }: Place,
  states: readonly ReviewState[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from annotations a
     where a.video_id = ${videoId} and a.persona_id = any(${personaIds}::uuid[])
       and a.review_state <> all(${states}::review_state[]) and ${readable}`.execute(db)
  return rows[0]!.count
}

/** Reads the sequences of annotations as JSON text, without checking access. */
export async function selectSequenceTexts(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select a.id, ${sequenceText} as text from annotations a where a.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

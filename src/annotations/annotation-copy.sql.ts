import { sql } from 'kysely'
import type { Database } from '../database/client.js'

export async function copyAnnotationRow(
  db: Database,
  sourceId: string,
  copy: { id: string; userId: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into annotations (id, video_id, persona_id, created_by_user_id, type, label, link_type, frames, confidence, source, has_boxes, box_count,
      keyframe_count, interpolated_count, first_frame, last_frame, frames_size, sequence_problems, created_at, updated_at)
    select ${copy.id}::uuid, a.video_id, a.persona_id, ${copy.userId}::uuid, a.type, a.label, a.link_type, a.frames, a.confidence, a.source,
      a.has_boxes, a.box_count, a.keyframe_count, a.interpolated_count, a.first_frame, a.last_frame, a.frames_size, a.sequence_problems,
      ${copy.at}::timestamptz, ${copy.at}::timestamptz
      from annotations a where a.id = ${sourceId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

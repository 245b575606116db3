import { sql } from 'kysely'
import type { Database } from '../database/client.js'

interface SummaryCopy {
  id: string
  userId: string
  /** The text with its references rewritten; null where it stays as it is. */
  summary: string | null
  persona: { id: string; projectId: string | null }
  at: Date
}

export async function copySummaryRow(
  db: Database,
  sourceId: string,
  { id, userId, summary, persona, at }: SummaryCopy,
): Promise<void> {
  await sql`insert into video_summaries (id, video_id, persona_id, summary, visual_analysis, audio_transcript, key_frames, confidence,
      transcript_json, audio_language, speaker_count, audio_model_used, visual_model_used, fusion_strategy, processing_time_audio,
      processing_time_visual, processing_time_fusion, processed_at_audio, processed_at_visual, processed_at_fusion, comment, created_by,
      project_id, created_at, updated_at)
    select ${id}::uuid, s.video_id, ${persona.id}::uuid, coalesce(${summary}::json, s.summary), s.visual_analysis,
      s.audio_transcript, s.key_frames, s.confidence, s.transcript_json, s.audio_language, s.speaker_count, s.audio_model_used,
      s.visual_model_used, s.fusion_strategy, s.processing_time_audio, s.processing_time_visual, s.processing_time_fusion,
      s.processed_at_audio, s.processed_at_visual, s.processed_at_fusion, s.comment, ${userId}::uuid, ${persona.projectId}::uuid,
      ${at}::timestamptz, ${at}::timestamptz
      from video_summaries s where s.id = ${sourceId}`.execute(db)
}

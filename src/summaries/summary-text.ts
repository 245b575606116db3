import { document, number, plain, text, timestamp } from '../database/print.js'

/** The fields of a summary that its row holds, over the alias s, up to what is derived from its claims. */
export const summaryFields = {
  id: plain('s.id'),
  videoId: text('s.video_id'),
  personaId: plain('s.persona_id'),
  summary: document('s.summary'),
  visualAnalysis: text('s.visual_analysis'),
  audioTranscript: text('s.audio_transcript'),
  keyFrames: document('s.key_frames'),
  confidence: number('s.confidence'),
  transcriptJson: document('s.transcript_json'),
  audioLanguage: text('s.audio_language'),
  speakerCount: number('s.speaker_count'),
  audioModelUsed: text('s.audio_model_used'),
  visualModelUsed: text('s.visual_model_used'),
  fusionStrategy: text('s.fusion_strategy'),
  processingTimeAudio: number('s.processing_time_audio'),
  processingTimeVisual: number('s.processing_time_visual'),
  processingTimeFusion: number('s.processing_time_fusion'),
  processedAtAudio: timestamp('s.processed_at_audio'),
  processedAtVisual: timestamp('s.processed_at_visual'),
  processedAtFusion: timestamp('s.processed_at_fusion'),
}

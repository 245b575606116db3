import type { Context } from '../context.js'
import type { ModelAnswer } from './model-route.js'
import { callWithKey } from '../accounts/provider-call.js'
import { isObject } from '../lib/json-walk.js'
import type { LabelTypes } from '../personas/label-types.service.js'
import { clockMember } from '../videos/files/frame.service.js'
import { vocabularyMember } from '../videos/vocabulary.service.js'
import { modelVideoOf } from './video-path.js'

/** The answer of the model service when it summarises a video (MS-03). */
export type SummaryAnswer = ModelAnswer<'summarize'>

/** The parameters of a requested summary (SU-03, SU-04). */
export interface SummaryWish {
  videoId: string
  frameSampleRate: number
  maxFrames: number
  enableAudio: boolean
  audioLanguage: string | null
  enableSpeakerDiarization: boolean
  fusionStrategy: string
  audioOverrides?: Record<string, unknown>
  generationOverrides?: Record<string, unknown>
}

interface PersonaPrompt {
  id: string
  role: string
  informationNeed: string
  isSystemGenerated: boolean
  /** Names of the types of its ontology. */
  types: readonly string[]
  /** Finds the types for labels. */
  labelTypes: LabelTypes
}

/**
 * Lets the model service summarise a video for a persona (MS-03). The system persona has no prompt of its own, so no
 * role and no information need are sent for it (SU-14).
 */
export async function summarize(
  ctx: Context,
  payload: SummaryWish,
  persona: PersonaPrompt,
  signal: AbortSignal,
): Promise<SummaryAnswer> {
  const body = {
    video_id: payload.videoId,
    persona_id: persona.id,
    ...(await modelVideoOf(ctx, payload.videoId)),
    ...(await clockMember(ctx, payload.videoId)),
    persona_role: persona.isSystemGenerated ? null : persona.role,
    information_need: persona.isSystemGenerated ? null : persona.informationNeed,
    ...(persona.types.length > 0 && { persona_types: [...persona.types] }),
    ...persona.labelTypes.member,
    frame_sample_rate: payload.frameSampleRate,
    max_frames: payload.maxFrames,
    enable_audio: payload.enableAudio,
    audio_language: payload.audioLanguage,
    enable_speaker_diarization: payload.enableSpeakerDiarization,
    fusion_strategy: payload.fusionStrategy,
    ...(await vocabularyMember(ctx)),
    ...(payload.generationOverrides && { generation_overrides: payload.generationOverrides }),
    ...(payload.audioOverrides && { audio_overrides: payload.audioOverrides }),
  }
  return callWithKey(ctx, 'video_summarization', (headers) =>
    ctx.modelService.ask('summarize', body, { signal, headers }),
  )
}

/**
 * Returns the answer as columns of the same names (MS-05). For each part (audio, visual, fusion) that reports a
 * processing time, the time of processing is the time of completion (SU-07).
 */
export function summaryColumns(answer: SummaryAnswer, labelTypes: LabelTypes, completedAt: string) {
  const typeOf = typed(labelTypes.typesFrom(answer.type_labels))
  const when = (time: number | null | undefined) => (time === null || time === undefined ? null : completedAt)
  return {
    summary: answer.summary,
    visualAnalysis: answer.visual_analysis ?? null,
    audioTranscript: answer.audio_transcript ?? null,
    keyFrames: answer.key_frames?.map((frame) => withTypes(frame, typeOf)) ?? null,
    evidence: answer.evidence?.map((one) => evidenceOf(one, typeOf)) ?? null,
    confidence: answer.confidence ?? null,
    transcriptJson: answer.transcript_json ?? null,
    audioLanguage: answer.audio_language ?? null,
    speakerCount: answer.speaker_count ?? null,
    audioModelUsed: answer.audio_model_used ?? null,
    visualModelUsed: answer.visual_model_used ?? null,
    fusionStrategy: answer.fusion_strategy ?? null,
    processingTimeAudio: answer.processing_time_audio ?? null,
    processingTimeVisual: answer.processing_time_visual ?? null,
    processingTimeFusion: answer.processing_time_fusion ?? null,
    processedAtAudio: when(answer.processing_time_audio),
    processedAtVisual: when(answer.processing_time_visual),
    processedAtFusion: when(answer.processing_time_fusion),
  }
}

type TypeOf = (label: string) => { typeId?: string; typeName?: string }

/** Returns the function that returns the type of a label in the form of boxes; an empty object if no type fits. */
const typed =
  (find: ReturnType<LabelTypes['typesFrom']>): TypeOf =>
  (label) => {
    const { typeId, typeName } = find(label)
    return typeId === null || typeName === null ? {} : { typeId, typeName }
  }

/** Returns a key frame whose objects name their types; its other members stay as they are. */
function withTypes(frame: Record<string, unknown>, typeOf: TypeOf): Record<string, unknown> {
  const { objects } = frame
  if (!Array.isArray(objects)) return frame
  const named = (one: unknown) =>
    isObject(one) && typeof one['label'] === 'string' ? { ...one, ...typeOf(one['label']) } : one
  return { ...frame, objects: objects.map(named) }
}

/** Returns one piece of evidence, with the field names of the API. */
function evidenceOf(item: NonNullable<SummaryAnswer['evidence']>[number], typeOf: TypeOf) {
  const { text, source, confidence, start, end, frames } = item
  return {
    text,
    source,
    confidence: confidence ?? null,
    startTime: start ?? null,
    endTime: end ?? null,
    frames: frames.map(({ frame_number: frameNumber, timestamp, boxes }) => ({
      frameNumber,
      timestamp,
      boxes: boxes.map(({ label, bounding_box: place, confidence: sureness }) => ({
        label,
        ...place,
        confidence: sureness,
        // Text that was read in the picture is not a name of an object.
        ...(source !== 'read' && typeOf(label)),
      })),
    })),
  }
}

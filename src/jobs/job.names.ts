import type { QueueName } from '../queue/queue.js'

/** SU-03, SU-04: how a summary is made. Keys of providers never enter a payload (AK-08). */
export interface SummarizationPayload {
  videoId: string
  personaId: string
  frameSampleRate: number
  maxFrames: number
  enableAudio: boolean
  audioLanguage: string | null
  enableSpeakerDiarization: boolean
  fusionStrategy: string
  audioOverrides?: Record<string, unknown>
  generationOverrides?: Record<string, unknown>
}

/** C-14, C-15. */
export interface ExtractionPayload {
  summaryId: string
  summaryType: string
  strategy: string
  maxClaims: number
  minConfidence: number
  maxSubclaimDepth: number
  includeSummaryText: boolean
  includeAnnotations: boolean
  includeOntology: boolean
  ontologyDepth: string
  deduplicateClaims: boolean
  mergeSimilarClaims?: boolean
  modelId?: string
}

/** C-20. */
export interface SynthesisPayload {
  summaryId: string
  synthesisStrategy: string
  maxLength: number
  includeConflicts: boolean
  includeCitations: boolean
}

/** Producer and handler of a queue are typed by this one map. */
export interface JobPayloads {
  'video-summarization': SummarizationPayload
  'claim-extraction': ExtractionPayload
  'claim-synthesis': SynthesisPayload
}

export type JobQueue = QueueName & keyof JobPayloads
export const jobStatuses = ['queued', 'active', 'completed', 'failed', 'delayed'] as const
export type JobStatus = (typeof jobStatuses)[number]

import { Type, type Static, type TSchema } from '@sinclair/typebox'
import type { Config } from '../config.js'
import * as media from './media.shape.js'
import * as about from './model.shape.js'
import * as texts from './text.shape.js'

type Ceiling = keyof Config['modelService']['timeoutsMs']

export interface ModelRoute {
  method: 'GET' | 'POST'
  path: string
  /** The time limit of a call: the name of the configured ceiling (MS-17), or milliseconds (M-06). */
  timeout: Ceiling | number
  /** Returns the milliseconds that a request may take beyond the time limit. */
  more?: (request: never) => number
  request: TSchema
  answer: TSchema
  /** The largest answer that is read, in bytes; `usualAnswer` by default. */
  limit?: number
}

const megabytes = 1024 * 1024
/**
 * The limit of an answer that is stored, or sent on to a waiting client. Five megabytes of it are a transcript of many
 * hours.
 */
export const usualAnswer = 8 * megabytes

const nothing = Type.Object({})
const get = <S extends TSchema>(path: string, answer: S) =>
  ({ method: 'GET', path, timeout: 10_000, request: nothing, answer }) as const
const post = <Q extends TSchema, S extends TSchema>(path: string, timeout: Ceiling | number, request: Q, answer: S) =>
  ({ method: 'POST', path, timeout, request, answer }) as const

/** Every route of the model service that this server calls, with the schemas of requests and answers. */
export const modelRoutes = {
  /**
   * The time limit is for sixty frames. Each further frame takes a quarter of a second on one core, and cores may be
   * busy, so it adds half a second.
   */
  detect: {
    ...post('/api/detection/detect', 'detection', media.detectionRequest, media.detectionAnswer),
    limit: 64 * megabytes,
    more: ({ frame_numbers: frames }: Static<typeof media.detectionRequest>) => 500 * Math.max(0, frames.length - 60),
  },
  follow: {
    ...post('/api/tracking/follow', 'tracking', media.followRequest, media.followAnswer),
    limit: 32 * megabytes,
  },
  /** Reads a whole file, which may be many gigabytes. */
  // The whole file is decoded: an hour of 1080p takes about five minutes on two cores.
  examineVideo: {
    ...post('/api/videos/examine', 6 * 3_600_000, media.examineRequest, media.examineAnswer),
    limit: 65 * megabytes,
  },
  summarize: post('/api/summarize', 'summarize', media.summarizeRequest, media.summarizeAnswer),
  augmentOntology: post('/api/ontology/augment', 'ontologyAugment', texts.augmentRequest, texts.augmentAnswer),
  extractClaims: post('/api/extract-claims', 'extractClaims', texts.extractionRequest, texts.extractionAnswer),
  synthesizeSummary: post('/api/synthesize-summary', 'synthesize', texts.synthesisRequest, texts.synthesisAnswer),
  rankTexts: post('/api/sentences/rank', 30_000, texts.rankRequest, texts.rankAnswer),
  equalTexts: post('/api/sentences/equal', 60_000, texts.equalRequest, texts.equalAnswer),
  /** Encoding a text takes 4 ms on an idle core, so each adds 20 ms; 5,000 texts have an answer of up to 8 MB. */
  alikeTexts: {
    ...post('/api/sentences/alike', 60_000, texts.alikeRequest, texts.alikeAnswer),
    limit: 64 * megabytes,
    more: ({ first, second }: Static<typeof texts.alikeRequest>) => 20 * (first.texts.length + second.texts.length),
  },
  generateThumbnail: post('/api/thumbnails/generate', 'thumbnails', media.thumbnailRequest, media.thumbnailAnswer),
  transcribe: {
    ...post('/api/transcribe', 'transcribe', media.transcribeRequest, media.transcribeAnswer),
    limit: 32 * megabytes,
  },
  diarize: post('/api/diarize', 'transcribe', media.diarizeRequest, media.diarizeAnswer),
  config: get('/api/models/config', about.configAnswer),
  status: get('/api/models/status', about.statusAnswer),
  defaults: get('/api/models/defaults', about.settingsAnswer),
  frameworks: get('/api/models/frameworks', about.settingsAnswer),
  validate: post('/api/models/validate', 10_000, nothing, about.validateAnswer),
  /** The model is named in the query string; loading it may take longer than answering. */
  select: post('/api/models/select', 30_000, nothing, about.selectAnswer),
  health: get('/health', about.healthAnswer),
} satisfies Record<string, ModelRoute>

export type ModelRouteName = keyof typeof modelRoutes
export type ModelRequest<N extends ModelRouteName> = Static<(typeof modelRoutes)[N]['request']>
export type ModelAnswer<N extends ModelRouteName> = Static<(typeof modelRoutes)[N]['answer']>

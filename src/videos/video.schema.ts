import { Type, type Static } from '@sinclair/typebox'
import { choice, optional, uuid } from '../lib/schema.js'

/** A video id is opaque text (V-01): an unknown one is 404, never 400. */
export const videoParams = Type.Object({ videoId: Type.String() })

/**
 * `summarizedBy` is the id of a persona; with `hasSummary: false` it lists the videos that have no summary for that
 * persona.
 */
export const listVideosQuery = Type.Object({
  projectId: Type.Optional(uuid),
  summarizedBy: Type.Optional(uuid),
  hasSummary: Type.Optional(Type.Boolean()),
})

/** For how many seconds a signed address of a video is valid (V-08). */
export const urlQuery = Type.Object({ expiresIn: Type.Integer({ minimum: 60, maximum: 604_800, default: 3600 }) })

const thumbnailSizes = ['small', 'medium', 'large'] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** A thumbnail in one of three sizes, of the moment `timestamp` seconds into the video (V-12). */
export const thumbnailQuery = Type.Object({
  size: Type.Unsafe<ThumbnailSize>({ ...choice(thumbnailSizes), default: 'medium' }),
  timestamp: Type.Number({ minimum: 0, default: 1 }),
  /** Draw the boxes of what a detector recognises. */
  boxes: Type.Optional(Type.Boolean()),
})

/** A frame by its number, or the one that is shown at a time in seconds. */
export const frameQuery = Type.Object({
  frame: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  time: Type.Optional(Type.Number({ minimum: 0 })),
})

/** The most frame times in one answer. */
export const mostTimes = 10_000

export const frameTimesQuery = Type.Object({
  from: Type.Integer({ minimum: 0 }),
  count: Type.Integer({ minimum: 1, maximum: mostTimes }),
})

const speakers = optional(Type.Integer())

/** V-21: the limits of the numbers matter only when speakers are asked for, so the service checks them. */
export const transcribeSchema = Type.Object({
  language: optional(Type.String({ minLength: 1, maxLength: 35 })),
  enableDiarization: Type.Optional(Type.Boolean()),
  numSpeakers: speakers,
  minSpeakers: speakers,
  maxSpeakers: speakers,
})
export type TranscribeInput = Static<typeof transcribeSchema>

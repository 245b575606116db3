import { Type, type Static } from '@sinclair/typebox'
import { mostOfText, nameText, optional, ratio, noteText, shortText } from '../lib/schema.js'

const seconds = Type.Number({ minimum: 0 })

/** A box on a frame, in fractions (0 to 1) of the picture; the label is a class or the text that was read. */
const box = Type.Object({
  label: noteText,
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
  confidence: optional(ratio),
  /** The type of the persona that the label stood for when the summary was made. */
  typeId: optional(shortText),
  typeName: optional(shortText),
})
const frame = Type.Object({
  frameNumber: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  timestamp: optional(seconds),
  boxes: Type.Optional(Type.Array(box)),
})

/** The evidence for a statement about a video. */
export const evidenceShape = Type.Object({
  /** The sentence of the summary that rests on it. */
  text: Type.String({ minLength: 1, maxLength: mostOfText }),
  source: nameText,
  confidence: optional(ratio),
  startTime: optional(seconds),
  endTime: optional(seconds),
  frames: Type.Optional(Type.Array(frame)),
})
export type Evidence = Static<typeof evidenceShape>

import { Type, type Static } from '@sinclair/typebox'
import { says, typed } from '../lib/described.js'
import { mostOfText, nameText, optional, ratio, noteText, shortText } from '../lib/schema.js'

const seconds = Type.Number({ minimum: 0 })
const confidence = optional(says('Confidence, 0 to 1; null when unknown.', ratio))

const box = typed(
  'EvidenceBox',
  'A box that is evidence, in a frame; x, y, width and height are fractions of the picture, 0 to 1.',
  Type.Object({
    label: says('Class of the detected object, or the text that was read in the box.', noteText),
    x: says('Left edge, as a fraction of the picture width.', Type.Number()),
    y: says('Top edge, as a fraction of the picture height.', Type.Number()),
    width: says('Width, as a fraction of the picture width.', Type.Number()),
    height: says('Height, as a fraction of the picture height.', Type.Number()),
    confidence,
    typeId: optional(
      says(
        'The `key` of the type of the persona that the label stood for when the summary was made; null when there was ' +
          'none.',
        shortText,
      ),
    ),
    typeName: optional(says('Name that the type `typeId` had then.', shortText)),
  }),
)

const frame = typed(
  'EvidenceFrame',
  'A frame of the video that is evidence for a statement.',
  Type.Object({
    frameNumber: says('Number of the frame, counted from 0.', Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
    timestamp: optional(says('Seconds from the start of the video; null when unknown.', seconds)),
    boxes: Type.Optional(
      says('Where in the frame the evidence is; null or empty when it is the whole frame.', Type.Array(box)),
    ),
  }),
)

/** The evidence for a statement about a video. */
export const evidence = typed(
  'Evidence',
  'Evidence for a sentence of a summary or for a claim: where in the video it was found.',
  Type.Object({
    text: says(
      'The sentence of the summary that the evidence supports.',
      Type.String({ minLength: 1, maxLength: mostOfText }),
    ),
    source: says(
      'Kind of evidence: `measured` signals, objects `seen`, text `read` or speech `heard`; a `note` is a sentence in ' +
        'which the model speaks of itself, of which no claim is made.',
      nameText,
    ),
    confidence,
    startTime: optional(says('Start, in seconds of the video; null when the evidence is the whole video.', seconds)),
    endTime: optional(says('End, in seconds of the video; null when the evidence is the whole video.', seconds)),
    frames: Type.Optional(says('Frames that show it; the built-in model service gives at most 12.', Type.Array(frame))),
  }),
)
export type Evidence = Static<typeof evidence>

import { Type } from '@sinclair/typebox'
import { anyId, says } from '../lib/described.js'
import { nullable, uuid } from '../lib/schema.js'

// The lines of the export of units: the first describes the file, each of the others is a unit.

const text = Type.String()
const whole = Type.Integer()

export const unitsHead = Type.Object(
  {
    annotators: says(
      'The personas, by their IDs.',
      Type.Record(
        text,
        Type.Object({ name: says('Name of the persona.', text), role: says('Role of the persona.', text) }),
      ),
    ),
    values: says(
      'The values of the labels in this file, by their keys. Each label of a unit is one of the keys.',
      Type.Record(
        text,
        Type.Object({
          kind: says(
            'What the labels are: `type` for types, `object` for objects of worlds.',
            Type.Union([Type.Literal('type'), Type.Literal('object')]),
          ),
          name: says('Name of the type, of the first persona that has it, or of the object.', text),
          types: says(
            'IDs of the types that are the same, or of the object, by the ID of the persona.',
            Type.Record(text, Type.Array(anyId(text))),
          ),
        }),
      ),
    ),
    minIou: says('The tube IoU from which two tracks can be matched.', Type.Number()),
    frames: says(
      'The frames that were compared.',
      Type.Object({
        from: says('First frame, counted from 0.', whole),
        to: says('Last frame; null if the file has not been read and there is no box.', nullable(whole)),
        step: says('Only frames that it divides are compared.', whole),
        count: says('Number of compared frames.', whole),
      }),
    ),
  },
  { title: 'units head', description: 'The first line: the personas, and what labels can say.' },
)

export const unitLine = Type.Object(
  {
    unit: says('ID of its oldest annotation.', uuid),
    videoId: says('ID of the video.', anyId(text)),
    frames: says(
      'The first and the last compared frame on which one of its tracks is visible.',
      Type.Array(whole, { minItems: 2, maxItems: 2 }),
    ),
    labels: says(
      'What each persona says, by its ID; null for a persona without a track in the unit.',
      Type.Record(text, nullable(text)),
    ),
    soft: says('The share of each value among the labels that are not null.', Type.Record(text, Type.Number())),
  },
  { title: 'unit', description: 'A group of tracks of at least two personas that show the same.' },
)

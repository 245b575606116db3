import { Type, type Static } from '@sinclair/typebox'
import { anyId, onlyRest, says, typed } from '../../lib/described.js'
import { nameText, nullable, optional, ratio, uuid } from '../../lib/schema.js'
import { ontologyTypeKind } from '../../personas/persona.shape.js'

const frame = Type.Integer({ minimum: 0, maximum: 1e9 })

/** The parts of the persona's vocabulary that go into the query (V-17); by default only the entity types. */
const queryFlags = {
  EntityTypes: 'the names of entity types',
  EntityGlosses: 'the meanings of entity types',
  EventTypes: 'the names of event types',
  EventGlosses: 'the meanings of event types',
  RoleTypes: 'the names of role types',
  RoleGlosses: 'the meanings of role types',
  RelationTypes: 'the names of relation types',
  RelationGlosses: 'the meanings of relation types',
  EntityInstances: 'the names of entities of the world',
  EntityInstanceGlosses: 'the descriptions of entities',
  EventInstances: 'the names of events of the world',
  EventInstanceGlosses: 'the descriptions of events',
  LocationInstances: 'the names of locations of the world',
  LocationInstanceGlosses: 'the descriptions of locations',
  TimeInstances: 'the names of times of the world',
  TimeInstanceGlosses: 'the descriptions of times',
}
export type QueryFlag = `include${keyof typeof queryFlags}`
export type QueryOptions = Partial<Record<QueryFlag, boolean>>

const flags = Object.fromEntries(
  Object.entries(queryFlags).map(([name, what]) => [
    `include${name}`,
    { type: 'boolean', description: `Whether ${what} are part of the query.` },
  ]),
)
const queryOptions = Type.Unsafe<QueryOptions>({ type: 'object', properties: flags })

/** The target of a detection, by persona or query, in one frame or a list of frames (V-16). */
export const detectSchema = Type.Object({
  personaId: optional(
    says(
      'ID of the persona from whose types and world objects the query is built unless ' +
        '`manualQuery` is given; NOT_FOUND if the viewer may not read it.',
      uuid,
    ),
  ),
  manualQuery: optional(
    says(
      'The query in words, at most 10,000 characters; required without `personaId`.',
      Type.String({ maxLength: 10_000 }),
    ),
  ),
  queryOptions: Type.Optional(
    nullable(
      says(
        "Which parts of the persona's vocabulary the query names, each true or false: " +
          'include{Entity,Event,Role,Relation}Types, include{Entity,Event,Location,Time}Instances, and ' +
          'include...Glosses (includeEntityGlosses, includeEntityInstanceGlosses) for their descriptions. Only ' +
          'includeEntityTypes is true by default.',
        queryOptions,
      ),
    ),
  ),
  frame: optional(
    says('Number of a single frame to search, counted from 0; not used if `frameNumbers` is given.', frame),
  ),
  frameNumbers: optional(
    says(
      'Numbers of the frames to search, at most 500, counted from 0. The ' +
        'first, middle and last frame if no frame is given.',
      Type.Array(frame, { maxItems: 500 }),
    ),
  ),
  confidenceThreshold: Type.Optional(
    says('Lowest confidence of the detections to return, 0 to 1; 0.3 by default.', ratio),
  ),
  enableTracking: Type.Optional(
    says('Whether to recognise the same object across frames (`trackId`); false by default.', Type.Boolean()),
  ),
})
export type DetectInput = Static<typeof detectSchema>

/** The target of a detection in a whole video, and the type for each class that is detected. */
export const detectAllSchema = Type.Object({
  personaId: says(
    'ID of the persona whose types the detected objects get; NOT_FOUND if the viewer may not use it.',
    uuid,
  ),
  manualQuery: optional(
    says(
      "The query in words, at most 10,000 characters; if absent, it is built from the names of the persona's entity types.",
      Type.String({ maxLength: 10_000 }),
    ),
  ),
  framesPerSecond: Type.Optional(
    says(
      'How many frames of each second are searched, 0.1 to 5; 1 by default. Objects are interpolated in between.',
      Type.Number({ minimum: 0.1, maximum: 5 }),
    ),
  ),
  confidenceThreshold: Type.Optional(
    says('Lowest confidence of the detections to keep, 0 to 1; 0.3 by default.', ratio),
  ),
  types: Type.Optional(
    nullable(
      says(
        'Types for classes of the detector, at most 100. Other classes get the type of the persona that they stand for; ' +
          'what stands for none is not kept.',
        Type.Array(
          typed(
            'ClassType',
            'The type that a class of the detector becomes.',
            Type.Object({
              label: says('Name of the class.', nameText),
              typeId: says('The `key` of the type; must be a type of the persona.', nameText),
            }),
            'ClassTypeInput',
          ),
          { maxItems: 100 },
        ),
      ),
    ),
  ),
})
export type DetectAllInput = Static<typeof detectAllSchema>

const bounds = {
  x: says("Left edge, as a fraction of the picture's width.", Type.Number()),
  y: says("Upper edge, as a fraction of the picture's height.", Type.Number()),
  width: says("Width, as a fraction of the picture's width.", Type.Number()),
  height: says("Height, as a fraction of the picture's height.", Type.Number()),
}
const boundingBox = typed(
  'BoundingBox',
  "A rectangle in fractions of the picture's width and height, 0 to 1.",
  Type.Object(bounds),
)
/** The bounds repeated as separate members, for older clients. */
const flat = Object.fromEntries(Object.entries(bounds).map(([name, schema]) => [name, onlyRest(schema)]))

const detectedType = typed(
  'DetectedType',
  "A type of the persona that a detector's label stands for.",
  Type.Object({
    typeId: says('The `key` of the type; labels of annotations name it.', Type.String()),
    typeName: says('Name of the type.', Type.String()),
    typeKind: says('Kind of the type.', ontologyTypeKind),
  }),
)

const detection = typed(
  'Detection',
  'An object detected in a frame.',
  Type.Object({
    label: says(
      'What the object was recognised as: the name of a detector class, or ' +
        'the first term of the query for something that only moves.',
      Type.String(),
    ),
    boundingBox: says('Where the object is in the frame.', boundingBox),
    ...flat,
    confidence: says('Confidence of the detection, 0 to 1.', Type.Number()),
    trackId: nullable(
      says(
        'ID that detections of the same object share across frames; null if objects were not tracked.',
        Type.String(),
      ),
    ),
    typeId: nullable(
      says(
        'The `key` of the type of the persona that the label stands for, the likeliest of `typeMatches`; null without ' +
          'a persona and if none fits.',
        Type.String(),
      ),
    ),
    typeName: nullable(says('Name of the type `typeId`.', Type.String())),
    typeMatches: says(
      'All types of the persona that the label may stand for, at most 10, likeliest first: those of which it is a name ' +
        'or synonym, then those that stand for the fewest classes of the detector.',
      Type.Array(detectedType),
    ),
  }),
)

const frames = Type.Array(
  typed(
    'DetectionFrame',
    'The detections in one frame.',
    Type.Object({
      frameNumber: says('Number of the frame, counted from 0.', Type.Integer()),
      timestamp: says('When the frame is shown, in seconds from the start of the video.', Type.Number()),
      detections: says('The objects detected in the frame.', Type.Array(detection)),
    }),
  ),
)

export const detectionResult = typed(
  'DetectObjectsPayload',
  'The result of a detection in a video; nothing of it is stored.',
  Type.Object({
    id: says('ID of the detection result.', anyId(Type.String())),
    videoId: says('ID of the video.', anyId(Type.String())),
    query: says('The query that was searched for.', Type.String()),
    videoWidth: nullable(
      says('Width of the video as displayed, in pixels; null if the model service does not say.', Type.Integer()),
    ),
    videoHeight: nullable(
      says('Height of the video as displayed, in pixels; null if the model service does not say.', Type.Integer()),
    ),
    totalDetections: says('Number of detections in all frames.', Type.Integer()),
    processingTime: says('Time that the detection took, in seconds.', Type.Number()),
    frames: says('The searched frames in ascending order, with their detections.', frames),
    frameResults: onlyRest(says('The same frames under the name that older clients read.', frames)),
  }),
)

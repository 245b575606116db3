import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { reviewColumns } from '../access/review.shape.js'
import { forkedColumn } from '../database/rows/forked-from.js'
import { boolean, document, integer, number, record, text, times, uuid, word } from '../database/rows/record.js'
import { createSchema, updateSchema } from '../database/rows/record-schema.js'
import { anyId, documents, mostly, says, typed } from '../lib/described.js'
import { enumeration, nameText, optional, ratio, shortText } from '../lib/schema.js'
import { highestFrame } from './sequences/sequence-check.js'
import { interpolationSegments, sequence, visibilityRanges } from './sequences/sequence.shape.js'

/** The kinds of world objects that a label can name (RF-20). */
export const linkTypes = [
  'entity',
  'event',
  'time',
  'location',
  'entity-collection',
  'event-collection',
  'time-collection',
] as const
export const linkType = enumeration(
  'LinkType',
  'Kind of world object that the label of an annotation names. LOCATION is an entity with a `locationType`.',
  linkTypes,
)

/** Returns the schema of the kind of an annotation, as a GraphQL enumeration. */
export const annotationKind = <S extends TSchema>(schema: S): S =>
  mostly(
    'AnnotationKind',
    'What the label of an annotation names: an ontology type of a persona, or an object of a world.',
    ['type', 'object'],
    schema,
  )
/** Returns the schema of the source of an annotation, as a GraphQL enumeration. */
export const annotationSource = <S extends TSchema>(schema: S): S =>
  mostly(
    'AnnotationSource',
    'Where an annotation comes from.',
    ['manual', 'tracking', 'detection', 'interpolation', 'import'],
    schema,
  )

const briefText = Type.String({ minLength: 1, maxLength: 50 })
/** Options of the columns that the server computes from the sequence each time it writes the sequence. */
const measure = { writer: 'server', copied: true, printed: false } as const
const measured = { ...measure, required: true } as const
/** Options of the columns that PostgreSQL generates from other columns. */
const derived = { writer: 'server', derived: true, printed: false } as const

/** A region of a video over time, labelled with a type of a persona or an object of the world. */
export const annotationRecord = record('annotations', 'a', {
  id: uuid('ID of the annotation.', { writer: 'server', required: true, exchanged: true, shown: false }),
  videoId: text('ID of the video; set even if the video does not exist or the viewer may not see it.', {
    asInput:
      'ID of the video, at most 255 characters. The video need not exist yet; one that the viewer may not see is ' +
      'refused.',
    required: true,
    updated: false,
    shape: anyId(Type.String({ minLength: 1, maxLength: 255 })),
  }),
  /**
   * A request may contain any text here: for object annotations, a text that is not a UUID counts as no persona
   * (AN-02).
   */
  personaId: uuid(
    'ID of the persona from whose perspective it was made; null if there is none, as for most annotations of objects.',
    {
      asInput: 'ID of the persona from whose perspective the annotation is made; required if `type` is `type`.',
      asChange:
        'ID of the persona from whose perspective the annotation is made; null for none, ' +
        'refused if `type` is `type`. A persona in a project where the viewer may create ' +
        'annotations moves it into that project, unless `projectId` is given.',
      nullable: true,
      shape: anyId(shortText),
    },
  ),
  /** REST returns it under two names, because older clients read it as `userId` (RF-21). */
  createdByUserId: uuid('ID of the user who created it.', {
    answeredAs: 'creatorId',
    writer: 'server',
    required: true,
    members: ['userId', 'createdByUserId'],
  }),
  projectId: uuid('ID of the project that it belongs to; null if it is in none.', {
    asInput:
      'ID of the project to put it into, none if null. If absent, the ' +
      "persona's project, where the viewer may create annotations in it.",
    asChange: 'ID of the project to move it into; null takes it out of its project.',
    nullable: true,
    exchanged: false,
    copied: false,
  }),
  /** Other spellings of `type` and `object` are refused: `OBJECT` would be a third kind that no client reads. */
  type: text(
    '`type` if `label` names an ontology type, `object` if it names a world object, or another word of at most 50 ' +
      'characters.',
    { required: true, shape: annotationKind({ ...briefText, format: 'annotation-kind' }) },
  ),
  label: text('What is annotated: the `key` of an ontology type or of a world object, or free text; not empty.', {
    required: true,
    shape: nameText,
  }),
  linkType: word('Kind of world object that `label` names; null if it names none or the kind is not stated.', {
    asInput: 'Kind of world object that `label` names; null or absent if it names none.',
    asChange: 'Kind of world object that `label` names; null if it names none.',
    nullable: true,
    shape: linkType,
  }),
  number: integer('Number of the track within its video, given when it was made, and to no other track ever.', {
    writer: 'server',
    required: true,
  }),
  frames: document('The bounding-box sequence: an object with `boxes`, at least one of them a keyframe.', {
    asChange: 'The bounding-box sequence, which replaces the stored one as a whole.',
    required: true,
    shown: false,
    shape: documents(sequence, Type.Object({}, { additionalProperties: true })),
  }),
  /** The text around the boxes if they are stored in parts; null if `frames` contains the whole sequence. */
  framesHead: text({ ...measure, nullable: true }),
  framesTail: text({ ...measure, nullable: true }),
  confidence: number('Confidence in the annotation, 0 to 1; null if unknown.', {
    asInput: 'Confidence in the annotation, 0 to 1; 1 by default.',
    asChange: 'Confidence in the annotation, 0 to 1; null for unknown.',
    nullable: true,
    shape: ratio,
  }),
  source: text('Where the annotation comes from: manual, tracking, detection, interpolation, import or another word.', {
    asInput:
      'Where the annotation comes from, in a word of at most 50 ' +
      'characters such as manual or import; manual by default.',
    asChange: 'Where the annotation comes from, in a word of at most 50 characters such as manual or import.',
    shape: annotationSource({ ...briefText, format: 'annotation-source' }),
  }),
  isObject: boolean(derived),
  trackId: text({ ...measure, nullable: true }),
  hasBoxes: boolean(measured),
  boxCount: integer('Number of stored boxes in the bounding-box sequence, keyframes included.', measured),
  keyframeCount: integer('Number of keyframes in the bounding-box sequence.', measured),
  interpolatedCount: integer('Number of frames, keyframes not counted, on which the annotation is visible.', {
    answeredAs: 'interpolatedFrameCount',
    ...measured,
  }),
  firstFrame: number('Number of the first frame with a stored box; null if there is none.', {
    ...measure,
    nullable: true,
  }),
  lastFrame: number('Number of the last frame with a stored box; null if there is none.', {
    ...measure,
    nullable: true,
  }),
  framesSize: integer(measured),
  /** Whether an export can pass on the stored text of the sequence unchanged. */
  framesComplete: boolean({ ...measured, required: false }),
  /** The violations of the sequence rules, as an array of texts. */
  sequenceProblems: document({ ...measure, nullable: true }),
  /**
   * The SHA-256 of the video file on which the boxes were drawn; `stale` is true if the file has changed since.
   * PostgreSQL maintains both columns.
   */
  videoSha256: word({ writer: 'server', nullable: true, copied: true, printed: false }),
  stale: boolean('Whether the file of the video has changed since the boxes were saved, so that they may be off.', {
    writer: 'server',
    copied: true,
  }),
  ...forkedColumn,
  ...reviewColumns,
  version: integer('Version number, raised by every change; send it as `ifVersion` to prevent lost updates.', {
    writer: 'server',
    printed: false,
  }),
  ...times,
})

/** The members of a track in lists: those needed to list, find and colour it, without its boxes. */
export const trackMembers = [
  ...(['id', 'version', 'personaId', 'projectId', 'createdByUserId', 'type', 'label', 'linkType', 'number'] as const),
  ...(['source', 'confidence', 'reviewState', 'firstFrame', 'lastFrame', 'keyframeCount', 'stale'] as const),
]

export const createAnnotationSchema = typed(
  'NewAnnotation',
  'An annotation to create.',
  createSchema(annotationRecord),
  'CreateAnnotationInput',
)
export const updateAnnotationSchema = updateSchema(annotationRecord)

const frame = Type.Integer({ minimum: 0, maximum: highestFrame })
export const from = says('Number of the first frame, counted from 0.', frame)
export const to = says('Number of the last frame, counted from 0; not before `from`.', frame)
/** The window as query parameters; a missing end is open. */
export const windowQuery = Type.Partial(Type.Object({ from, to }))
/** Returns the window with its open ends filled in. */
export const windowOf = ({ from = 0, to = highestFrame }: Static<typeof windowQuery>) => ({ from, to })

/** The maximum number of annotations that one request may create. */
const mostSaved = 1000
export const saveAnnotationsSchema = Type.Object({
  annotations: says(
    '1 to 1,000 annotations, returned in the same order.',
    Type.Array(createAnnotationSchema, { minItems: 1, maxItems: mostSaved }),
  ),
})

/**
 * The maximum number of frames that one patch may set or delete; clients that change more replace the whole sequence.
 */
const mostPatched = 1000
const upsert = 'Keyframes to set, at most 1,000. A frame may occur only once in `upsert` and `delete` together.'
/**
 * A keyframe to set. Only the frame number is checked here; the rules of sequences (sequences/sequence-check.ts) check
 * the rest, and unknown members are kept.
 */
const keyframe = Type.Object(
  { frameNumber: says('Number of the frame, counted from 0.', Type.Number()) },
  { additionalProperties: true },
)
/** Segments or ranges of frames, which the rules of sequences check; null removes all that the sequence has. */
const stretches = (description: string, members: TSchema) =>
  Type.Optional(
    says(
      description,
      documents(members, Type.Union([Type.Array(Type.Object({}, { additionalProperties: true })), Type.Null()])),
    ),
  )
export const patchSequenceSchema = Type.Object({
  upsert: Type.Optional(says(upsert, Type.Array(keyframe, { maxItems: mostPatched }))),
  delete: Type.Optional(
    says(
      'Numbers of the frames whose stored boxes are deleted, at most 1,000; a frame without a stored box is refused.',
      Type.Array(Type.Number(), { maxItems: mostPatched }),
    ),
  ),
  interpolationSegments: stretches(
    'How boxes move between keyframes: segments that replace those of ' +
      'the sequence. Absent keeps them, null removes them.',
    interpolationSegments,
  ),
  visibilityRanges: stretches(
    'Where the annotation is visible or hidden: ranges of frames that replace ' +
      'those of the sequence. Absent keeps them, null removes them.',
    visibilityRanges,
  ),
})

/** The same keyframes and frames as inputs of GraphQL, in which every member has a type. */
export const patchInput = {
  upsert: optional(
    says(
      upsert,
      Type.Array(
        typed(
          'Keyframe',
          'A keyframe to set on one frame. Absent fields keep the values of the box that the frame has, if any.',
          Type.Object(
            {
              frameNumber: says('Number of the frame, counted from 0.', Type.Integer()),
              x: says('Left edge, in pixels of the video as displayed.', Type.Number()),
              y: says('Upper edge, in pixels of the video as displayed.', Type.Number()),
              width: says('Width in pixels, above 0.', Type.Number()),
              height: says('Height in pixels, above 0.', Type.Number()),
              visible: optional(
                says(
                  'False hides the annotation from this keyframe to the next visible one; ' +
                    'without effect while the sequence has `visibilityRanges`.',
                  Type.Boolean(),
                ),
              ),
              confidence: optional(says('Confidence in the box, 0 to 1.', Type.Number())),
            },
            { additionalProperties: true },
          ),
          'SequenceKeyframeInput',
        ),
        { maxItems: mostPatched },
      ),
    ),
  ),
  delete: optional(
    says(patchSequenceSchema.properties.delete.description!, Type.Array(Type.Integer(), { maxItems: mostPatched })),
  ),
}

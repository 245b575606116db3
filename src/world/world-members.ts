import { members, type Members, type Shape } from '../lib/members.js'
import { externalIds } from '../personas/type-members.js'
import { worldArrays, type WorldArray, type WorldKind } from '../lib/world-kinds.js'

// What the contract documents of the seven kinds of objects beside id and name; clients may add more (RF-12).

const point: Shape = {
  name: 'Coordinates',
  description: 'A point; degrees and metres for GPS, else in the units of its system.',
  members: members({
    latitude: { kind: 'number', description: 'Degrees north.' },
    longitude: { kind: 'number', description: 'Degrees east.' },
    altitude: { kind: 'number', description: 'Metres.' },
    x: { kind: 'number', description: 'First axis.' },
    y: { kind: 'number', description: 'Second axis.' },
    z: { kind: 'number', description: 'Third axis.' },
  }),
}

const bounds: Shape = {
  name: 'GeographicBounds',
  description: 'The edges of an area, in degrees and metres.',
  members: members({
    minLatitude: { kind: 'number', description: 'Southern edge.' },
    maxLatitude: { kind: 'number', description: 'Northern edge.' },
    minLongitude: { kind: 'number', description: 'Western edge.' },
    maxLongitude: { kind: 'number', description: 'Eastern edge.' },
    minAltitude: { kind: 'number', description: 'Lower edge.' },
    maxAltitude: { kind: 'number', description: 'Upper edge.' },
  }),
}

const participant: Shape = {
  name: 'Participant',
  description: 'An entity in a role.',
  members: members({
    entityId: { kind: 'id', description: 'Key of the entity.' },
    roleTypeId: { kind: 'id', description: 'Key of the role in the ontology of the persona.' },
  }),
}

const assignment: Shape = {
  name: 'AssignedType',
  description: 'The type that a persona gives to an object.',
  members: members({
    personaId: { kind: 'id', description: 'The persona.' },
    typeId: { kind: 'id', description: 'Key of the type.' },
    entityTypeId: { kind: 'id', description: 'Key of the entity type, in the stored form.' },
    eventTypeId: { kind: 'id', description: 'Key of the event type, in interpretations.' },
    typeName: { kind: 'text', description: 'Name of the type.' },
    confidence: { kind: 'number', description: '0 to 1.' },
    justification: { kind: 'text', description: 'Why.' },
    participants: { kind: 'objects', of: participant, description: 'In interpretations: who takes part as what.' },
  }),
}

const timeBounds: Shape = {
  name: 'TimeBounds',
  description: 'Between which moments a vague time lies.',
  members: members({
    earliest: { kind: 'moment', description: 'Not before.' },
    latest: { kind: 'moment', description: 'Not after.' },
    typical: { kind: 'moment', description: 'Most likely.' },
  }),
}

const vagueness: Shape = {
  name: 'Vagueness',
  description: 'How a time is vague.',
  members: members({
    type: { kind: 'text', description: 'approximate, bounded or fuzzy.' },
    description: { kind: 'text', description: 'In words.' },
    bounds: { kind: 'object', of: timeBounds, description: 'Between which moments it lies.' },
    granularity: { kind: 'text', description: 'Such as day or year.' },
  }),
}

const deixis: Shape = {
  name: 'TimeDeixis',
  description: 'A time that is told from another.',
  members: members({
    anchorType: { kind: 'text', description: 'From what it is told.' },
    anchorTime: { kind: 'id', description: 'Key of the time from which it is told.' },
    expression: { kind: 'text', description: 'Such as two days later.' },
  }),
}

const videoReference: Shape = {
  name: 'VideoReference',
  description: 'Where in a video a time is to be seen.',
  members: members({
    videoId: { kind: 'id', description: 'The video.' },
    frameNumber: { kind: 'number', description: 'Counted from 0.' },
    frameRange: { kind: 'numbers', description: 'First and last frame.' },
    milliseconds: { kind: 'number', description: 'From the start of the video.' },
    millisecondRange: { kind: 'numbers', description: 'From the start of the video.' },
  }),
}

const attributes = members({
  attributes: { kind: 'document', description: 'Properties by name, as they were sent.' },
  metadata: { kind: 'document', description: 'Anything else that clients noted.' },
})

const assignments = members({
  typeAssignments: {
    kind: 'objects',
    of: assignment,
    only: 'written',
    description: 'The types that personas give it.',
  },
})

/** Of every object. */
export const commonMembers = members({
  description: { kind: 'plainText', description: 'What it is, as plain text.' },
  descriptionGloss: { kind: 'gloss', from: ['description'], description: 'What it is, as rich text.' },
  createdAt: { kind: 'moment', description: 'When it was made, where its client said so.' },
  updatedAt: { kind: 'moment', description: 'When it was last changed, where its client said so.' },
})

const collection = (fallback: string) =>
  members({
    collectionType: {
      kind: 'text',
      from: ['collectionType', 'semanticRelation'],
      description: `What holds them together; exports say ${fallback} where nothing is said.`,
    },
    semanticRelation: { kind: 'text', description: 'The same under its older name.' },
    ...attributes,
  })

/** Of each kind. */
export const kindMembers: Readonly<Record<WorldKind, Members>> = {
  entity: members({
    ...externalIds,
    type: { kind: 'text', description: 'Kind of thing, in a word.' },
    locationType: { kind: 'text', description: 'point or extent: makes it a place.' },
    coordinateSystem: { kind: 'text', description: 'GPS, cartesian or relative.' },
    coordinates: { kind: 'object', of: point, description: 'Where a place is.' },
    boundary: { kind: 'objects', of: point, description: 'The corners of a place.' },
    boundingBox: { kind: 'object', of: bounds, description: 'The area in which a place lies.' },
    ...attributes,
    ...assignments,
  }),
  event: members({
    ...externalIds,
    startTimeId: { kind: 'id', from: ['startTime'], description: 'Key of the time at which it starts.' },
    endTimeId: { kind: 'id', from: ['endTime'], description: 'Key of the time at which it ends.' },
    locationId: { kind: 'id', from: ['location', 'locationId'], description: 'Key of the place.' },
    participantIds: { kind: 'ids', from: ['participants'], description: 'Keys of those who take part.' },
    ...attributes,
    personaInterpretations: {
      kind: 'objects',
      of: assignment,
      only: 'written',
      description: 'The event types that personas see in it.',
    },
  }),
  time: members({
    label: { kind: 'text', description: 'Name to show.' },
    type: { kind: 'text', description: 'instant, interval or vague.' },
    value: { kind: 'moment', from: ['value', 'timestamp'], description: 'The moment of an instant.' },
    start: { kind: 'moment', from: ['start', 'startTime'], description: 'Where an interval starts.' },
    end: { kind: 'moment', from: ['end', 'endTime'], description: 'Where an interval ends.' },
    frame: { kind: 'number', description: 'Frame of a video, counted from 0.' },
    certainty: { kind: 'number', description: '0 to 1.' },
    vagueness: { kind: 'text', description: 'precise, approximate, before, after or between.' },
    vaguenessDetail: { kind: 'object', from: ['vagueness'], of: vagueness, description: 'How it is vague, in detail.' },
    deictic: { kind: 'object', of: deixis, description: 'From which other time it is told.' },
    videoReferences: { kind: 'objects', of: videoReference, description: 'Where in videos it is to be seen.' },
    metadata: attributes['metadata']!,
  }),
  entity_collection: members({
    entityIds: { kind: 'ids', description: 'Keys of its entities.' },
    ...collection('group'),
    aggregateProperties: { kind: 'document', description: 'What they have in common, as it was sent.' },
    ...assignments,
  }),
  event_collection: members({
    eventIds: { kind: 'ids', description: 'Keys of its events.' },
    ...collection('sequence'),
    timeCollectionId: { kind: 'id', description: 'Key of the collection of times at which they happen.' },
    structure: { kind: 'document', description: 'How they are put together, as it was sent.' },
    ...assignments,
  }),
  time_collection: members({
    timeIds: { kind: 'ids', from: ['timeIds', 'times'], description: 'Keys of its times.' },
    pattern: { kind: 'text', description: 'How they follow each other, in a word.' },
    ...collection('periodic'),
    recurrence: { kind: 'document', description: 'How they repeat, as it was sent.' },
    habituality: { kind: 'document', description: 'How usual they are, as it was sent.' },
    cycle: { kind: 'document', description: 'In which cycle they stand, as it was sent.' },
  }),
  relation: members({
    sourceId: { kind: 'id', description: 'Key of the object that it starts from.' },
    sourceType: { kind: 'text', description: 'Kind of that object, such as entity.' },
    targetId: { kind: 'id', description: 'Key of the object that it points to.' },
    targetType: { kind: 'text', description: 'Kind of that object.' },
    relationType: { kind: 'text', only: 'written', description: 'Name of the relation type.' },
    relationTypeId: { kind: 'id', description: 'Key of the relation type in an ontology.' },
    confidence: { kind: 'number', description: '0 to 1.' },
    bidirectional: { kind: 'flag', description: 'Whether it holds the other way round too.' },
    ...attributes,
  }),
}

/** Of the objects in each array of a world. */
export const arraysOfObjects = Object.fromEntries(
  Object.entries(worldArrays).map(([array, kind]) => [array, { ...commonMembers, ...kindMembers[kind] }]),
) as Record<WorldArray, Members>

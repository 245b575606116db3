import { members, type Members, type Shape } from '../lib/members.js'
import { externalIds } from '../personas/type-members.js'
import { worldArrays, type WorldArray, type WorldKind } from '../lib/world-kinds.js'

// The documented members of the seven kinds of world objects besides id and name; clients may add others (RF-12).

const point: Shape = {
  name: 'Coordinates',
  description:
    'A point: latitude, longitude and altitude for GPS, x, y and z in the units of any other coordinate system.',
  members: members({
    latitude: { kind: 'number', description: 'Latitude in degrees, positive to the north.' },
    longitude: { kind: 'number', description: 'Longitude in degrees, positive to the east.' },
    altitude: { kind: 'number', description: 'Altitude in metres.' },
    x: { kind: 'number', description: 'Position on the first axis.' },
    y: { kind: 'number', description: 'Position on the second axis.' },
    z: { kind: 'number', description: 'Position on the third axis.' },
  }),
}

const bounds: Shape = {
  name: 'GeographicBounds',
  description: 'The bounds of an area, in degrees and metres.',
  members: members({
    minLatitude: { kind: 'number', description: 'Southern edge: lowest latitude in degrees.' },
    maxLatitude: { kind: 'number', description: 'Northern edge: highest latitude in degrees.' },
    minLongitude: { kind: 'number', description: 'Western edge: lowest longitude in degrees.' },
    maxLongitude: { kind: 'number', description: 'Eastern edge: highest longitude in degrees.' },
    minAltitude: { kind: 'number', description: 'Lower edge: lowest altitude in metres.' },
    maxAltitude: { kind: 'number', description: 'Upper edge: highest altitude in metres.' },
  }),
}

const participant: Shape = {
  name: 'Participant',
  description: 'An entity that takes part in an event, and its role.',
  members: members({
    entityId: { kind: 'id', description: 'ID, within the world, of the entity.' },
    roleTypeId: { kind: 'id', description: "ID, within the persona's ontology, of the role type." },
  }),
}

const assignment: Shape = {
  name: 'AssignedType',
  description: 'An ontology type that a persona assigns to an object of the world.',
  members: members({
    personaId: { kind: 'id', description: 'ID of the persona that assigns the type.' },
    typeId: { kind: 'id', description: "ID, within the persona's ontology, of the type." },
    entityTypeId: {
      kind: 'id',
      insteadUse: 'typeId',
      description: 'Other name of `typeId`, for entity types; used if there is no `typeId`.',
    },
    eventTypeId: {
      kind: 'id',
      insteadUse: 'typeId',
      description: 'Other name of `typeId`, for event types; used if there is no `typeId`.',
    },
    typeName: { kind: 'text', description: 'Name of the assigned type.' },
    confidence: { kind: 'number', description: 'Confidence in the assignment, 0 to 1.' },
    justification: { kind: 'text', description: 'Why the persona assigns the type, in free text.' },
    participants: {
      kind: 'objects',
      of: participant,
      description: 'Interpretations of events only: who takes part, in which role.',
    },
  }),
}

const timeBounds: Shape = {
  name: 'TimeBounds',
  description: 'The moments between which a vague time lies.',
  members: members({
    earliest: { kind: 'moment', description: 'Earliest possible moment.' },
    latest: { kind: 'moment', description: 'Latest possible moment.' },
    typical: { kind: 'moment', description: 'Most likely moment.' },
  }),
}

const vagueness: Shape = {
  name: 'Vagueness',
  description: 'In which way, and how far, a time is vague.',
  members: members({
    type: { kind: 'text', description: 'Kind of vagueness: approximate, bounded or fuzzy.' },
    description: { kind: 'text', description: 'Description of the vagueness in free text.' },
    bounds: { kind: 'object', of: timeBounds, description: 'The moments between which the time lies.' },
    granularity: { kind: 'text', description: 'Unit to which the time is known, such as day or year.' },
  }),
}

const deixis: Shape = {
  name: 'TimeDeixis',
  description: 'A time that is stated relative to another time.',
  members: members({
    anchorType: { kind: 'text', description: 'Kind of reference point to which the time is relative.' },
    anchorTime: { kind: 'id', description: 'ID, within the world, of the time that is the reference point.' },
    expression: { kind: 'text', description: 'Wording of the relative time, such as two days later.' },
  }),
}

const videoReference: Shape = {
  name: 'VideoReference',
  description: 'Where in a video a time can be seen.',
  members: members({
    videoId: { kind: 'id', description: 'ID of the video.' },
    frameNumber: { kind: 'number', description: 'Number of the frame, counted from 0.' },
    frameRange: { kind: 'numbers', description: 'Numbers of the first and the last frame, counted from 0.' },
    milliseconds: { kind: 'number', description: 'Milliseconds from the start of the video.' },
    millisecondRange: {
      kind: 'numbers',
      description: 'First and last moment, in milliseconds from the start of the video.',
    },
  }),
}

const attributes = members({
  attributes: { kind: 'document', description: 'Properties of the object by name, as they were sent.' },
  metadata: { kind: 'document', description: 'Other data that clients store with the object, as it was sent.' },
})

const assignments = members({
  typeAssignments: {
    kind: 'objects',
    of: assignment,
    only: 'written',
    description: 'The ontology types that personas assign to it.',
  },
})

/** The members of every object. */
export const commonMembers = members({
  description: { kind: 'plainText', description: 'Description of the object in plain text.' },
  descriptionGloss: { kind: 'gloss', from: ['description'], description: 'Description of the object in rich text.' },
  createdAt: { kind: 'moment', description: 'When it was created, if its client said so.' },
  updatedAt: { kind: 'moment', description: 'When it was last changed, if its client said so.' },
})

const collection = (fallback: string) =>
  members({
    collectionType: {
      kind: 'text',
      from: ['collectionType', 'semanticRelation'],
      description: `What holds the members of the collection together; exports write ${fallback} if it is absent.`,
    },
    semanticRelation: { kind: 'text', description: 'Older name of `collectionType`.' },
    ...attributes,
  })

/** The members of each kind of object, besides the common ones. */
export const kindMembers: Readonly<Record<WorldKind, Members>> = {
  entity: members({
    ...externalIds,
    type: { kind: 'text', description: 'Kind of entity, in a word.' },
    locationType: { kind: 'text', description: 'Makes the entity a location: point or extent.' },
    coordinateSystem: { kind: 'text', description: 'Coordinate system of a location: GPS, cartesian or relative.' },
    coordinates: { kind: 'object', of: point, description: 'Position of a location.' },
    boundary: { kind: 'objects', of: point, description: 'Corners of the outline of a location.' },
    boundingBox: { kind: 'object', of: bounds, description: 'Area in which a location lies.' },
    ...attributes,
    ...assignments,
  }),
  event: members({
    ...externalIds,
    startTimeId: {
      kind: 'id',
      from: ['startTime'],
      description: 'ID, within the world, of the time at which the event starts.',
    },
    endTimeId: {
      kind: 'id',
      from: ['endTime'],
      description: 'ID, within the world, of the time at which the event ends.',
    },
    locationId: {
      kind: 'id',
      from: ['location', 'locationId'],
      description: 'ID, within the world, of the location where it happens.',
    },
    participantIds: {
      kind: 'ids',
      from: ['participants'],
      description: 'IDs, within the world, of the entities that take part.',
    },
    ...attributes,
    interpretations: {
      kind: 'objects',
      from: ['personaInterpretations'],
      of: assignment,
      only: 'written',
      description: 'The event types that personas assign to the event.',
    },
  }),
  time: members({
    label: { kind: 'text', description: 'Label to display.' },
    type: { kind: 'text', description: 'Kind of time: instant, interval or vague.' },
    value: { kind: 'moment', from: ['value', 'timestamp'], description: 'Moment of an instant.' },
    start: { kind: 'moment', from: ['start', 'startTime'], description: 'Moment at which an interval starts.' },
    end: { kind: 'moment', from: ['end', 'endTime'], description: 'Moment at which an interval ends.' },
    frame: { kind: 'number', description: 'Number of the video frame that the time stands for, counted from 0.' },
    certainty: { kind: 'number', description: 'Certainty of the time, 0 to 1.' },
    vagueness: { kind: 'text', description: 'Vagueness in a word: precise, approximate, before, after or between.' },
    vaguenessDetail: {
      kind: 'object',
      from: ['vagueness'],
      of: vagueness,
      description: 'Vagueness in detail; stored as `vagueness`, in place of the word.',
    },
    deictic: { kind: 'object', of: deixis, description: 'The other time to which this one is relative.' },
    videoReferences: { kind: 'objects', of: videoReference, description: 'Where in videos the time can be seen.' },
    metadata: attributes['metadata']!,
  }),
  entity_collection: members({
    entityIds: { kind: 'ids', description: 'IDs, within the world, of the entities in the collection.' },
    ...collection('group'),
    aggregateProperties: {
      kind: 'document',
      description: 'Properties that the entities have in common, as they were sent.',
    },
    ...assignments,
  }),
  event_collection: members({
    eventIds: { kind: 'ids', description: 'IDs, within the world, of the events in the collection.' },
    ...collection('sequence'),
    timeCollectionId: {
      kind: 'id',
      description: 'ID, within the world, of the time collection at whose times the events happen.',
    },
    structure: { kind: 'document', description: 'How the events are composed, as it was sent.' },
    ...assignments,
  }),
  time_collection: members({
    timeIds: {
      kind: 'ids',
      from: ['timeIds', 'times'],
      description: 'IDs, within the world, of the times in the collection.',
    },
    pattern: { kind: 'text', description: 'Pattern in which the times follow each other, in a word.' },
    ...collection('periodic'),
    recurrence: { kind: 'document', description: 'Rule by which the times recur, as it was sent.' },
    habituality: { kind: 'document', description: 'How habitual the times are, as it was sent.' },
    cycle: { kind: 'document', description: 'Cycle that the times belong to, as it was sent.' },
  }),
  relation: members({
    sourceId: { kind: 'id', description: 'ID, within the world, of the object that the relation starts from.' },
    sourceType: { kind: 'text', description: 'Kind of the object that the relation starts from, such as entity.' },
    targetId: { kind: 'id', description: 'ID, within the world, of the object that the relation points to.' },
    targetType: { kind: 'text', description: 'Kind of the object that the relation points to, such as entity.' },
    relationType: { kind: 'text', only: 'written', description: 'Name of the relation type.' },
    relationTypeId: { kind: 'id', description: "ID, within a persona's ontology, of the relation type." },
    confidence: { kind: 'number', description: 'Confidence in the relation, 0 to 1.' },
    bidirectional: { kind: 'flag', description: 'Whether the relation also holds in the opposite direction.' },
    ...attributes,
  }),
}

/** The members of the objects in each array of a world, by the name of the array. */
export const arraysOfObjects = Object.fromEntries(
  Object.entries(worldArrays).map(([array, kind]) => [array, { ...commonMembers, ...kindMembers[kind] }]),
) as Record<WorldArray, Members>

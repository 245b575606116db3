import { Type, type TObject, type TProperties } from '@sinclair/typebox'
import { onlyRest, typed } from '../lib/described.js'
import * as member from '../documents/document-members.js'
import { mapValues } from '../lib/map-values.js'
import { worldArrays, type WorldKind } from './world-kinds.js'
import { externalIds } from '../personas/ontology-type.shape.js'

// The documented members of the seven kinds of world objects besides id and name; clients may add others (RF-12).

const point = typed(
  'Coordinates',
  'A point: latitude, longitude and altitude for GPS, x, y and z in the units of any other coordinate system.',
  member.open({
    latitude: member.number('Latitude in degrees, positive to the north.'),
    longitude: member.number('Longitude in degrees, positive to the east.'),
    altitude: member.number('Altitude in metres.'),
    x: member.number('Position on the first axis.'),
    y: member.number('Position on the second axis.'),
    z: member.number('Position on the third axis.'),
  }),
)

const bounds = typed(
  'GeographicBounds',
  'The bounds of an area, in degrees and metres.',
  member.open({
    minLatitude: member.number('Southern edge: lowest latitude in degrees.'),
    maxLatitude: member.number('Northern edge: highest latitude in degrees.'),
    minLongitude: member.number('Western edge: lowest longitude in degrees.'),
    maxLongitude: member.number('Eastern edge: highest longitude in degrees.'),
    minAltitude: member.number('Lower edge: lowest altitude in metres.'),
    maxAltitude: member.number('Upper edge: highest altitude in metres.'),
  }),
)

export const participant = typed(
  'Participant',
  'An entity that takes part in an event, and its role.',
  member.open({
    entityId: member.id('ID, within the world, of the entity.'),
    roleTypeId: member.id("ID, within the persona's ontology, of the role type."),
  }),
)

/** A type that a persona assigns to an object, as it is stored. */
export const assignment = typed(
  'AssignedType',
  'An ontology type that a persona assigns to an object of the world.',
  member.open({
    personaId: member.id('ID of the persona that assigns the type.'),
    typeId: member.id("ID, within the persona's ontology, of the type.", {
      from: ['typeId', 'entityTypeId', 'eventTypeId'],
    }),
    entityTypeId: onlyRest(member.id('Other name of `typeId`, for entity types; used if there is no `typeId`.')),
    eventTypeId: onlyRest(member.id('Other name of `typeId`, for event types; used if there is no `typeId`.')),
    typeName: member.text('Name of the assigned type.'),
    confidence: member.number('Confidence in the assignment, 0 to 1.'),
    justification: member.text('Why the persona assigns the type, in free text.'),
    participants: member.objects(participant, 'Interpretations of events only: who takes part, in which role.'),
  }),
)

const timeBounds = typed(
  'TimeBounds',
  'The moments between which a vague time lies.',
  member.open({
    earliest: member.moment('Earliest possible moment.'),
    latest: member.moment('Latest possible moment.'),
    typical: member.moment('Most likely moment.'),
  }),
)

const vagueness = typed(
  'Vagueness',
  'In which way, and how far, a time is vague.',
  member.open({
    type: member.word('VaguenessType', 'Kind of vagueness of a time.', ['approximate', 'bounded', 'fuzzy'])(
      'Kind of vagueness: approximate, bounded or fuzzy.',
    ),
    description: member.text('Description of the vagueness in free text.'),
    bounds: member.object(timeBounds, 'The moments between which the time lies.'),
    granularity: member.text('Unit to which the time is known, such as day or year.'),
  }),
)

const deixis = typed(
  'TimeDeixis',
  'A time that is stated relative to another time.',
  member.open({
    anchorType: member.text('Kind of reference point to which the time is relative.'),
    anchorTime: member.id('ID, within the world, of the time that is the reference point.'),
    expression: member.text('Wording of the relative time, such as two days later.'),
  }),
)

export const videoReference = typed(
  'VideoReference',
  'Where in a video a time can be seen.',
  member.open({
    videoId: member.id('ID of the video.'),
    frameNumber: member.number('Number of the frame, counted from 0.'),
    frameRange: member.numbers('Numbers of the first and the last frame, counted from 0.'),
    milliseconds: member.number('Milliseconds from the start of the video.'),
    millisecondRange: member.numbers('First and last moment, in milliseconds from the start of the video.'),
  }),
)

const attributes = {
  attributes: member.json('Properties of the object by name, as they were sent.'),
  metadata: member.json('Other data that clients store with the object, as it was sent.'),
}

const assignments = {
  typeAssignments: member.objects(assignment, 'The ontology types that personas assign to it.', { onlyWritten: true }),
}

/** The members of every object. */
export const commonMembers = {
  description: member.plainText('Description of the object in plain text.'),
  descriptionGloss: member.gloss('Description of the object in rich text.', { from: ['description'] }),
  createdAt: member.moment('When it was created, if its client said so.'),
  updatedAt: member.moment('When it was last changed, if its client said so.'),
}

const collectionType = member.word('CollectionType', 'What holds the members of a collection together.', [
  ...['group', 'kind', 'functional', 'stage', 'portion', 'variant'],
  ...['sequence', 'iteration', 'complex', 'alternative'],
  ...['periodic', 'calendar', 'irregular', 'anchored', 'habitual'],
])
const collection = (fallback: string) => ({
  collectionType: collectionType(
    `What holds the members of the collection together; exports write ${fallback} if it is absent.`,
    { from: ['collectionType', 'semanticRelation'] },
  ),
  semanticRelation: onlyRest(member.text('Older name of `collectionType`.')),
  ...attributes,
})

/** Returns the schema of an object with a key, a name and these members. */
const item = (type: string, about: string, members: TProperties) =>
  member.item(type, about, Type.Optional(member.itemName), { ...commonMembers, ...members })

/** The objects of each kind: the name and the description of its type, and its members. */
export const objectsOf: Readonly<Record<WorldKind, TObject>> = {
  entity: item('Entity', 'A person, a thing or, with a `locationType`, a location.', {
    ...externalIds,
    type: member.text('Kind of entity, in a word.'),
    locationType: member.word('LocationType', 'Extent of a location.', ['point', 'extent'])(
      'Makes the entity a location: point or extent.',
    ),
    coordinateSystem: member.word('CoordinateSystem', 'Coordinate system of a location.', [
      ...['GPS', 'cartesian', 'relative'],
    ])('Coordinate system of a location: GPS, cartesian or relative.'),
    coordinates: member.object(point, 'Position of a location.'),
    boundary: member.objects(point, 'Corners of the outline of a location.'),
    boundingBox: member.object(bounds, 'Area in which a location lies.'),
    ...attributes,
    ...assignments,
  }),
  event: item('Event', 'Something that happens.', {
    ...externalIds,
    startTimeId: member.id('ID, within the world, of the time at which the event starts.', { from: ['startTime'] }),
    endTimeId: member.id('ID, within the world, of the time at which the event ends.', { from: ['endTime'] }),
    locationId: member.id('ID, within the world, of the location where it happens.', {
      from: ['location', 'locationId'],
    }),
    participantIds: member.ids('IDs, within the world, of the entities that take part.', { from: ['participants'] }),
    ...attributes,
    interpretations: member.objects(assignment, 'The event types that personas assign to the event.', {
      from: ['personaInterpretations'],
      onlyWritten: true,
    }),
  }),
  time: item('TimeObject', 'A time: a moment or an interval.', {
    label: member.text('Label to display.'),
    type: member.word('TimeType', 'Kind of a time.', ['instant', 'interval', 'vague'])(
      'Kind of time: instant, interval or vague.',
    ),
    value: member.moment('Moment of an instant.', { from: ['value', 'timestamp'] }),
    start: member.moment('Moment at which an interval starts.', { from: ['start', 'startTime'] }),
    end: member.moment('Moment at which an interval ends.', { from: ['end', 'endTime'] }),
    frame: member.number('Number of the video frame that the time stands for, counted from 0.'),
    certainty: member.number('Certainty of the time, 0 to 1.'),
    vagueness: member.word('TimeVagueness', 'Vagueness of a time in a word.', [
      ...['precise', 'approximate', 'before', 'after', 'between'],
    ])('Vagueness in a word: precise, approximate, before, after or between.'),
    vaguenessDetail: member.object(vagueness, 'Vagueness in detail; stored as `vagueness`, in place of the word.', {
      from: ['vagueness'],
    }),
    deictic: member.object(deixis, 'The other time to which this one is relative.'),
    videoReferences: member.objects(videoReference, 'Where in videos the time can be seen.'),
    metadata: attributes.metadata,
  }),
  entity_collection: item('EntityCollection', 'A collection of entities that belong together.', {
    entityIds: member.ids('IDs, within the world, of the entities in the collection.'),
    ...collection('group'),
    aggregateProperties: member.json('Properties that the entities have in common, as they were sent.'),
    ...assignments,
  }),
  event_collection: item('EventCollection', 'A collection of events that belong together.', {
    eventIds: member.ids('IDs, within the world, of the events in the collection.'),
    ...collection('sequence'),
    timeCollectionId: member.id('ID, within the world, of the time collection at whose times the events happen.'),
    structure: member.json('How the events are composed, as it was sent.'),
    ...assignments,
  }),
  time_collection: item('TimeCollection', 'A collection of times that belong together.', {
    timeIds: member.ids('IDs, within the world, of the times in the collection.', { from: ['timeIds', 'times'] }),
    pattern: member.text('Pattern in which the times follow each other, in a word.'),
    ...collection('periodic'),
    recurrence: member.json('Rule by which the times recur, as it was sent.'),
    habituality: member.json('How habitual the times are, as it was sent.'),
    cycle: member.json('Cycle that the times belong to, as it was sent.'),
  }),
  relation: item('WorldRelation', 'A relation between two objects of a world.', {
    sourceId: member.id('ID, within the world, of the object that the relation starts from.'),
    sourceType: member.text('Kind of the object that the relation starts from, such as entity.'),
    targetId: member.id('ID, within the world, of the object that the relation points to.'),
    targetType: member.text('Kind of the object that the relation points to, such as entity.'),
    relationType: member.text('Name of the relation type.', { from: ['relationType', 'relationTypeId'] }),
    relationTypeId: member.id("ID, within a persona's ontology, of the relation type."),
    confidence: member.number('Confidence in the relation, 0 to 1.'),
    bidirectional: member.flag('Whether the relation also holds in the opposite direction.'),
    ...attributes,
  }),
}

/** The documented members of the objects of each kind, besides id and name. */
export const kindMembers = mapValues(objectsOf, member.documented)

/** The objects in each array of a world, by the name of the array. */
export const arraysOfObjects = mapValues(worldArrays, (kind: WorldKind) => objectsOf[kind])

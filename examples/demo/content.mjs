/** The content that the demo puts into the server. */
export const persona = {
  name: 'Meteorologist',
  role: 'Analyst of sand storms',
  informationNeed: 'How fast does the front move, and what does it reach?',
}

export function ontology(personaId) {
  const gloss = [
    { type: 'text', content: 'A wall of dust, see ' },
    { type: 'typeRef', content: 'arrival', refType: 'event', refPersonaId: personaId },
  ]
  return {
    entities: [
      { id: 'front', name: 'Dust front', gloss },
      { id: 'building', name: 'Building', definition: 'Anything with a roof.' },
    ],
    events: [{ id: 'arrival', name: 'Arrival', definition: 'The front reaches something.' }],
    roles: [{ id: 'reached', name: 'Reached thing' }],
    relationTypes: [{ id: 'covers', name: 'covers', sourceType: 'entity', targetType: 'entity' }],
  }
}

export function world(personaId) {
  return {
    entities: [
      {
        id: 'front-1',
        name: 'The front',
        description: [{ type: 'text', content: 'Brown, 600 m high – größer als alles davor' }],
        typeAssignments: [{ personaId, entityTypeId: 'front', confidence: 0.9 }],
      },
      { id: 'town', name: 'The town', locationType: 'point', coordinates: { latitude: 33.44, longitude: -112.07 } },
    ],
    events: [
      {
        id: 'arrival-1',
        name: 'The front arrives',
        startTime: 'noon',
        location: 'town',
        participants: ['front-1'],
        personaInterpretations: [{ personaId, eventTypeId: 'arrival' }],
      },
    ],
    times: [{ id: 'noon', type: 'instant', value: '2025-07-05T12:00:00.000Z' }],
    entityCollections: [{ id: 'all', name: 'Everything', entityIds: ['front-1', 'town'], collectionType: 'group' }],
    relations: [{ id: 'r1', sourceId: 'front-1', targetId: 'town', relationType: 'covers', confidence: 0.7 }],
  }
}

/** A sequence with three keyframes, annotated with a type of the ontology or with an object of the world. */
export function annotation(kind, videoId, personaId) {
  const box = (frameNumber, x, visible = true) => ({
    frameNumber,
    x,
    y: 120.5,
    width: 200,
    height: 80,
    isKeyframe: true,
    visible,
  })
  const frames = {
    interpolationMode: 'bezier',
    boxes: [box(0, 10), box(30, 200, false), box(60, 410.25)],
    interpolationSegments: [
      {
        startFrame: 0,
        endFrame: 30,
        type: 'bezier',
        controlPoints: [
          { x: 0.3, y: 0 },
          { x: 0.7, y: 1 },
        ],
      },
    ],
    trackId: `track-${kind}`,
  }
  return kind === 'type'
    ? { videoId, personaId, type: 'type', label: 'front', frames, confidence: 0.8 }
    : { videoId, type: 'object', label: 'front-1', linkType: 'entity', frames }
}

/**
 * The text with every UUID, and every number of a track, replaced by its rank of first appearance: two texts that become
 * equal differ in their ids and in the numbers of their tracks alone.
 */
export function renamed(text) {
  const ranks = new Map()
  return text.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<="number":)\d+/g, (id) => {
    const rank = ranks.get(id) ?? ranks.size
    ranks.set(id, rank)
    return `id-${rank}`
  })
}

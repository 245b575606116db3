// Generates personas with their ontologies, and the objects of the world.
import { ENTITIES, EVENTS, FRAME, Identities, ONTOLOGY, PERSONAS, TIMES } from './identities.mjs'
import { ADJECTIVES, NOUNS, PLACES, clause, noun, sentence, title } from './random.mjs'

export class World extends Identities {
  persona(index) {
    const r = this.rng('persona', index)
    return {
      id: this.personaId(index),
      name: `Analyst ${index + 1}`,
      role: `${title(r.pick(ADJECTIVES))} ${r.pick(NOUNS)} analyst`,
      informationNeed: `Whether ${clause(r)}, and when.`,
      details: r.chance(0.5) ? sentence(r) : null,
      isSystemGenerated: false,
      hidden: index % 10 === 9,
      ...this.stamp('persona', index),
    }
  }

  ontology(index) {
    const list = (key, extra) =>
      Array.from({ length: ONTOLOGY[key] }, (_, i) => {
        const r = this.rng(`${key}:${index}`, i)
        const name = title(noun(r)) // the same random draw as in typeName
        const definition = sentence(r)
        const gloss = this.gloss(r, index, definition)
        return { id: this.typeId(index, key, i), name, definition, gloss, ...extra?.(r, i) }
      })
    return {
      id: this.id('ontology', index),
      personaId: this.personaId(index),
      entityTypes: list('entityTypes', (r, i) =>
        i % 3
          ? { color: `#${r.int(0, 0xffffff).toString(16).padStart(6, '0')}` }
          : {
              kbId: `Q${r.int(1, 9_999_999)}`,
              attributes: [{ name: 'count', type: 'number', required: false, defaultValue: 1 }],
            },
      ),
      eventTypes: list('eventTypes'),
      roleTypes: list('roleTypes'),
      // The first three relate claims and are the ones that claim relations use.
      relationTypes: list('relationTypes', (_, i) =>
        i < 3
          ? { sourceType: 'claim', targetType: 'claim' }
          : { sourceType: 'entity', targetType: i % 2 ? 'entity' : 'event' },
      ),
      ...this.stamp('ontology', index),
    }
  }

  entity(index) {
    const r = this.rng('entity', index)
    const personas = r.int(1, 3)
    const first = r.int(0, PERSONAS - 1)
    return {
      id: this.id('entity', index),
      name: `${title(noun(r))} ${index + 1}`,
      description: this.gloss(r, first, sentence(r)),
      ...(r.chance(0.3) && { kbId: `Q${r.int(1, 9_999_999)}` }),
      typeAssignments: Array.from({ length: personas }, (_, i) => {
        const persona = (first + i) % PERSONAS
        return {
          personaId: this.personaId(persona),
          entityTypeId: this.anyType(r, persona, 'entityTypes').id,
          ...(r.chance(0.5) && { confidence: r.round(0.3, 1, 3) }),
          ...(r.chance(0.2) && { justification: sentence(r) }),
        }
      }),
      attributes: { place: r.pick(PLACES), count: r.int(1, 40) },
      ...this.stamp('entity', index),
    }
  }

  event(index) {
    const r = this.rng('event', index)
    const persona = r.int(0, PERSONAS - 1)
    const time = r.int(0, TIMES - 2)
    return {
      id: this.id('event', index),
      name: `${title(clause(r))} (${index + 1})`,
      description: this.gloss(r, persona, sentence(r)),
      ...(r.chance(0.5) && { startTime: this.id('time', time), endTime: this.id('time', time + 1) }),
      participants: Array.from({ length: r.int(0, 4) }, () => this.id('entity', r.int(0, ENTITIES - 1))),
      personaInterpretations: Array.from({ length: r.int(1, 2) }, (_, i) => ({
        personaId: this.personaId((persona + i) % PERSONAS),
        eventTypeId: this.anyType(r, (persona + i) % PERSONAS, 'eventTypes').id,
      })),
      ...this.stamp('event', index),
    }
  }

  time(index) {
    const r = this.rng('time', index)
    const at = Date.UTC(2024, 0, 1) + r.int(0, 365 * 86_400) * 1000
    const iso = (ms) => new Date(ms).toISOString()
    const kind = ['instant', 'interval', 'vague'][index % 3]
    const value =
      kind === 'instant'
        ? { value: iso(at), vagueness: 'precise', frame: r.int(0, FRAME.count) }
        : kind === 'interval'
          ? {
              start: iso(at),
              end: iso(at + r.int(1, 86_400) * 1000),
              vagueness: r.pick(['precise', 'approximate', 'between']),
            }
          : { vagueness: r.pick(['approximate', 'before', 'after']), description: sentence(r) }
    return { id: this.id('time', index), type: kind, ...value }
  }

  /** Returns between `low` and `high` distinct ids of one kind: consecutive records, wrapping around at `count`. */
  members(r, kind, count, low, high) {
    const first = r.int(0, count - 1)
    return Array.from({ length: r.int(low, high) }, (_, i) => this.id(kind, (first + i) % count))
  }

  entity_collection(index) {
    const r = this.rng('entity_collection', index)
    return {
      id: this.id('entity_collection', index),
      name: `Entities ${index + 1}`,
      description: sentence(r),
      entityIds: this.members(r, 'entity', ENTITIES, 3, 20),
      collectionType: r.pick(['group', 'set', 'sequence']),
    }
  }

  event_collection(index) {
    const r = this.rng('event_collection', index)
    return {
      id: this.id('event_collection', index),
      name: `Events ${index + 1}`,
      description: sentence(r),
      eventIds: this.members(r, 'event', EVENTS, 3, 12),
      semanticRelation: r.pick(['group', 'set', 'sequence']),
    }
  }

  time_collection(index) {
    const r = this.rng('time_collection', index)
    return {
      id: this.id('time_collection', index),
      name: `Times ${index + 1}`,
      description: sentence(r),
      timeIds: this.members(r, 'time', TIMES, 3, 12),
      pattern: r.pick(['daily', 'weekly', 'irregular']),
    }
  }

  relation(index) {
    const r = this.rng('relation', index)
    const source = r.int(0, ENTITIES - 1)
    const toEvent = r.chance(0.3)
    const target = toEvent
      ? this.id('event', r.int(0, EVENTS - 1))
      : this.id('entity', (source + r.int(1, ENTITIES - 1)) % ENTITIES)
    return {
      id: this.id('relation', index),
      sourceId: this.id('entity', source),
      targetId: target,
      relationType: toEvent ? 'participates-in' : r.pick(['knows', 'owns', 'part-of', 'near']),
      confidence: r.round(0, 1, 3),
      ...(r.chance(0.3) && { attributes: { note: sentence(r) } }),
      bidirectional: !toEvent && r.chance(0.3),
    }
  }
}

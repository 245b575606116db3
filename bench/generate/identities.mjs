// The number of records of each kind, their ids and times, and rich text that refers to other records.
import { Rng, hashText, mix, noun, title } from './random.mjs'

export const PERSONAS = 10
export const ONTOLOGY = { entityTypes: 15, eventTypes: 12, roleTypes: 6, relationTypes: 7 }
export const ENTITIES = 500
export const EVENTS = 300
export const TIMES = 200
export const COLLECTIONS_PER_KIND = 10
export const BIG_SUMMARY_CLAIMS = 500
const PER_SCALE = { videos: 20, summaries: 200, claims: 5000, relations: 400, claimRelations: 2000, annotations: 10000 }
export const FRAME = { width: 1920, height: 1080, rate: 30, count: 9000, maxSpan: 300 }

export class Identities {
  constructor({ scale = 1, seed = 1, videoIds } = {}) {
    if (!Number.isInteger(scale) || scale < 1) throw new Error('--scale must be a positive integer')
    if (!Number.isInteger(seed)) throw new Error('--seed must be an integer')
    if (
      videoIds &&
      (!Array.isArray(videoIds) || videoIds.length === 0 || videoIds.some((v) => typeof v !== 'string'))
    ) {
      throw new Error('--videos must name a JSON array of video ids, not empty')
    }
    this.seed = seed
    this.givenVideos = videoIds
    const videos = Math.min(PER_SCALE.videos * scale, videoIds?.length ?? Infinity)
    this.counts = {
      videos,
      persona: PERSONAS,
      ontology: PERSONAS,
      entity: ENTITIES,
      event: EVENTS,
      time: TIMES,
      entity_collection: COLLECTIONS_PER_KIND,
      event_collection: COLLECTIONS_PER_KIND,
      time_collection: COLLECTIONS_PER_KIND,
      relation: PER_SCALE.relations * scale,
      summary: Math.min(PER_SCALE.summaries * scale, videos * PERSONAS),
      claim: PER_SCALE.claims * scale,
      claim_relation: PER_SCALE.claimRelations * scale,
      annotation: PER_SCALE.annotations * scale,
    }
  }

  hash(kind, index, lane = 0) {
    return mix(mix(mix(this.seed ^ hashText(kind)) + index) + Math.imul(lane + 1, 0x9e3779b9))
  }

  rng(kind, index) {
    return new Rng(this.hash(kind, index, 7))
  }

  /** Returns a UUID in the form of version 4 whose last eight digits are the index of the record. */
  id(kind, index) {
    const hex = (n, width) => (n >>> 0).toString(16).padStart(8, '0').slice(-width)
    const a = hex(this.hash(kind, index, 0), 8)
    const b = hex(this.hash(kind, index, 1), 7)
    const c = hex(this.hash(kind, index, 2), 8)
    return `${a}-${b.slice(0, 4)}-4${b.slice(4)}-a${c.slice(0, 3)}-${c.slice(3, 7)}${hex(index, 8)}`
  }

  /** Returns creation and update times: records of a kind are created a second apart, each kind from another day on. */
  stamp(kind, index) {
    const day = hashText(kind) % 300
    const created = Date.UTC(2025, 0, 1 + day) + index * 1000
    return {
      createdAt: new Date(created).toISOString(),
      updatedAt: new Date(created + (this.hash(kind, index, 3) % 86_400_000)).toISOString(),
    }
  }

  videoId(index) {
    return this.givenVideos ? this.givenVideos[index] : this.id('video', index)
  }

  personaId(index) {
    return this.id('persona', index)
  }

  // The following return a type of a persona's ontology; `list` is a key of ONTOLOGY.
  typeId(persona, list, index) {
    return this.id(`${list}:${persona}`, index)
  }
  typeName(persona, list, index) {
    return title(noun(this.rng(`${list}:${persona}`, index)))
  }
  anyType(r, persona, list) {
    const index = r.int(0, ONTOLOGY[list] - 1)
    return { id: this.typeId(persona, list, index), name: this.typeName(persona, list, index) }
  }

  /** Returns rich text: some text, with references to a type and to a world object. */
  gloss(r, persona, text) {
    const items = [{ type: 'text', content: text }]
    if (r.chance(0.5)) {
      items.push(
        { type: 'text', content: ' See ' },
        {
          type: 'typeRef',
          content: this.anyType(r, persona, 'entityTypes').id,
          refType: 'entity',
          refPersonaId: this.personaId(persona),
        },
      )
    }
    if (r.chance(0.5)) {
      items.push(
        { type: 'text', content: ' and ' },
        { type: 'objectRef', content: this.id('entity', r.int(0, ENTITIES - 1)) },
        { type: 'text', content: '.' },
      )
    }
    return items
  }
}

import { annotationRecord } from '../annotations/annotation.shape.js'
import type { ContentType } from '../access/vocabulary.js'
import { claimRecord, claimRelationRecord } from '../claims/claim.shape.js'
import type { RecordOf } from '../database/rows/record.js'
import { ontologyRecord, personaRecord } from '../personas/persona.shape.js'
import { summaryRecord } from '../summaries/summary.shape.js'
import { worldArrays } from '../world/world-kinds.js'
import { objectKinds, typeKinds, type HistoryKind } from './history.shape.js'

// Which rows a thing with a history consists of.

/** Rows of another table that belong to a thing. */
export interface Parts {
  table: string
  /** The column with the id of the thing. */
  of: string
  /** The kinds of their entries, and the column that has them without `suffix`; none for a single kind. */
  kinds: readonly string[]
  kindColumn?: string
  suffix?: string
  /** The column that tells the rows of a thing apart. */
  part: string
  /** The columns of type text, whose pieces the log has as text (`text_before`); all others hold JSON as it is. */
  texts: readonly string[]
}

export interface HistoryOf {
  table: string
  /** The column with the id by which entries name the thing. */
  id: string
  /** Of a type or an object: the column that tells it apart within its ontology or world, and the kind in its row. */
  part?: string
  rowKind?: string
  /** Its columns with their names in answers; none for a document in the column `body`. */
  record?: RecordOf
  parts?: Parts
  /** By which content the rules of access decide who may read it. */
  access: { kind: ContentType; table: string } | { kind: 'relation' }
  /** The kind of the entries that say whose it was, once it is deleted. */
  root: HistoryKind
  versioned: boolean
}

const persona = { access: { kind: 'persona', table: 'personas' }, root: 'persona' } as const
const world = { access: { kind: 'world_state', table: 'world_states' }, root: 'world_state' } as const
const content = <K extends 'annotation' | 'summary' | 'claim'>(kind: K, table: string) =>
  ({ access: { kind, table }, root: kind, table, id: 'id', versioned: true }) as const

const typeOf = (kind: (typeof typeKinds)[number]): HistoryOf => ({
  ...persona,
  table: 'ontology_types',
  id: 'persona_id',
  part: 'type_id',
  rowKind: kind.replace('_type', ''),
  versioned: false,
})
const objectOf = (kind: (typeof objectKinds)[number]): HistoryOf => ({
  ...world,
  table: 'world_objects',
  id: 'world_id',
  part: 'object_id',
  rowKind: kind,
  versioned: false,
})

export const historyOfKind: Readonly<Record<HistoryKind, HistoryOf>> = {
  persona: { ...persona, table: 'personas', id: 'id', record: personaRecord, versioned: true },
  ontology: {
    ...persona,
    table: 'ontologies',
    id: 'persona_id',
    record: ontologyRecord,
    versioned: true,
    parts: {
      table: 'ontology_types',
      of: 'persona_id',
      kinds: typeKinds,
      kindColumn: 'kind',
      suffix: '_type',
      part: 'type_id',
      texts: [],
    },
  },
  ...(Object.fromEntries(typeKinds.map((kind) => [kind, typeOf(kind)])) as Record<
    (typeof typeKinds)[number],
    HistoryOf
  >),
  world_state: {
    ...world,
    table: 'world_states',
    id: 'id',
    versioned: true,
    parts: {
      table: 'world_objects',
      of: 'world_id',
      kinds: objectKinds,
      kindColumn: 'kind',
      suffix: '',
      part: 'object_id',
      texts: [],
    },
  },
  ...(Object.fromEntries(objectKinds.map((kind) => [kind, objectOf(kind)])) as Record<
    (typeof objectKinds)[number],
    HistoryOf
  >),
  annotation: {
    ...content('annotation', 'annotations'),
    record: annotationRecord,
    parts: {
      table: 'sequence_parts',
      of: 'annotation_id',
      kinds: ['sequence_part'],
      part: 'from_frame',
      texts: ['boxes'],
    },
  },
  summary: { ...content('summary', 'video_summaries'), record: summaryRecord },
  claim: { ...content('claim', 'claims'), record: claimRecord },
  claim_relation: {
    access: { kind: 'relation' },
    root: 'claim_relation',
    table: 'claim_relations',
    id: 'id',
    record: claimRelationRecord,
    versioned: false,
  },
}

/** The array of an ontology or a world that holds the items of a kind, as REST calls it. */
export const arrayOfKind: Readonly<Record<string, string>> = {
  entity_type: 'entities',
  event_type: 'events',
  role_type: 'roles',
  relation_type: 'relationTypes',
  ...Object.fromEntries(Object.entries(worldArrays).map(([array, kind]) => [kind, array])),
}

/** Whether the kind is one of a type or of an object, which `part` names. */
export const hasPart = (kind: HistoryKind): boolean => historyOfKind[kind].part !== undefined

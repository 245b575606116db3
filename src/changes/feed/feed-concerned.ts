import { systemPersonaId } from '../../personas/system-persona.js'
import { worldKinds } from '../../world/world-kinds.js'
import type { Label, ObjectKey, SimpleKind } from './feed-rows.sql.js'
import { typeKinds, type FeedEntry } from './feed.sql.js'

/** The rows and lines that a page of entries may have changed. */
export interface Concerned {
  /** Rows by kind. Rows that are no longer in the export have gone. */
  rows: Record<Exclude<SimpleKind, 'persona'>, Set<string>>
  personas: Set<string>
  /** The personas of changed ontologies and types, and the ids of deleted ontologies. */
  ontologiesOf: Set<string>
  deletedOntologies: Set<string>
  objects: Map<string, ObjectKey>
  // The following members concern lines only if these are in the export.
  sequences: Set<string>
  claims: Set<string>
  summaries: Set<string>
  types: Label[]
  labels: Label[]
  /** Objects that were added or deleted, and their worlds. */
  named: { worldIds: Set<string>; objectIds: Set<string> }
  /** Claims whose project has changed, and claims whose place or time has changed. */
  movedClaims: Set<string>
  placedClaims: Set<string>
  renamed: Set<string>
  /** Whether a world has changed its project or its owner. */
  hasMovedWorld: boolean
}

const isKind = <K extends string>(kinds: readonly K[], kind: string): kind is K =>
  (kinds as readonly string[]).includes(kind)

const keyText = ({ worldId, kind, objectId }: ObjectKey) => JSON.stringify([worldId, kind, objectId])

/**
 * Sorts entries by the rows and lines that they may have changed; `isIn` says whether the row of an entry is or was in
 * the export.
 */
export function concernedBy(entries: readonly FeedEntry[], isIn: (entry: FeedEntry) => boolean): Concerned {
  const found: Concerned = {
    rows: {
      ...{ type_correspondence: new Set(), summary: new Set(), claim: new Set(), claim_relation: new Set() },
      annotation: new Set(),
    },
    personas: new Set(),
    ontologiesOf: new Set(),
    deletedOntologies: new Set(),
    objects: new Map(),
    sequences: new Set(),
    claims: new Set(),
    summaries: new Set(),
    types: [],
    labels: [],
    named: { worldIds: new Set(), objectIds: new Set() },
    movedClaims: new Set(),
    placedClaims: new Set(),
    renamed: new Set(),
    hasMovedWorld: false,
  }
  for (const entry of entries) {
    const { kind, thing, part, operation } = entry
    const concerned = isIn(entry)
    if (kind === 'user') {
      if (entry.renamed) found.renamed.add(thing)
    } else if (kind === 'sequence_part') found.sequences.add(thing)
    else if (kind === 'persona') {
      if (concerned && thing !== systemPersonaId) found.personas.add(thing)
    } else if (kind === 'ontology') {
      if (concerned && thing !== systemPersonaId) {
        found.ontologiesOf.add(thing)
        if (entry.ontology) found.deletedOntologies.add(entry.ontology)
      }
    } else if (typeKinds.includes(kind)) {
      if (concerned && thing !== systemPersonaId) found.ontologiesOf.add(thing)
      found.types.push({ of: thing, label: part ?? '' })
    } else if (kind === 'world_state') {
      if (entry.formerOwner !== null || entry.formerProject !== null) found.hasMovedWorld = true
    } else if (isKind(worldKinds, kind)) {
      const key = { worldId: thing, kind, objectId: part ?? '' }
      if (concerned) found.objects.set(keyText(key), key)
      if (entry.owner !== null && kind !== 'relation') found.labels.push({ of: entry.owner, label: key.objectId })
      if (operation !== 'update') {
        found.named.worldIds.add(thing)
        found.named.objectIds.add(key.objectId)
      }
    } else {
      if (concerned) found.rows[kind as keyof Concerned['rows']].add(thing)
      if (kind !== 'claim') continue
      found.claims.add(thing)
      if (entry.summary) found.summaries.add(entry.summary)
      if (entry.movedProject) found.movedClaims.add(thing)
      if (entry.movedPlace) found.placedClaims.add(thing)
    }
  }
  return found
}

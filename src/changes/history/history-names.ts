import { Type, type TSchema } from '@sinclair/typebox'
import { storedShapes } from '../../documents/document-members.js'
import { namedIn } from '../../graphql/enums.js'
import { notesOf } from '../../lib/described.js'
import { PrintedJson } from '../../lib/json-text.js'
import type { HistoryKind } from '../../kinds.js'
import { arraysOfTypes, ontologyType } from '../../personas/ontology-type.shape.js'
import { arraysOfObjects, objectsOf } from '../../world/world-object.shape.js'
import { hasPart, historyOfKind } from './history-kinds.js'
import type { HistoryChange } from './history.shape.js'

const documentOf = (item: TSchema): TSchema => Type.Object(storedShapes(item['properties'] as Record<string, TSchema>))
const arrays: Readonly<Record<string, TSchema>> = { ...arraysOfTypes, ...arraysOfObjects }

/** Returns the schema of a member of a thing, or of an item of one of its arrays. */
function schemaOf(kind: HistoryKind, { member, item }: HistoryChange): TSchema | undefined {
  const field = historyOfKind[kind].record?.fields[member]
  if (field) return notesOf(field.shape).documents ?? field.shape
  if (item !== null) return arrays[member] && documentOf(arrays[member])
  if (!hasPart(kind)) return undefined
  const members = storedShapes((objectsOf as Record<string, TSchema>)[kind]?.['properties'] ?? ontologyType.properties)
  return members[member]
}

/** Returns the change with the names of enums as fields of GraphQL have them, except in sequences, which stay text. */
export function withNames(kind: HistoryKind, change: HistoryChange): HistoryChange {
  const schema = schemaOf(kind, change)
  if (!schema) return change
  const named = (value: unknown) => (value instanceof PrintedJson ? value : namedIn(schema, value))
  return { ...change, before: named(change.before), after: named(change.after) }
}

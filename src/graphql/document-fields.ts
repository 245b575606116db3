import type { TSchema } from '@sinclair/typebox'
import { getNamedType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'
import { extraOf, memberReader, readValue } from '../documents/document-reading.js'
import { notesOf } from '../lib/described.js'
import { documentTypes } from './classes.js'

// The fields of documents, and of rows that contain documents. A value in a document is read when its field is
// resolved; planned operations print most of them from bytes instead (run/picks.ts).

type Field = GraphQLField<Record<string, unknown>, unknown>

/** How a field reads a document: a member, everything else, or a column of a row that contains a whole document. */
export type DocumentField =
  | { kind: 'member'; name: string; schema: TSchema }
  | { kind: 'extra' }
  | { kind: 'column'; schema: TSchema }

const key = 'parallax.document'

/** Returns how the field reads a document; undefined for other fields. */
export function documentFieldOf(field: GraphQLField<unknown, unknown>): DocumentField | undefined {
  return field.extensions?.[key] as DocumentField | undefined
}

function set(field: Field, reads: DocumentField, resolve: (source: Record<string, unknown>) => unknown): void {
  field.extensions = { ...field.extensions, [key]: reads }
  // The column of a row may have a resolver of its own; that of a renamed member only returns a property.
  if (reads.kind !== 'column' || !field.resolve) field.resolve = resolve
}

/** Makes the fields of all documents read them. */
export function readDocuments(schema: GraphQLSchema): void {
  for (const [name, { properties }] of documentTypes) {
    const type = schema.getType(name)
    if (!isObjectType(type)) continue
    const fields = type.getFields()
    for (const [name, member] of Object.entries(properties)) {
      const field = fields[notesOf(member).called ?? name]
      if (field) set(field, { kind: 'member', name, schema: member }, memberReader(name, member))
    }
    set(fields['extra']!, { kind: 'extra' }, (source) => extraOf(properties, source))
  }
}

/** Returns the document in a column in the form that its schema describes. */
export function readAs(field: GraphQLField<unknown, unknown>, document: unknown): unknown {
  const reads = documentFieldOf(field)
  return reads?.kind === 'column' ? readValue(reads.schema, document) : document
}

/** Makes the field of a column read the document in it. `shape` is the schema of the column. */
export function readColumn(field: GraphQLField<unknown, unknown>, shape: TSchema): void {
  if (!documentTypes.has(getNamedType(field.type).name)) return
  const schema = notesOf(shape).documents ?? shape
  set(field as Field, { kind: 'column', schema }, (source) => readValue(schema, source[field.name]))
}

/** A document as it was read: its fields, and in `extra` everything else that is stored, by the names of REST. */
export interface Document {
  extra?: Readonly<Record<string, unknown>> | null
  [field: string]: unknown
}

const notSent = ['__typename', 'id', 'target']

/** Returns a document that was read as an input: without names of types, and without objects it refers to. */
export function inputOf<T>(read: T): T {
  if (Array.isArray(read)) return read.map(inputOf) as T
  if (typeof read !== 'object' || read === null) return read
  const sent = Object.entries(read).filter(([name]) => !notSent.includes(name))
  return Object.fromEntries(sent.map(([name, value]) => [name, name === 'extra' ? value : inputOf(value)])) as T
}

/**
 * Returns the document with other values of fields. Values of these fields in `extra`, which are stored under `names`
 * in another form or under an older name, are removed.
 */
export function changed(document: Document, fields: Document, names: readonly string[]): Document {
  const extra = Object.entries(document.extra ?? {}).filter(([name]) => !names.includes(name))
  return { ...document, ...fields, extra: { ...Object.fromEntries(extra), ...fields.extra } }
}

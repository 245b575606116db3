import { changed, type Document } from '../lib/documents.js'
import { texts } from '../texts.js'
import { faultOf, kindOf, type Attribute } from './attributes.js'
import type { List, Part } from './thing.js'

const words = texts.schema

/** Returns a part with one text, in a field that documents store under `names`. */
const textIn = (label: string, form: 'text' | 'colour', field: string, names: readonly string[] = [field]): Part => ({
  ...{ label, form, options: [], isAside: true },
  read: ({ [field]: value }) => (typeof value === 'string' && value !== '' ? [value] : []),
  write: (document, [value = null]) => changed(document, { [field]: value }, names),
})

const synonyms: Part = {
  ...{ label: words.synonyms, form: 'texts', options: [], isAside: true },
  read: (document) => [...((document['synonyms'] ?? []) as string[])],
  write: (document, values) => changed(document, { synonyms: values.length ? values : null }, ['synonyms']),
}

const attributes: Part = {
  ...{ label: words.attributes, form: 'attributes', options: [] },
  read: (document) => ((document['attributes'] ?? []) as Attribute[]).map((one) => JSON.stringify(one)),
  write: (document, values) =>
    changed(document, { attributes: values.length ? attributesIn(values) : null }, ['attributes']),
  says: (value) => says(JSON.parse(value) as Attribute),
}

/** Returns the attributes that the values of the part stand for. */
export const attributesIn = (values: readonly string[] | undefined): Attribute[] =>
  (values ?? []).map((value) => JSON.parse(value) as Attribute)

/** Returns an attribute as a text: its name, and its choices or its kind. */
function says(attribute: Attribute): string {
  const { name, choices } = attribute
  return words.attributeSays(name ?? '', choices ? choices.join(', ') : words.kinds[kindOf(attribute)])
}

/** Returns the parts that types of every kind have; `types` are those of the same kind, of which one may be refined. */
export const partsOfTypes = (types: readonly { key: string; name?: string | null }[]): NonNullable<List['parts']> => ({
  colour: textIn(words.colour, 'colour', 'color'),
  parent: {
    ...{ label: words.parent, form: 'at most one', isAside: true },
    options: types.map(({ key, name }) => ({ value: key, label: name ?? key })),
    read: ({ parentTypeId }) => (typeof parentTypeId === 'string' && parentTypeId !== '' ? [parentTypeId] : []),
    write: (document, [value = null]) => changed(document, { parentTypeId: value }, ['parentTypeId']),
  },
  synonyms,
  kbId: textIn(words.kbId, 'text', 'kbId', ['kbId', 'wikidataId']),
  attributes,
})

/** Returns what is wrong with the parts of a type; `types` are those of the same kind. */
export const faultsOfTypes =
  (types: readonly Pick<Document, 'key' | 'parentTypeId'>[]): NonNullable<List['faults']> =>
  (values, before) => {
    const fault = faultOf(attributesIn(values['attributes']))
    return {
      ...(refinesItself(types, before?.['key'], values['parent']?.[0]) && { parent: words.refinesItself }),
      ...(fault && { attributes: words.faults[fault.what](fault.name) }),
    }
  }

/** Returns whether a type would refine itself, directly or through others, if it refined `parent`. */
function refinesItself(types: Parameters<typeof faultsOfTypes>[0], key: unknown, parent: unknown): boolean {
  const parents = new Map(types.map((type) => [type.key, type.parentTypeId]))
  const seen = new Set<unknown>()
  for (let above = parent; above != null && !seen.has(above); above = parents.get(above)) {
    if (above === key) return true
    seen.add(above)
  }
  return false
}

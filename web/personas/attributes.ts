import { changed, type Document } from '../lib/documents.js'

/** An attribute of a type, as it is read and sent. */
export interface Attribute extends Document {
  name?: string | null
  /** In upper case, as a value of the enum. */
  type?: string | null
  required?: boolean | null
  defaultValue?: unknown
  choices?: readonly string[] | null
  /** Whether the value may differ between frames, which it may unless this is false. */
  perFrame?: boolean | null
}

/** The data type of an attribute of each kind that the desk distinguishes. */
const types = { text: 'STRING', number: 'NUMBER', flag: 'BOOLEAN', date: 'DATE', choices: 'STRING' } as const
export type AttributeKind = keyof typeof types

/** Returns the kind of an attribute; one whose data type is unknown is a text. */
export function kindOf({ type, choices }: Pick<Attribute, 'type' | 'choices'>): AttributeKind {
  if (choices) return 'choices'
  return (Object.keys(types) as AttributeKind[]).find((kind) => types[kind] === type) ?? 'text'
}

/** Returns a new attribute of a kind. */
export const newAttribute = (kind: AttributeKind, members: Omit<Attribute, 'type'> = {}): Attribute => ({
  ...{ name: '', type: types[kind], required: false, perFrame: true },
  ...(kind === 'choices' && { choices: [] }),
  ...members,
})

/** Returns the attribute with another kind; its default value and its choices may not fit that kind. */
export const withKind = (attribute: Attribute, kind: AttributeKind): Attribute =>
  changed(attribute, { type: types[kind], choices: kind === 'choices' ? [] : null, defaultValue: null }, [
    'type',
    'choices',
    'defaultValue',
  ])

/** Returns the attribute with other choices, and without a default value that they no longer contain. */
export const withChoices = (attribute: Attribute, choices: readonly string[]): Attribute =>
  changed(attribute, { choices, ...(!choices.includes(String(attribute.defaultValue)) && { defaultValue: null }) }, [
    'choices',
  ])

/** Returns the default value of an attribute as the text of a field, which is empty without one. */
export const defaultText = ({ defaultValue }: Attribute): string =>
  typeof defaultValue === 'string' || typeof defaultValue === 'number' || typeof defaultValue === 'boolean'
    ? String(defaultValue)
    : ''

/** Returns the attribute with the default value that the text of a field means; an empty text removes it. */
export function withDefault(attribute: Attribute, text: string): Attribute {
  const kind = kindOf(attribute)
  const value = kind === 'number' ? Number(text) : kind === 'flag' ? text === 'true' : text
  return changed(attribute, { defaultValue: text === '' ? null : value }, ['defaultValue'])
}

/** What is wrong with one of the attributes, with its place in the list and its name. */
export interface AttributeFault {
  what: 'nameless' | 'twice' | 'choiceless'
  at: number
  name: string
}

/** Returns the first fault of attributes, which the server or a reader of them would refuse. */
export function faultOf(attributes: readonly Attribute[]): AttributeFault | undefined {
  const seen = new Set<string>()
  for (const [at, attribute] of attributes.entries()) {
    const name = (attribute.name ?? '').trim()
    if (name === '') return { what: 'nameless', at, name }
    if (seen.has(name)) return { what: 'twice', at, name }
    if (attribute.choices?.length === 0) return { what: 'choiceless', at, name }
    seen.add(name)
  }
  return undefined
}

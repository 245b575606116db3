import { colourOf } from '../lib/colours.js'
import { newAttribute, type Attribute, type AttributeKind } from './attributes.js'
import { newType, type NewType, type ReadSchema, type SchemaFault } from './new-types.js'

/** The kind of an attribute for each `input_type` of CVAT. */
const kinds: Readonly<Record<string, AttributeKind>> = {
  select: 'choices',
  radio: 'choices',
  checkbox: 'flag',
  number: 'number',
  text: 'text',
}

/** Thrown by the functions below, and caught by `readCvat`. */
class Fault extends Error {
  constructor(readonly fault: SchemaFault) {
    super(fault.what)
  }
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * Reads labels of CVAT in JSON: the list that the label constructor shows as raw text, a task or project with `labels`,
 * or a page of the API with `results`. The points of skeletons and the bounds of numbers are left out.
 */
export function readCvat(text: string): ReadSchema {
  try {
    return { types: labelsIn(parsed(text)).map(typeOf) }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault }
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Fault({ what: 'json', detail: (error as Error).message })
  }
}

function labelsIn(read: unknown): readonly unknown[] {
  const labels = isObject(read) ? (read['labels'] ?? read['results']) : read
  if (!Array.isArray(labels) || !labels.length) throw new Fault({ what: 'noLabels', detail: '' })
  return labels
}

function typeOf(label: unknown, at: number): NewType {
  const { name, color, attributes }: Json = isObject(label) ? label : {}
  const named = textIn(name)
  if (named === '') throw new Fault({ what: 'nameless', detail: String(at + 1) })
  const read = (Array.isArray(attributes) ? attributes : []).map((one) => attributeOf(one, named))
  return newType(named, { colour: colourOf(textIn(color)), attributes: read })
}

function attributeOf(read: unknown, label: string): Attribute {
  const { name, input_type: inputType, values, default_value: initial, mutable }: Json = isObject(read) ? read : {}
  const named = textIn(name)
  if (named === '') throw new Fault({ what: 'attribute', detail: label })
  const kind = Object.hasOwn(kinds, String(inputType)) ? kinds[String(inputType)] : undefined
  if (!kind) throw new Fault({ what: 'inputType', detail: `${label}, ${named}` })
  const choices = kind === 'choices' ? choicesIn(values) : undefined
  if (choices?.length === 0) throw new Fault({ what: 'values', detail: `${label}, ${named}` })
  const defaultValue = defaultOf(kind, typeof initial === 'string' ? initial.trim() : String(initial ?? ''), choices)
  return newAttribute(kind, {
    name: named,
    perFrame: mutable === true,
    ...(choices && { choices }),
    ...(defaultValue !== undefined && { defaultValue }),
  })
}

/** Returns the different values, which files have as a list, and older ones as one text with a line for each. */
function choicesIn(values: unknown): string[] {
  const all: unknown[] = typeof values === 'string' ? values.split('\n') : Array.isArray(values) ? values : []
  return [...new Set(all.map((one) => String(one).trim()).filter((one) => one !== ''))]
}

/** Returns the default value in the form of the kind; undefined if the text is no such value. */
function defaultOf(kind: AttributeKind, text: string, choices: readonly string[] | undefined) {
  if (text === '') return undefined
  if (kind === 'flag') return text.toLowerCase() === 'true'
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined
  return choices && !choices.includes(text) ? undefined : text
}

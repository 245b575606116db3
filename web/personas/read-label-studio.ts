import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { colourOf } from '../lib/colours.js'
import { newAttribute, type Attribute, type AttributeKind } from './attributes.js'
import { newType, type ReadSchema } from './new-types.js'

/** The kind of attribute that each control for regions becomes. */
const kinds: Readonly<Record<string, AttributeKind>> = {
  Choices: 'choices',
  TextArea: 'text',
  Number: 'number',
  Rating: 'number',
  DateTime: 'date',
}

/** A control whose values are noted of each region, and the labels of those regions; of all if it names none. */
interface Control {
  attribute: Attribute
  choices: string[]
  labels: readonly string[]
}

/** What a labelling configuration contains: the colours of the labels by name, and the controls for regions. */
interface Config {
  labels: Map<string, string | undefined>
  controls: Control[]
}

/**
 * Reads a labelling configuration of Label Studio: its XML, or the JSON of a project, which contains it as
 * `label_config`. Each label becomes a type, and controls with `perRegion` become attributes for the whole track.
 * Controls with several choices at once are left out.
 */
export function readLabelStudio(text: string): ReadSchema {
  const source = text.trim()
  let xml = source
  if (/^[[{]/.test(source)) {
    try {
      const project = JSON.parse(source) as { label_config?: unknown } | null
      xml = typeof project?.label_config === 'string' ? project.label_config : ''
    } catch (error) {
      return { fault: { what: 'json', detail: (error as Error).message } }
    }
  }
  if (xml === '') return { fault: { what: 'noLabels', detail: '' } }
  const config = configIn(xml)
  if (typeof config === 'string') return { fault: { what: 'xml', detail: config } }
  const { labels, controls } = config
  if (!labels.size) return { fault: { what: 'noLabels', detail: '' } }
  const types = [...labels].map(([name, colour]) => newType(name, { colour, attributes: attributesOf(name, controls) }))
  return { types }
}

/** Reads the XML of a configuration; returns its first fault as a text. */
function configIn(xml: string): Config | string {
  const config: Config = { labels: new Map(), controls: [] }
  const parser = new SaxesParser()
  /** The elements around the current one; undefined for those that are not controls. */
  const around: (Control | undefined)[] = []
  let fault: string | undefined
  parser.on('error', ({ message }) => (fault ??= message))
  parser.on('opentag', (tag) => {
    const { name, attributes } = tag
    const value = attributes['value']?.trim() ?? ''
    if (name === 'Label' && value !== '' && !config.labels.has(value))
      config.labels.set(value, colourOf(attributes['background']))
    const within = around.findLast((one) => one !== undefined)
    if (name === 'Choice' && value !== '' && within && !within.choices.includes(value)) within.choices.push(value)
    const control = controlOf(tag)
    if (control) config.controls.push(control)
    around.push(control)
  })
  parser.on('closetag', () => void around.pop())
  parser.write(xml).close()
  return fault ?? config
}

/** Returns the control for regions that an element stands for, if it stands for one. */
function controlOf({ name: element, attributes }: SaxesTagPlain): Control | undefined {
  const kind = Object.hasOwn(kinds, element) ? kinds[element] : undefined
  const name = attributes['name']?.trim() ?? ''
  const { perRegion, choice = '', required, whenLabelValue = '' } = attributes
  if (!kind || name === '' || perRegion !== 'true' || choice.startsWith('multiple')) return undefined
  const attribute = newAttribute(kind, { name, required: required === 'true', perFrame: false })
  const labels = whenLabelValue.split(',').map((label) => label.trim())
  return { attribute, choices: [], labels: labels.filter((label) => label !== '') }
}

/** Returns the attributes of a label. */
const attributesOf = (label: string, controls: readonly Control[]): Attribute[] =>
  controls
    .filter(({ labels }) => !labels.length || labels.includes(label))
    .filter(({ attribute, choices }) => !attribute.choices || choices.length > 0)
    .map(({ attribute, choices }) => (attribute.choices ? { ...attribute, choices } : attribute))

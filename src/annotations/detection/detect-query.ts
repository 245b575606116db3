import { glossOf, glossText, isGlossItem, type GlossItem } from '../../documents/gloss.js'
import type { QueryFlag, QueryOptions } from './detect.shape.js'

/** The name and description of a type or world object, for a query. */
export interface Named {
  name: string
  /** The description: plain text or rich text. */
  gloss: unknown
}

/** The types and world objects that a detection query can name, by category, each list in stored order. */
export interface QueryVocabulary {
  entityTypes: Named[]
  eventTypes: Named[]
  roleTypes: Named[]
  relationTypes: Named[]
  entities: Named[]
  events: Named[]
  locations: Named[]
  times: Named[]
}

const categories: [key: keyof QueryVocabulary, title: string, names: QueryFlag, glosses: QueryFlag][] = [
  ['entityTypes', 'Entity types', 'includeEntityTypes', 'includeEntityGlosses'],
  ['eventTypes', 'Event types', 'includeEventTypes', 'includeEventGlosses'],
  ['roleTypes', 'Role types', 'includeRoleTypes', 'includeRoleGlosses'],
  ['relationTypes', 'Relation types', 'includeRelationTypes', 'includeRelationGlosses'],
  ['entities', 'Entities', 'includeEntityInstances', 'includeEntityInstanceGlosses'],
  ['events', 'Events', 'includeEventInstances', 'includeEventInstanceGlosses'],
  ['locations', 'Locations', 'includeLocationInstances', 'includeLocationInstanceGlosses'],
  ['times', 'Times', 'includeTimeInstances', 'includeTimeInstanceGlosses'],
]

/**
 * Builds the query of a detection: two header lines (analyst, information need), then one line per selected category
 * that is not empty, with its lower-cased names joined by `, ` and, if requested, the gloss in parentheses (V-18).
 * Returns null when nothing is selected or available.
 */
export function detectionQuery(
  persona: { name: string; informationNeed: string },
  vocabulary: QueryVocabulary,
  options: QueryOptions,
): string | null {
  const chosen: QueryOptions = { includeEntityTypes: true, ...options }
  const lines = categories.flatMap(([key, title, names, glosses]) => {
    const terms = chosen[names]
      ? vocabulary[key].map((item) => term(item, chosen[glosses] === true)).filter(Boolean)
      : []
    return terms.length ? [`${title}: ${terms.join(', ')}`] : []
  })
  if (lines.length === 0) return null
  return [`Analyst: ${oneLine(persona.name)}`, `Information need: ${oneLine(persona.informationNeed)}`, ...lines].join(
    '\n',
  )
}

function term({ name, gloss }: Named, withGloss: boolean): string {
  const label = oneLine(name).toLowerCase()
  // Parentheses delimit the gloss, so those inside it are removed.
  const text = withGloss && label ? oneLine(textOf(gloss).replace(/[()]/g, ' ')) : ''
  return text ? `${label} (${text})` : label
}

function textOf(gloss: unknown): string {
  if (typeof gloss === 'string') return gloss
  const items: GlossItem[] = Array.isArray(gloss) ? gloss.filter(isGlossItem) : []
  return glossText(glossOf(items))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

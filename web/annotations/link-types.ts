import { LinkTypesDocument, type LinkTypesQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { usePersonaNames } from '../app/names.js'
import { texts } from '../texts.js'

type OntologyTypes = NonNullable<NonNullable<LinkTypesQuery['persona']>['ontology']>['types']

/** A type that a box can be labelled with; `digit` is the key on the keyboard that chooses it. */
export interface LinkableType {
  key: string
  name: string
  kind: OntologyTypes[number]['kind']
  /** Any text that the ontology has as its colour. */
  color: string | null | undefined
  digit: number | undefined
  attributes: OntologyTypes[number]['attributes']
}

/** The kinds, in the order in which the server searches them for a key. */
const kinds = ['ENTITY', 'EVENT', 'ROLE', 'RELATION'] as const
const none: readonly LinkableType[] = []

/**
 * Returns the types of a persona that boxes can be labelled with; without a persona, those of the first one. If types
 * of two kinds have the same key, a box with this key means the type whose kind comes first, so only that type is
 * returned.
 */
export function useLinkTypes(chosen: string | null | undefined) {
  const { nodes: personas } = usePersonaNames()
  const personaId = chosen ?? personas[0]?.id ?? null
  const { data } = useGraph(LinkTypesDocument, { personaId: personaId ?? '' }, { enabled: personaId !== null })
  const persona = data?.persona
  const all = persona?.ontology?.types
  const mayChange = persona?.viewerCan.update === true
  return { personas, personaId, projectId: persona?.project?.id, mayChange, types: all ? linkable(all) : none }
}

const cache = new WeakMap<OntologyTypes, readonly LinkableType[]>()

function linkable(all: OntologyTypes): readonly LinkableType[] {
  let types = cache.get(all)
  if (!types) {
    const taken = new Set<string>()
    const inOrder = kinds.flatMap((kind) => all.filter((one) => one.kind === kind))
    const offered = inOrder.filter(({ key }) => !taken.has(key) && taken.add(key))
    types = offered.map(({ key, name, kind, color, attributes }, at) => {
      return { key, name: name!, kind, color, digit: at < 9 ? at + 1 : undefined, attributes }
    })
    cache.set(all, types)
  }
  return types
}

/** Returns the types as options of a select, grouped by kind. */
export function typeOptions(types: readonly LinkableType[]) {
  return kinds.flatMap((kind) => {
    const items = types.filter((one) => one.kind === kind)
    return items.length
      ? [{ group: texts.link.kinds[kind], items: items.map(({ key, name }) => ({ value: key, label: name })) }]
      : []
  })
}

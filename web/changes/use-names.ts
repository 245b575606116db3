import {
  HistoryNamesDocument,
  KnownObjectsDocument,
  type HistoryNamesQuery,
  type VideoNamedFragment,
} from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Names } from './change-words.js'

/** The most ids that one query may ask for. */
const most = 100

export interface Known {
  names: Names
  /** The videos of the annotations among the ids, by the id of the annotation. */
  videos: ReadonlyMap<string, VideoNamedFragment>
}

/**
 * Returns the names of what has these ids, of the types of personas among them and of the personas that annotations
 * among them belong to, and of the objects in the user's world.
 */
export function useNames(ids: readonly string[]): Known {
  const options = { placeholderData: <Data>(before: Data) => before, enabled: ids.length > 0 }
  const { data } = useGraph(HistoryNamesDocument, { ids: ids.slice(0, most) }, options)
  const { data: objects } = useGraph(KnownObjectsDocument, {}, options)
  const names = new Map<string, string>()
  for (const list of Object.values(objects?.world ?? {}))
    if (Array.isArray(list))
      for (const one of list) {
        const name = ('label' in one ? one.label : undefined) ?? one.name
        if (name != null) names.set(one.key, name)
      }
  const videos = new Map<string, VideoNamedFragment>()
  for (const node of data?.nodes ?? []) {
    if (node) addNames(node, names)
    if (node?.__typename === 'Annotation' && node.video) videos.set(node.id, node.video)
  }
  return { names, videos }
}

type Node = NonNullable<HistoryNamesQuery['nodes'][number]>

function addNames(node: Node, names: Map<string, string>): void {
  const addTypes = (
    persona: { ontology?: { types: { key: string; name?: string | null }[] } | null } | null | undefined,
  ) => {
    for (const { key, name } of persona?.ontology?.types ?? []) if (name != null) names.set(key, name)
  }
  switch (node.__typename) {
    case 'Annotation': {
      addTypes(node.persona)
      const name = node.label != null && names.get(node.label)
      if (name) names.set(node.id, texts.watch.numbered(name, node.number))
      return
    }
    case 'Persona':
      addTypes(node)
      if (node.name != null) names.set(node.id, node.name)
      return
    case 'Project':
      names.set(node.id, node.projectName)
      return
    case 'Claim':
      if (node.text != null) names.set(node.id, node.text)
      return
    case 'User':
      if (node.displayName != null) names.set(node.id, node.displayName)
      return
    default:
      return
  }
}

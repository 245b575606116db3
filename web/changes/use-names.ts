import {
  HistoryNamesDocument,
  KnownObjectsDocument,
  ObjectsOfProjectDocument,
  type HistoryNamesQuery,
  type KnownObjectsQuery,
  type VideoNamedFragment,
} from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Names } from './change-words.js'

type World = KnownObjectsQuery['world']

/** The most ids that one query may ask for. */
const most = 100

export interface Known {
  names: Names
  /** The videos of the annotations among the ids, by the id of the annotation. */
  videos: ReadonlyMap<string, VideoNamedFragment>
}

/**
 * Returns the names of what has these ids, of the types of personas among them and of the personas that annotations
 * among them belong to. The first id is that of the item whose history is shown: also returns the names of the objects
 * to which it may refer, which are in the user's world and in the worlds of its project.
 */
export function useNames(ids: readonly [item: string, ...others: string[]]): Known {
  const options = { placeholderData: <Data>(before: Data) => before }
  const { data } = useGraph(HistoryNamesDocument, { ids: ids.slice(0, most) }, options)
  const { data: personal } = useGraph(KnownObjectsDocument, {}, options)
  const { projectId, creator } = itemIn(data, ids[0])
  const enabled = projectId != null
  const { data: ofProject } = useGraph(ObjectsOfProjectDocument, { projectId: projectId ?? '' }, { enabled })
  const worlds = [...((enabled && ofProject?.project?.worlds) || []), ...(personal ? [personal.world] : [])]
  const isOfCreator = ({ owner }: World) => owner?.id === creator?.id
  const names = new Map<string, string>()
  // Of several objects with the same key, the item refers to that of its creator.
  for (const world of [...worlds.filter(isOfCreator), ...worlds.filter((one) => !isOfCreator(one))])
    for (const [key, name] of namesIn(world)) if (!names.has(key)) names.set(key, name)
  const videos = new Map<string, VideoNamedFragment>()
  for (const node of data?.nodes ?? []) {
    if (node) addNames(node, names)
    if (node?.__typename === 'Annotation' && node.video) videos.set(node.id, node.video)
  }
  return { names, videos }
}

/** Returns the project of the item whose history is shown and who created it. */
function itemIn(
  data: HistoryNamesQuery | undefined,
  id: string,
): { projectId?: string | null; creator?: { id: string } | null } {
  const item = data?.nodes.find((node) => node?.id === id)
  return item && 'projectId' in item ? item : {}
}

function* namesIn(world: World): Generator<[key: string, name: string]> {
  for (const list of Object.values(world))
    if (Array.isArray(list))
      for (const one of list) {
        const name = ('label' in one ? one.label : undefined) ?? one.name
        if (name != null) yield [one.key, name]
      }
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

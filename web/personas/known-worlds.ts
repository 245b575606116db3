import { useMemo } from 'react'
import { useViewer } from '../app/session.js'
import { KnownObjectsDocument, ObjectsOfProjectDocument, type KnownObjectsQuery } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'

type World = KnownObjectsQuery['world']

/** In milliseconds; worlds change seldom, and changes of others arrive by themselves. */
const staleTime = 30_000

/** The lists of objects that labels and texts refer to. */
export const listsOfObjects = [
  ...(['entities', 'events', 'times'] as const),
  ...(['entityCollections', 'eventCollections', 'timeCollections'] as const),
] as const
export type ListOfObjects = (typeof listsOfObjects)[number]

/** An object of a world that a label or text can refer to. */
export interface KnownObject {
  list: ListOfObjects
  key: string
  name: string
  /** The name of the member to whose world it belongs; absent for the user's own. */
  owner?: string | undefined
  /** Its id, if it is in a world of the user's own. */
  ownId?: string | undefined
}

/** Returns the worlds of a project that the user may read, the user's own first if it exists. */
export function useWorldsOfProject(projectId: string | undefined): readonly World[] {
  const enabled = projectId !== undefined
  const { data } = useGraph(ObjectsOfProjectDocument, { projectId: projectId ?? '' }, { staleTime, enabled })
  return useMemo(() => (enabled && data?.project?.worlds) || [], [enabled, data])
}

/**
 * Returns the objects to which the user's labels and texts in a project can refer, by kind. They are looked up in this
 * order: the user's world in the project, the personal one, and the worlds of other members. Of several objects with
 * the same key only the first can be referred to, so the others are left out.
 */
export function useKnownObjects(projectId: string | undefined): readonly KnownObject[] {
  const { id: viewer } = useViewer()
  const { data } = useGraph(KnownObjectsDocument, {}, { staleTime })
  const ofProject = useWorldsOfProject(projectId)
  return useMemo(() => {
    const isOwn = ({ owner }: World) => owner?.id === viewer
    const others = ofProject.filter((world) => !isOwn(world))
    const worlds = [...ofProject.filter(isOwn), ...(data ? [data.world] : []), ...others]
    return listsOfObjects.flatMap((list) => [...objectsOf(list, worlds, viewer).values()])
  }, [data, ofProject, viewer])
}

/** Returns the events of the user's world in a project, or of the personal one. */
export function useOwnEvents(projectId: string | null): readonly { id: string; name: string }[] {
  const { id: viewer } = useViewer()
  const { data } = useGraph(KnownObjectsDocument, {}, { staleTime, enabled: projectId === null })
  const ofProject = useWorldsOfProject(projectId ?? undefined)
  const world = projectId === null ? data?.world : ofProject.find(({ owner }) => owner?.id === viewer)
  return useMemo(() => (world?.events ?? []).map(({ id, key, name }) => ({ id, name: name ?? key })), [world])
}

/** Returns the objects of a list of all worlds by their keys. */
function objectsOf(list: ListOfObjects, worlds: readonly World[], viewer: string): ReadonlyMap<string, KnownObject> {
  const found = new Map<string, KnownObject>()
  for (const { owner, ...world } of worlds)
    for (const one of world[list]) {
      const name = ('label' in one ? (one.label ?? one.name) : one.name) ?? one.key
      const whose = owner?.id === viewer ? { ownId: one.id } : { owner: owner?.displayName }
      if (!found.has(one.key)) found.set(one.key, { list, key: one.key, name, ...whose })
    }
  return found
}

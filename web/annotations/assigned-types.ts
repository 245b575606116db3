import type { AssignableObjectQuery } from '../generated/graphql.js'
import { changed, type Document } from '../lib/documents.js'
import { changeObject } from './own-object.js'

/** For each kind of object: its list of types, the names by which documents store it and the type, and their kind. */
const names = {
  Entity: { list: 'typeAssignments', stored: 'typeAssignments', typeId: 'entityTypeId', kind: 'ENTITY' },
  Event: { list: 'interpretations', stored: 'personaInterpretations', typeId: 'eventTypeId', kind: 'EVENT' },
} as const

/** A type that a persona assigns to an object. */
type Assigned = Document & { personaId?: unknown; typeId?: unknown }

/**
 * Keeps the types of tracks that are linked to an object of the user's own world: their personas assign them to the
 * object. A persona that already assigns a type to the object, and types of another kind than the object, are left out.
 * Returns a function that takes it back.
 */
export async function assignTypes(objectId: string, trackIds: readonly string[]): Promise<() => Promise<void>> {
  let added: readonly Assigned[] = []
  await change(objectId, trackIds, (assigned, types) => {
    const assigning = new Set(assigned.map(({ personaId }) => personaId))
    added = types.filter(({ personaId }) => !assigning.has(personaId) && assigning.add(personaId))
    return added.length ? [...assigned, ...added] : undefined
  })
  const isAdded = (one: Assigned) =>
    added.some(({ personaId, typeId }) => personaId === one.personaId && typeId === one.typeId)
  return async () => {
    if (!added.length) return
    await change(objectId, [], (assigned) => {
      const rest = assigned.filter((one) => !isAdded(one))
      return rest.length < assigned.length ? rest : undefined
    })
  }
}

/** Returns the types that the object is to have, from its own and those of the tracks; undefined for no change. */
type Edit = (assigned: readonly Assigned[], ofTracks: readonly Assigned[]) => readonly Assigned[] | undefined

const change = (objectId: string, trackIds: readonly string[], edit: Edit) =>
  changeObject(
    objectId,
    (document, kind, tracks) => {
      const { list, stored } = names[kind]
      const assigned = edit((document[list] ?? []) as Assigned[], typesOf(tracks, names[kind]))
      return assigned && changed(document, { [list]: assigned }, [stored])
    },
    trackIds,
  )

/** Returns the types of tracks that are of the kind, as assignments of their personas. */
function typesOf(
  tracks: AssignableObjectQuery['tracks'],
  { kind, typeId }: (typeof names)[keyof typeof names],
): Assigned[] {
  return tracks.flatMap((track) => {
    const type = track && 'target' in track ? track.target : undefined
    if (type?.__typename !== 'OntologyType' || type.kind !== kind || !type.personaId) return []
    return [{ personaId: type.personaId, typeId: type.key, extra: { [typeId]: type.key } }]
  })
}

import {
  AssignableObjectDocument,
  SaveAssignedObjectDocument,
  type AssignableObjectQuery,
  type WorldObjectInput,
} from '../generated/graphql.js'
import { AnswerError, untilAnswered } from '../lib/answer.js'
import { changed, inputOf, type Document } from '../lib/documents.js'
import { graph } from '../lib/graph.js'

/** How often an object is read again because its world was changed at the same time. */
const tries = 3
/** The answers that mean that the user may not change the object, to which tracks can be linked all the same. */
const refusals = ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT']

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

async function change(objectId: string, trackIds: readonly string[], edit: Edit): Promise<void> {
  const variables = { id: objectId, worldId: objectId.slice(0, objectId.indexOf('/')), tracks: [...trackIds] }
  for (let n = 1; ; n++) {
    const { object, world, tracks } = await untilAnswered(() => graph(AssignableObjectDocument, variables))
    if (object?.__typename !== 'Entity' && object?.__typename !== 'Event') return
    if (!world || !('version' in world)) return
    const { list, stored } = names[object.__typename]
    const document = inputOf<Document>(object)
    const assigned = edit((document[list] ?? []) as Assigned[], typesOf(tracks, names[object.__typename]))
    if (!assigned) return
    const saved = changed(document, { [list]: assigned }, [stored])
    const input = { [object.__typename.toLowerCase()]: saved } as unknown as WorldObjectInput
    const projectId = world.project?.id ?? null
    try {
      await graph(SaveAssignedObjectDocument, { input: { object: input, projectId, ifVersion: world.version } })
      return
    } catch (error) {
      const code = error instanceof AnswerError ? error.code : undefined
      if (code !== undefined && refusals.includes(code)) return
      if (code !== 'PRECONDITION_FAILED' || n === tries) throw error
    }
  }
}

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

import {
  AssignableObjectDocument,
  SaveAssignedObjectDocument,
  type AssignableObjectQuery,
  type WorldObjectInput,
} from '../generated/graphql.js'
import { AnswerError, untilAnswered } from '../lib/answer.js'
import { inputOf, type Document } from '../lib/documents.js'
import { graph } from '../lib/graph.js'

/** How often an object is read again because its world was changed at the same time. */
const tries = 3
/** The answers that mean that the user may not change the object. */
const refusals = ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT']

type Kind = 'Entity' | 'Event'
/** Returns the object as it is to be, from how it is; undefined for no change. */
type Edit = (object: Document, kind: Kind, tracks: AssignableObjectQuery['tracks']) => Document | undefined

/**
 * Changes an entity or event of one of the user's own worlds, based on how it is now; what others change at the same
 * time stays. Objects that the user may not change stay as they are. `trackIds` are tracks that the edit depends on.
 */
export async function changeObject(objectId: string, edit: Edit, trackIds: readonly string[] = []): Promise<void> {
  const variables = { id: objectId, worldId: objectId.slice(0, objectId.indexOf('/')), tracks: [...trackIds] }
  for (let n = 1; ; n++) {
    const { object, world, tracks } = await untilAnswered(() => graph(AssignableObjectDocument, variables))
    if (object?.__typename !== 'Entity' && object?.__typename !== 'Event') return
    if (!world || !('version' in world)) return
    const saved = edit(inputOf<Document>(object), object.__typename, tracks)
    if (!saved) return
    const input = { [object.__typename.toLowerCase()]: saved } as unknown as WorldObjectInput
    const projectId = world.project?.id ?? null
    try {
      await untilAnswered(() =>
        graph(SaveAssignedObjectDocument, { input: { object: input, projectId, ifVersion: world.version } }),
      )
      return
    } catch (error) {
      const code = error instanceof AnswerError ? error.code : undefined
      if (code !== undefined && refusals.includes(code)) return
      if (code !== 'PRECONDITION_FAILED' || n === tries) throw error
    }
  }
}

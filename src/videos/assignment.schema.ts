import { Type, type Static } from '@sinclair/typebox'
import { knownUsername } from '../accounts/user.shape.js'
import { optional, uuid } from '../lib/schema.js'

const videoId = Type.String({ minLength: 1, maxLength: 255 })

export const projectVideoParams = Type.Object({ projectId: uuid, videoId: Type.String() })

/** Who is to annotate the videos: an id or, in its place, a user name. */
const assignee = { assignedUserId: optional(uuid), username: optional(knownUsername) }

export const assignVideoSchema = Type.Object({ videoId, ...assignee })
export const assignVideosSchema = Type.Object({
  videoIds: Type.Array(videoId, { minItems: 1 }),
  projectId: uuid,
  ...assignee,
})
export type Assignee = Pick<Static<typeof assignVideoSchema>, 'assignedUserId' | 'username'>
export type AssignVideosInput = Static<typeof assignVideosSchema>

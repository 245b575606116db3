import { Type, type Static } from '@sinclair/typebox'
import { knownUsername } from '../../accounts/user.shape.js'
import { boolean, document, record, served, text, time, uuid, word } from '../../database/rows/record.js'
import { anyId, asJson, says, usually } from '../../lib/described.js'
import { longText, optional, shortText, uuid as uuidShape } from '../../lib/schema.js'

const assignmentSource = usually(
  'AssignmentSource',
  'How a video was assigned to a project: by a person or by a rule.',
  ['manual', 'rule'],
  shortText,
)

/** An assignment of a video to a project. */
export const assignmentRecord = record('projectVideoAssignments', 'x', {
  id: uuid('ID of the assignment.', { ...served, required: true, shown: false }),
  projectId: uuid('ID of the project.', { ...served, required: true }),
  videoId: text('ID of the video.', { ...served, required: true, shape: anyId(longText) }),
  assignedUserId: uuid('ID of the user who is to annotate the video; null for nobody in particular.', {
    ...served,
    nullable: true,
  }),
  source: word('How the assignment was made.', { ...served, shape: assignmentSource }),
  ruleDefinition: document(
    'The rule that made the assignment, as it was then: a JSON object with `ruleId`, `ruleName` and `conditions`. ' +
      'Null for manual assignments.',
    { ...served, nullable: true, shape: asJson(Type.Object({}, { additionalProperties: true })) },
  ),
  assignedBy: text(
    'ID of the user who assigned the video or had the rules evaluated; null if the rules were evaluated automatically.',
    { answeredAs: 'creatorId', ...served, nullable: true, shape: anyId(longText) },
  ),
  assignedAt: time('When the video was assigned.', served),
  /** Whether it closes the video to all users outside its assignments (VA-17). */
  closes: boolean({ ...served, printed: false }),
  /** Whether it shows the video to its assignees even while the video is closed. */
  stands: boolean({ ...served, printed: false }),
  /**
   * When the row of the video was created, by which lists of videos are sorted; maintained by triggers (migration
   * 0206).
   */
  videoCreatedAt: time({ ...served, nullable: true, printed: false }),
})

const videoId = anyId(Type.String({ minLength: 1, maxLength: 255 }))

/** Returns the members for the user who is to annotate the videos, by id or user name. */
const assignee = (videos: string) => ({
  assignedUserId: optional(
    says(`ID of the user who is to annotate the ${videos}; null or absent for nobody in particular.`, uuidShape),
  ),
  username: optional(says('Exact user name of that user, in place of `assignedUserId`.', knownUsername)),
})

export const assignVideoSchema = Type.Object({
  videoId: says('ID of the video, at most 255 characters.', videoId),
  ...assignee('video'),
})
export const assignVideosSchema = Type.Object({
  videoIds: says('IDs of the videos, at least one; an unknown video is refused.', Type.Array(videoId, { minItems: 1 })),
  projectId: says('ID of the project.', uuidShape),
  ...assignee('videos'),
})
export const assignProjectVideosSchema = Type.Object({
  videoIds: says('IDs of the videos, 1 to 1000.', Type.Array(videoId, { minItems: 1, maxItems: 1000 })),
  ...assignee('videos'),
})
export type Assignee = Pick<Static<typeof assignVideoSchema>, 'assignedUserId' | 'username'>
export type AssignVideosInput = Static<typeof assignVideosSchema>

import { Type } from '@sinclair/typebox'
import { projectRoles } from '../access/vocabulary.js'
import { userReference } from '../accounts/user.shape.js'
import { boolean, document, record, served, text, time, uuid, word } from '../database/rows/record.js'
import { slug } from '../groups/group.shape.js'
import { asJson, input, oneOf, says, usually } from '../lib/described.js'
import {
  enumeration,
  mostOfDocument,
  nameText,
  noteText,
  optional,
  shortText,
  uuid as uuidShape,
} from '../lib/schema.js'

const projectRole = usually(
  'ProjectRole',
  'Role of a member in a project. Roles and the permission table together decide what a member may do.',
  projectRoles,
  shortText,
)
export const projectScope = enumeration(
  'ProjectScope',
  'Which projects to list. PERSONAL: those that the caller owns. GROUP: those owned by groups of the caller. ALL: ' +
    'both, and those that the caller has joined.',
  ['personal', 'group', 'all'],
)

/** A project: work on a set of videos by several users. */
export const projectRecord = record('projects', 'j', {
  id: uuid('ID of the project.', { ...served, required: true, shown: false }),
  name: text('Display name, not empty.', { ...served, required: true }),
  description: text('Description of the project; null if there is none.', { ...served, nullable: true }),
  slug: word('Unique short name of lower-case words joined by hyphens, at most 100 characters. It never changes.', {
    ...served,
    required: true,
  }),
  ownerUserId: uuid('ID of the user who owns the project; null if a group owns it.', {
    answeredAs: 'ownerId',
    ...served,
    nullable: true,
  }),
  ownerGroupId: uuid('ID of the group that owns the project; null if a user owns it.', { ...served, nullable: true }),
  settings: document('Settings for front ends, as they were sent. The server does not interpret them.', {
    ...served,
    shape: asJson(Type.Object({}, { additionalProperties: true })),
  }),
  isArchived: boolean(
    'Whether the project is archived: its content, members and videos can be read and exported but not changed, ' +
      'and lists leave it out unless asked for.',
    served,
  ),
  createdBy: uuid('ID of the user who created the project. Kept after that account is deleted.', {
    answeredAs: 'creatorId',
    ...served,
    required: true,
  }),
  createdAt: time('When it was created.', served),
  updatedAt: time('When it was last changed.', served),
})

/** A user's membership in a project, with the role. */
export const projectMemberRecord = record('projectMemberships', 'm', {
  id: uuid('ID of the membership.', { ...served, required: true, shown: false }),
  userId: uuid('ID of the user.', { ...served, required: true }),
  projectId: uuid('ID of the project.', { ...served, required: true }),
  role: word('Role of the member in the project.', { ...served, required: true, shape: projectRole }),
  joinedAt: time('When the user joined the project.', served),
})

const name = says('Display name, not empty.', nameText)
const description = (sentence: string) => Type.Optional(says(sentence, Type.Union([noteText, Type.Null()])))
/**
 * Returns the schema of the settings, which the server does not interpret; a change replaces them as a whole (U-17).
 */
const settings = (sentence: string) =>
  Type.Optional(says(sentence, Type.Record(Type.String(), Type.Unknown(), { maxJsonLength: mostOfDocument })))
const owner = (sentence: string) => Type.Optional(says(sentence, Type.Union([uuidShape, Type.Null()])))

export const createProjectSchema = Type.Object({
  name,
  description: description('Description of the project.'),
  slug,
  ownerGroupId: owner('ID of the group that owns the project. The caller must be an owner or admin of that group.'),
  ownerUserId: owner("ID of the user who owns the project. Only administrators may give another user's ID."),
  settings: settings(
    'Settings for front ends. The server stores them without interpreting them; an empty object when absent.',
  ),
})
export const updateProjectSchema = Type.Object({
  name: Type.Optional(name),
  description: description('Description of the project; null clears it.'),
  settings: settings(
    'Settings for front ends, not interpreted by the server. They replace the stored settings as a whole.',
  ),
  isArchived: Type.Optional(
    says(
      'True archives the project, false restores it. An archived project accepts only changes that restore it.',
      Type.Boolean(),
    ),
  ),
})

const memberRole = says('Role in the project. PROJECT_OWNER is refused.', projectRole)
/** The input of `addProjectMember`. */
export const addProjectMemberInput = input(
  'AddProjectMemberInput',
  'The user to add to a project, and their role.',
  Type.Object({ projectId: says('ID of the project.', uuidShape), user: userReference.input, role: memberRole }),
)
/** The group whose members are to be added to a project, and their role. */
export const addGroupSchema = Type.Object({
  groupId: says('ID of the group, in which the caller must be a member.', uuidShape),
  role: says('Role that the new members get. PROJECT_OWNER is refused.', projectRole),
})
/** The input of `changeProjectRole`. */
export const changeProjectRoleInput = input(
  'ChangeProjectRoleInput',
  'The new role of a member of a project.',
  Type.Object({
    projectId: says('ID of the project.', uuidShape),
    userId: says('ID of the user.', uuidShape),
    role: memberRole,
  }),
)
const ownerChoice = {
  userId: optional(says("ID of a user. Only administrators may give another user's ID.", uuidShape)),
  groupId: optional(says('ID of a group, of which the caller must be an owner or admin.', uuidShape)),
}
/** The owner of a new project in inputs of GraphQL. */
export const projectOwner = {
  input: Type.Optional(
    says(
      'The owner; the caller when absent.',
      oneOf('ProjectOwnerInput', 'The owner of a project: a user or a group.', Type.Object(ownerChoice)),
    ),
  ),
  of: { userId: 'ownerUserId', groupId: 'ownerGroupId' },
}
export const projectParams = Type.Object({ projectId: uuidShape })
export const listProjectsQuery = Type.Object({
  scope: Type.Optional(Type.Union([Type.Literal('personal'), Type.Literal('group'), Type.Literal('all')])),
  isArchived: Type.Optional(says('True for archived projects only; false or absent for the others.', Type.Boolean())),
  everyones: Type.Optional(
    says("Whether to list everybody's; for administrators only, who then need no `scope`.", Type.Boolean()),
  ),
})

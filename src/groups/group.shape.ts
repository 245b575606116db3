import { Type } from '@sinclair/typebox'
import { groupRoles } from '../access/vocabulary.js'
import { knownUsername } from '../accounts/user.shape.js'
import { record, served, text, time, uuid, word } from '../database/rows/record.js'
import { says, usually } from '../lib/described.js'
import { nameText, noteText, optional, shortText, uuid as uuidShape } from '../lib/schema.js'

/**
 * Any word: the service compares it with the roles that the route allows and refuses others with `Invalid role`
 * (GR-05).
 */
export const groupRole = usually(
  'GroupRole',
  'Role of a member in a group: an owner has the most rights, then admins, then members. The permission table ' +
    'holds the details.',
  groupRoles,
  shortText,
)

/** A group of users who work together. */
export const groupRecord = record('userGroups', 'g', {
  id: uuid('ID of the group.', { ...served, required: true, shown: false }),
  name: text('Display name, not empty.', { ...served, required: true }),
  description: text('Description of the group; null if there is none.', { ...served, nullable: true }),
  slug: word('Unique short name of lower-case words joined by hyphens, at most 100 characters. It never changes.', {
    ...served,
    required: true,
  }),
  createdBy: uuid(
    'ID of the user who created the group, or for whom an administrator created it. Kept after that account is ' +
      'deleted.',
    { answeredAs: 'creatorId', ...served, required: true },
  ),
  createdAt: time('When it was created.', served),
  updatedAt: time('When it was last changed.', served),
})

/** A user's membership in a group, with the role. */
export const groupMemberRecord = record('groupMemberships', 'm', {
  id: uuid('ID of the membership.', { ...served, required: true, shown: false }),
  userId: uuid('ID of the user.', { ...served, required: true }),
  groupId: uuid('ID of the group.', { ...served, required: true }),
  role: word('Role of the member in the group.', { ...served, required: true, shape: groupRole }),
  joinedAt: time('When the user joined the group.', served),
})

/** Words of lower-case letters and digits joined by single hyphens. A slug never changes (U-15). */
export const slug = says(
  'Unique short name: lower-case letters and digits in words joined by hyphens, at most 100 characters. It ' +
    'cannot be changed later.',
  Type.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 100 }),
)

const name = says('Display name, not empty.', nameText)
const description = (sentence: string) => Type.Optional(says(sentence, Type.Union([noteText, Type.Null()])))

export const createGroupSchema = Type.Object({ name, description: description('Description of the group.'), slug })
export const ownerOfGroup = says(
  'ID of the user who becomes the owner of the group; the caller when absent. For administrators only.',
  uuidShape,
)
export const createGroupForSchema = Type.Object({ ...createGroupSchema.properties, createdBy: ownerOfGroup })
export const updateGroupSchema = Type.Object({
  name: Type.Optional(name),
  description: description('Description of the group; null clears it.'),
})
/** The service checks that exactly one of userId and username is present. */
export const addMemberSchema = Type.Object({
  userId: optional(says('ID of the user.', uuidShape)),
  username: optional(
    says('Exact user name of the user, in place of `userId`; exactly one of them is required.', knownUsername),
  ),
  role: says('Role of the new member. GROUP_OWNER is refused unless `asAdministrator` is true.', groupRole),
})
export const changeMemberSchema = Type.Object({
  role: says('The new role: GROUP_ADMIN or GROUP_MEMBER. GROUP_OWNER is refused.', groupRole),
})
/** The number of members, in lists of groups and of projects. */
export const memberCount = says('Number of members.', Type.Integer())
export const groupParams = Type.Object({ groupId: uuidShape })

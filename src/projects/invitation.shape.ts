import { Type } from '@sinclair/typebox'
import { knownUsername } from '../accounts/user.shape.js'
import { record, served, time, uuid, word } from '../database/rows/record.js'
import { says, usually } from '../lib/described.js'
import { enumeration, optional, shortText, uuid as uuidShape } from '../lib/schema.js'
import { projectMemberRecord } from './project.shape.js'

const status = usually(
  'InvitationStatus',
  'What became of an invitation. OPEN: not answered yet. ACCEPTED: the user is a member by it. DECLINED: the user ' +
    'does not want to be one.',
  ['open', 'accepted', 'declined'],
  shortText,
)

/** An invitation of a user to a project. */
export const invitationRecord = record('projectInvitations', 'pi', {
  id: uuid('ID of the invitation.', { ...served, required: true, shown: false }),
  projectId: uuid('ID of the project.', { ...served, required: true }),
  userId: uuid('ID of the user who is invited.', { ...served, required: true }),
  invitedBy: uuid('ID of the user who sent the invitation.', { answeredAs: 'creatorId', ...served, required: true }),
  role: word('Role that the user gets by accepting.', {
    ...served,
    required: true,
    shape: projectMemberRecord.fields.role.shape,
  }),
  status: word('What became of it.', { ...served, required: true, shape: status }),
  createdAt: time('When it was sent.', served),
  expiresAt: time('When it can no longer be accepted, 30 days after it was sent.', served),
  answeredAt: time('When it was accepted or declined; null while it is open.', { ...served, nullable: true }),
})

/** The invited user and their role. */
export const invitationSchema = Type.Object({
  userId: optional(says('ID of the user.', uuidShape)),
  username: optional(
    says('User name of the user, in place of `userId`; exactly one of them is required.', knownUsername),
  ),
  role: says(
    'Role that the user gets by accepting. PROJECT_OWNER is refused.',
    enumeration('InvitedRole', 'Role that an invitation can give.', [
      'project_manager',
      'annotator',
      'reviewer',
      'viewer',
    ]),
  ),
})

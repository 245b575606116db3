import { kind, userExists } from '../database/rows/kind.js'
import { archived } from '../lib/constraints.js'
import { AppError, conflict, forbidden } from '../lib/errors.js'

const inProject = { parent: 'it.project_id' }

export const projectKind = kind('projects', {
  name: 'project',
  noun: 'Project',
  type: 'Project',
  owner: 'ownerUserId',
  project: 'id',
  log: { gone: 'false' },
  title: "c.before ->> 'name'",
  restore: {},
  refusals: {
    projects_archived: () => conflict(archived),
    projects_slug_unique: () => conflict('A project with this slug already exists', 'slug'),
    projects_owner_group_id_fkey: () => forbidden(),
  },
})

export const projectMemberKind = kind('projectMemberships', {
  name: 'project_membership',
  noun: 'Member',
  type: 'ProjectMember',
  readThrough: 'projectId',
  owner: 'userId',
  project: 'projectId',
  log: inProject,
  restore: { only: userExists('user_id') },
  refusals: {
    project_memberships_once: () => conflict('User is already a member', 'user'),
    project_memberships_last_owner: () => new AppError('VALIDATION_ERROR', 'Cannot remove the last project owner'),
  },
})

export const invitationKind = kind('projectInvitations', {
  name: 'project_invitation',
  noun: 'Invitation',
  type: 'ProjectInvitation',
  owner: 'userId',
  project: 'projectId',
  log: inProject,
  restore: { only: `${userExists('user_id')} and ${userExists('invited_by')}` },
})

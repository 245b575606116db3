import { Type } from '@sinclair/typebox'
import { userReference } from '../accounts/user.shape.js'
import { act, type Acts } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { message, named } from '../http/answers.js'
import { pageShape } from '../http/page-answer.js'
import { says } from '../lib/described.js'
import { pageQuery, partsOfQuery } from '../lib/page-query.js'
import { uuid } from '../lib/schema.js'
import * as invitations from './invitation.service.js'
import { invitationRecord, invitationSchema } from './invitation.shape.js'
import { ProjectInvitation } from './invitation.type.js'
import { member } from './project.acts.js'
import { ProjectMember } from './project.type.js'

const text = Type.String()
const invitation = named(
  'ProjectInvitation',
  Type.Object({
    ...answerShapes(invitationRecord),
    projectName: says('Name of the project, which the user may not be able to read yet.', text),
    username: says('User name of the user who is invited.', text),
    inviterName: says('User name of the user who sent the invitation.', text),
  }),
)

const ofProject = { projectId: says('ID of the project.', uuid) }
const one = { invitationId: says('ID of the invitation.', uuid) }

export const invitationActs: Acts = {
  tag: 'Projects',
  acts: [
    act({
      says:
        'Invites a user to a project, in place of adding them. For its owners and managers. The invitation can be ' +
        'accepted for 30 days. CONFLICT if the user is a member or has an open invitation, or the project is archived.',
      rest: 'POST /api/projects/:projectId/invitations',
      params: ofProject,
      body: invitationSchema,
      run: (ctx, { projectId, body }) => invitations.invite(ctx, projectId, body),
      status: 201,
      answer: invitation,
      refuses: [403],
      mutation: {
        name: 'inviteToProject',
        input: 'A user to invite to a project, and the role that they get by accepting.',
        choices: { user: userReference },
        payload: { projectInvitation: () => ProjectInvitation },
      },
    }),
    listAct({
      says: 'Lists the invitations of a project.',
      rest: 'GET /api/projects/:projectId/invitations',
      id: 'listProjectInvitations',
      params: ofProject,
      item: invitation,
      list: (ctx, { projectId }) => invitations.listInvitations(ctx, projectId),
      refuses: [403],
    }),
    act({
      says: 'Withdraws an invitation to a project. For its owners and managers.',
      rest: 'DELETE /api/projects/:projectId/invitations/:invitationId',
      params: { ...ofProject, ...one },
      run: (ctx, { projectId, invitationId }) => invitations.withdrawInvitation(ctx, projectId, invitationId),
      answer: message,
      refuses: [403],
      send: () => ({ message: 'Invitation withdrawn successfully' }),
      mutation: { name: 'withdrawInvitation', input: 'The invitation to withdraw.', id: 'invitationId', deletes: true },
    }),
    act({
      says: 'Lists the invitations of the caller that can be answered.',
      rest: 'GET /api/invitations',
      id: 'listInvitations',
      listedBy: 'invitations',
      query: Type.Object(pageQuery),
      run: async (ctx, { query }) => {
        const { page, totalCount } = partsOfQuery(query)
        const { nodes, pageInfo, countAll } = await invitations.pageOfOwnInvitations(ctx, page)
        return { invitations: nodes, pageInfo, ...(totalCount && { totalCount: await countAll() }) }
      },
      answer: pageShape('invitations', invitation),
    }),
    act({
      says:
        'Accepts an invitation: the caller becomes a member of the project. CONFLICT if the invitation was answered ' +
        'or has expired, if whoever sent it may not add members any more, or if the project is archived.',
      rest: 'POST /api/invitations/:invitationId/accept',
      params: one,
      run: (ctx, { invitationId }) => invitations.acceptInvitation(ctx, invitationId),
      answer: member,
      refuses: [404, 409],
      mutation: {
        name: 'acceptInvitation',
        input: 'The invitation to accept.',
        id: 'invitationId',
        payload: { projectMember: () => ProjectMember },
      },
    }),
    act({
      says: 'Declines an invitation. CONFLICT if it was answered or has expired.',
      rest: 'POST /api/invitations/:invitationId/decline',
      params: one,
      run: (ctx, { invitationId }) => invitations.declineInvitation(ctx, invitationId),
      answer: invitation,
      refuses: [404, 409],
      mutation: {
        name: 'declineInvitation',
        input: 'The invitation to decline.',
        id: 'invitationId',
        payload: { projectInvitation: () => ProjectInvitation },
      },
    }),
  ],
}

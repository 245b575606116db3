import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { answerShapes } from '../../database/rows/record-schema.js'
import { named, success } from '../../http/answers.js'
import { below } from '../../http/created.js'
import * as agreements from './project-agreement.service.js'
import {
  measureSchema,
  mostKept,
  oneAgreement,
  ofProject,
  projectAgreementRecord,
  stateOfAgreement,
} from './project-agreement.shape.js'
import { ProjectAgreement } from './project-agreement.type.js'

const { result, ...shapes } = answerShapes(projectAgreementRecord)
const withoutFigures = named('ProjectAgreementState', Type.Object({ ...shapes, ...stateOfAgreement }))
const whole = named('ProjectAgreement', Type.Object({ ...shapes, ...stateOfAgreement, result: result! }))

export const projectAgreementActs: Acts = {
  tag: 'Agreement',
  acts: [
    act({
      says:
        'Measures how far personas agree on the videos of a project. A job compares the videos one after the other, ' +
        `with what the caller may read then; the figures stay as they are. The newest ${mostKept} of each user and ` +
        'project are kept. NOT_FOUND for a persona that the caller may not read.',
      rest: 'POST /api/projects/:projectId/agreement',
      params: ofProject,
      body: measureSchema,
      run: (ctx, { projectId, body }) => agreements.startProjectAgreement(ctx, projectId, body),
      status: 202,
      located: below('/api/agreements'),
      answer: withoutFigures,
      refuses: [403],
      mutation: {
        name: 'measureAgreement',
        input: 'The project, and what to compare on its videos.',
        payload: { projectAgreement: () => ProjectAgreement },
      },
    }),
    listAct({
      says:
        'Lists the agreements that the caller has measured over the videos of a project, newest first, without their ' +
        'figures.',
      rest: 'GET /api/projects/:projectId/agreements',
      id: 'listProjectAgreements',
      params: ofProject,
      item: withoutFigures,
      list: (ctx, { projectId }) => agreements.listProjectAgreements(ctx, projectId),
      refuses: [403],
    }),
    act({
      says:
        'Returns an agreement: the state of its job and, once it is measured, the figures. For the user who started it ' +
        'alone.',
      rest: 'GET /api/agreements/:agreementId',
      id: 'getProjectAgreement',
      params: oneAgreement,
      run: (ctx, { agreementId }) => agreements.getProjectAgreement(ctx, agreementId),
      answer: whole,
    }),
    act({
      says: 'Deletes an agreement; a job that still measures it is stopped. For the user who started it alone.',
      rest: 'DELETE /api/agreements/:agreementId',
      params: oneAgreement,
      run: (ctx, { agreementId }) => agreements.deleteProjectAgreement(ctx, agreementId),
      answer: success,
      send: () => ({ success: true }),
      mutation: { name: 'deleteAgreement', input: 'The agreement to delete.', id: 'agreementId', deletes: true },
    }),
  ],
}

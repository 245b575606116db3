import { kind } from '../../database/rows/kind.js'

export const projectAgreementKind = kind('projectAgreements', {
  name: 'project_agreement',
  noun: 'Agreement',
  type: 'ProjectAgreement',
  owner: 'createdBy',
  project: 'projectId',
})

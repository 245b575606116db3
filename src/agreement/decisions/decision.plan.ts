import type { RuleValues } from '../../access/abilities.js'
import { userRows } from '../../accounts/user.plan.js'
import { rowNamedBy, type NamedRows, type Plans } from '../../graphql/plan.js'
import { personaRows } from '../../personas/persona.plan.js'
import { decisionsByIds } from './decision.service.js'
import { decisionRecord } from './decision.shape.js'
import { readableDecision } from './decision.sql.js'

const decisionRows: NamedRows = {
  name: 'AgreementDecision',
  record: decisionRecord,
  access: (abilities: RuleValues) => readableDecision(abilities),
  byIds: decisionsByIds,
}

export const decisionPlans: Plans = {
  types: [decisionRows],
  fields: {
    'AgreementDecision.persona': rowNamedBy(personaRows, 'personaId'),
    'AgreementDecision.creator': rowNamedBy(userRows, 'createdBy'),
  },
}

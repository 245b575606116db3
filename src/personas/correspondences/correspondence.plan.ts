import type { RuleValues } from '../../access/abilities.js'
import { userRows } from '../../accounts/user.plan.js'
import { rowNamedBy, type NamedRows, type Plans } from '../../graphql/plan.js'
import { personaRows } from '../persona.plan.js'
import { correspondencesByIds } from './correspondence.service.js'
import { correspondenceRecord } from './correspondence.shape.js'
import { readableCorrespondence } from './correspondence.sql.js'

const ends = ['firstPersonaId', 'firstTypeId', 'secondPersonaId', 'secondTypeId']

const correspondenceRows: NamedRows = {
  name: 'TypeCorrespondence',
  record: correspondenceRecord,
  needs: { firstType: ends, secondType: ends },
  access: (abilities: RuleValues) => readableCorrespondence(abilities),
  byIds: correspondencesByIds,
}

export const correspondencePlans: Plans = {
  types: [correspondenceRows],
  fields: {
    'TypeCorrespondence.firstPersona': rowNamedBy(personaRows, 'firstPersonaId'),
    'TypeCorrespondence.secondPersona': rowNamedBy(personaRows, 'secondPersonaId'),
    'TypeCorrespondence.creator': rowNamedBy(userRows, 'createdBy'),
  },
}
